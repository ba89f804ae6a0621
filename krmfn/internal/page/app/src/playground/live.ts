// The source of the playground's page: what the renderer makes of the files, always of their newest text.

import type { Changes, Details, Difference, Finding, Fleet, ObjectRow, Place, Status } from "../contract.ts";
import { parse } from "../json.ts";
import type { About, Source } from "../source.ts";
import type { NamedText } from "./link.ts";
import { cut, Joiner } from "./pieces.ts";
import { Ended, type Renderer } from "./renderer.ts";

export interface Options {
  namespace: string;
  fluxVersion: string;
  strict: boolean;
}

/** Fix is a change that repairs a finding, by its index. Lines and columns count like those of findings. */
export interface Fix {
  finding: number;
  line: number;
  column: number;
  endColumn: number;
  text: string;
}

/** Loaded is what the renderer answers to the files. */
export type Loaded = Fleet & { fixes: Fix[] };

/** Observed is what kubectl printed of an API server; an empty server is the hub. */
export interface Observed {
  server: string;
  file: string;
  text: string;
}

/** Base is what the files are compared with. */
export interface Base {
  title: string;
  files: readonly NamedText[];
}

/** Input is all that is rendered. */
export interface Input {
  files: readonly NamedText[];
  options: Options;
  base?: Base | undefined;
  observed: readonly Observed[];
}

/** State is how far the work has come. */
export interface State {
  busy: boolean;
  /** How long the last rendering took, in milliseconds. */
  took?: number;
  /** What failed, in words for people. */
  problem?: string | undefined;
}

export interface Listener {
  state(state: State): void;
  /** The findings of files, before all else is ready. */
  findings(loaded: Loaded, files: readonly NamedText[]): void;
}

const nothing: Loaded = { applications: [], clusters: [], objects: [], findings: [], fixes: [] };

export class Live implements Source {
  fleet: Fleet = nothing;
  changes?: Changes;
  status?: Status;
  about: About = { title: "Playground" };
  open?(place: Place): void;

  get loading(): boolean {
    return this.fleet === nothing;
  }

  private listeners: (() => void)[] = [];
  /** How many texts there were, how many were sent to this worker, and which of these the page shows. */
  private wanted = 0;
  private sent = 0;
  private shown = 0;
  private last: Loaded | undefined;
  private working = false;
  /** A text is rendered now, and who waits for it. */
  private rendering = false;
  private waiting: (() => void)[] = [];
  private details_ = new Map<number, Promise<Details>>();
  private differences_ = new Map<number, Promise<Difference[]>>();
  private joiners = {
    load: new Joiner<Loaded>(JSON.parse, pause),
    changes: new Joiner<Changes>(parse, pause),
    status: new Joiner<Status>(parse, pause),
  };

  constructor(private readonly renderer: Renderer, private readonly input: () => Input, private readonly listener: Listener) {}

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** update renders the newest input. While one is rendered, only the newest of those that come is rendered next. */
  update(): void {
    this.wanted++;
    if (!this.working) void this.work();
  }

  /**
   * preview shows what the renderer answers to the first text, and to the question for its first object, until the renderer has started: the page
   * has known both since it was built. The same answer of the renderer then changes nothing.
   */
  async preview(answer: string, details: string): Promise<void> {
    const { files } = this.input();
    this.details_.set(0, Promise.resolve(read<Details[]>(details)[0]!));
    this.last = await this.joiners.load.join(cut(answer));
    this.listener.findings(this.last, files);
    this.display(this.last, {});
  }

  async details(object: number): Promise<Details> {
    return remember(this.details_, object, async () => (await this.ask<Details[]>("details", { objects: [object] }))[0] as Details);
  }

  async differences(cluster: number): Promise<Difference[]> {
    return remember(this.differences_, cluster, () => this.ask<Difference[]>("differences", { cluster }));
  }

  async texts(): Promise<readonly string[]> {
    return (await this.ask<string[]>("texts", {})).map((text) => text.toLowerCase());
  }

  /** folder returns the files that fluxapp render -o dir= writes, of the newest text. */
  async folder(): Promise<{ path: string; text: string }[]> {
    for (;;) {
      while (this.working) await this.rendered();
      const files = await this.answer<{ path: string; text: string }[]>("folder", {});
      if (files !== undefined) return files;
    }
  }

  /** ask asks about what the page shows. Who asked about a fleet that is no longer shown gets no answer: the page asks again for the new one. */
  private async ask<T>(method: string, request: unknown): Promise<T> {
    const answer = await this.answer<T>(method, request);
    return answer === undefined ? new Promise(() => undefined) : answer;
  }

  /**
   * answer returns the answer about the fleet that is shown now, or undefined when another one is shown meanwhile. While a text is rendered it
   * waits, and where the worker has ended it asks the next one.
   */
  private async answer<T>(method: string, request: unknown): Promise<T | undefined> {
    const { fleet } = this;
    for (let ends = 0; ; ) {
      if (this.shown < 0) this.update(); // this worker has no texts
      while (this.rendering || (this.shown < 0 && this.working)) await this.rendered();
      if (this.fleet !== fleet) return undefined;
      const { shown } = this;
      if (shown < 0 || shown !== this.sent) throw new Error("The newest text could not be rendered.");
      try {
        const reply = await this.renderer.ask(method, request);
        if (reply.revision === shown && this.shown === shown && typeof reply.body === "string") return read<T>(reply.body);
      } catch (problem) {
        if (!(problem instanceof Ended)) throw problem;
        if (++ends > 1 || problem.message === stopped) throw new Error(messageOf(problem));
        this.shown = -1;
      }
    }
  }

  /** rendered waits until the text is rendered, or cannot be. */
  rendered(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** rest wakes who waits for the rendering. */
  private rest(): void {
    this.rendering = false;
    for (const wake of this.waiting.splice(0)) wake();
  }

  private async work(): Promise<void> {
    this.working = true;
    let done = 0, failures = 0;
    while (done !== this.wanted) {
      done = this.wanted;
      this.listener.state({ busy: true });
      try {
        await this.render(this.input(), done);
        failures = 0;
      } catch (problem) {
        if (problem instanceof Ended) {
          this.sent = 0;
          this.shown = -1; // nothing of the old worker can be asked for
          // It may have been the memory of all texts before; a second time it is this text.
          if (++failures < 2 && problem.message !== stopped) done = -1;
        }
        if (done !== -1) {
          this.rest();
          this.listener.state({ busy: false, problem: messageOf(problem) });
        }
      }
    }
    this.working = false;
    this.rest();
  }

  private async render(input: Input, version: number): Promise<void> {
    this.rendering = true;
    const reply = await this.renderer.ask("load", { files: input.files, options: input.options });
    this.sent = reply.revision;
    const loaded = typeof reply.body === "string" ? read<Loaded>(reply.body) : await this.joiners.load.join(reply.body);
    if (version !== this.wanted) return;
    this.listener.findings(loaded, input.files);
    const more = loaded.refused ? {} : await this.more(input, version); // of documents that have errors, nothing can be compared
    if (version !== this.wanted) return;
    this.publish(loaded, more, input);
    this.listener.state({ busy: false, took: reply.took, problem: more.problem });
  }

  /** more compares and looks up what the newest text needs, until a newer one has come. */
  private async more(input: Input, version: number): Promise<More> {
    const more: More = {};
    const add = async <T>(part: "changes" | "status", joiner: Joiner<T>, request: unknown, what: string): Promise<T | undefined> => {
      if (version !== this.wanted) return undefined;
      try {
        const { body } = await this.renderer.ask(part, request);
        if (typeof body !== "string") return await joiner.join(body);
        more.problem = `${what} has errors: ${firstOf(read<Refused>(body).findings)}`;
      } catch (problem) {
        if (problem instanceof Ended) throw problem;
        more.problem = messageOf(problem);
      }
      return undefined;
    };
    if (input.base !== undefined) {
      more.changes = await add("changes", this.joiners.changes, { files: input.base.files }, `The base (${input.base.title})`);
      if (more.changes !== undefined && version === this.wanted) more.gone = read<Gone>(String((await this.renderer.ask("gone", {})).body));
    }
    if (input.observed.length > 0) more.status = await add("status", this.joiners.status, { observed: input.observed }, "What kubectl printed");
    return more;
  }

  /** publish shows what was rendered. The fleet is another object whenever anything has changed: others remember what they know of it. */
  private publish(loaded: Loaded, more: More, input: Input): void {
    const base = more.changes && input.base?.title;
    const same = loaded === this.last && this.shown >= 0 && more.changes === this.changes && more.status === this.status && base === this.about.base;
    this.shown = this.sent;
    this.last = loaded;
    this.rest();
    this.details_.clear();
    this.differences_.clear();
    if (!same) this.display(loaded, more, base);
  }

  private display(loaded: Loaded, more: More, base?: string): void {
    this.fleet = withGone(loaded, more.gone);
    if (!loaded.refused) { // of documents that are wrong while somebody types, nothing is compared: what was before stays
      this.about = { title: this.about.title, ...(base !== undefined && { base }) };
      delete this.changes;
      delete this.status;
      if (more.changes !== undefined) this.changes = more.changes;
      if (more.status !== undefined) this.status = more.status;
    }
    for (const listener of this.listeners) listener();
  }
}

/** Gone is what only the base has, the labels that clusters had there, by their names, and what objects were, by their indexes. */
interface Gone extends Pick<Fleet, "applications" | "clusters" | "objects"> {
  was: Record<string, Record<string, string>>;
  wasObjects: Record<number, ObjectRow["was"] & object>;
}

function withGone(fleet: Fleet, gone: Gone = { applications: [], clusters: [], objects: [], was: {}, wasObjects: {} }): Fleet {
  const objects = fleet.objects.map((row, i) => (gone.wasObjects[i] ? { ...row, was: gone.wasObjects[i] } : row));
  const clusters = fleet.clusters.map((cluster) => (Object.hasOwn(gone.was, cluster.name) ? { ...cluster, was: gone.was[cluster.name]! } : cluster));
  return { ...fleet, applications: [...fleet.applications, ...gone.applications], clusters: [...clusters, ...gone.clusters], objects: [...objects, ...gone.objects] };
}

interface More {
  gone?: Gone;
  changes?: Changes | undefined;
  status?: Status | undefined;
  problem?: string;
}

interface Refused {
  findings: Finding[];
}

/** stopped is why the worker has ended when a person wanted that. */
export const stopped = "stopped";

function messageOf(problem: unknown): string {
  if (problem instanceof Ended && problem.message === stopped) return "Rendering was stopped. It starts again with the next change.";
  if (problem instanceof Ended) return `The renderer has ended (${problem.message}). It starts again with the next change.`;
  return problem instanceof Error ? problem.message : String(problem);
}

function firstOf(findings: Finding[]): string {
  const first = findings[0];
  if (first === undefined) return "unknown";
  return `${[first.file, first.line, first.column].filter(Boolean).join(":")}: ${first.detail}`;
}

function remember<K, V>(known: Map<K, Promise<V>>, key: K, make: () => Promise<V>): Promise<V> {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    known.set(key, value);
    value.catch(() => known.delete(key));
  }
  return value;
}

/** read reads an answer that is not large. */
function read<T>(body: string): T {
  const value = parse<T | { error: string }>(body);
  if (value !== null && typeof value === "object" && "error" in value) throw new Error(value.error);
  return value;
}

/** pause lets the browser handle keys and draw. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(0);
  });
}
