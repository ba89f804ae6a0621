// The source of the playground's page: what the renderer makes of the files, always of their newest text.

import type { Changes, Details, Difference, Finding, Fleet, ObjectRow, Place, Status } from "../contract.ts";
import { parse } from "../json.ts";
import type { About, Source } from "../source.ts";
import type { NamedText } from "./link.ts";
import { cut, Joiner } from "./pieces.ts";
import { Ended, type Renderer } from "./renderer.ts";

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

/** Input is all that is rendered. */
export interface Input {
  files: readonly NamedText[];
  options: { namespace: string; fluxVersion: string; strict: boolean };
  /** What the files are compared with. */
  base?: { title: string; files: readonly NamedText[] } | undefined;
  /** What kubectl printed of API servers, at last that of an earlier time; an empty server is the hub. */
  observed: readonly { server: string; file: string; text: string; before: boolean }[];
}

export interface Listener {
  /** How far the work has come, in words for people. */
  state(busy: boolean, text?: string, isProblem?: boolean): void;
  /** The findings of files, before all else is ready. */
  findings(loaded: Loaded, files: readonly NamedText[]): void;
}

const nothing: Fleet = { applications: [], clusters: [], objects: [], findings: [] };

export class Live implements Source {
  fleet = nothing;
  changes?: Changes | undefined;
  status?: Status | undefined;
  about: About = { title: "Playground" };
  open?(place: Place): void;

  private listeners: (() => void)[] = [];
  /** How many texts there were. */
  private wanted = 0;
  private working = false;
  private waiting: (() => void)[] = [];
  /** Whether the worker has what the page shows. */
  private current = false;
  /** What the page has shown of the first text before the renderer has started. */
  private first: Loaded | undefined;
  /** The answers about what the page shows, by their requests. */
  private known = new Map<string, Promise<unknown>>();
  private joiners = {
    load: new Joiner<Loaded>(JSON.parse, pause),
    changes: new Joiner<Changes>(parse, pause),
    status: new Joiner<Status>(parse, pause),
  };

  constructor(private readonly renderer: Renderer, private readonly input: () => Input, private readonly listener: Listener) {}

  get loading(): boolean {
    return this.fleet === nothing;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** update renders the newest input. While one is rendered, only the newest of those that come is rendered next. */
  update(): void {
    this.wanted++;
    if (!this.working) void this.work();
  }

  /** rendered waits until the newest text is rendered, or cannot be. */
  async rendered(): Promise<void> {
    while (this.working) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /**
   * preview shows what the renderer answers to the first text, and to the question for its first object, until the renderer has started: the page
   * has known both since it was built. The same answer of the renderer then changes nothing.
   */
  async preview(answer: string, details: string): Promise<void> {
    const { files } = this.input();
    this.known.set(keyOf("details", { objects: [0] }), Promise.resolve(read<Details[]>(details)));
    this.first = await this.joiners.load.join(cut(answer));
    this.listener.findings(this.first, files);
    this.show(this.first, {});
  }

  async details(object: number): Promise<Details> {
    return (await this.remembered<Details[]>("details", { objects: [object] }))[0]!;
  }

  differences(cluster: number): Promise<Difference[]> {
    return this.remembered("differences", { cluster });
  }

  async texts(): Promise<readonly string[]> {
    return (await this.ask<string[]>("texts", {})).map((text) => text.toLowerCase());
  }

  /** folder returns the files that fluxapp render -o dir= writes, of the newest text. */
  folder(): Promise<{ path: string; text: string }[]> {
    return this.ask("folder", {}, true);
  }

  private remembered<T>(method: string, request: unknown): Promise<T> {
    const key = keyOf(method, request), answer = this.known.get(key) ?? this.ask<T>(method, request);
    this.known.set(key, answer);
    answer.catch(() => this.known.delete(key));
    return answer as Promise<T>;
  }

  /**
   * ask asks about what the page shows, or about the newest text, when that is rendered. Who asked about a fleet that is not shown any more gets no
   * answer: the page asks again about the new one. Where the worker has ended, the next one is asked.
   */
  private async ask<T>(method: string, request: unknown, newest = false): Promise<T> {
    const { fleet } = this;
    for (let ends = 0; ; ) {
      if (!this.current && !this.working) this.update();
      await this.rendered();
      if (fleet !== this.fleet && !newest) return new Promise(() => undefined);
      if (!this.current) throw new Error("The newest text could not be rendered.");
      try {
        return read<T>(String((await this.renderer.ask(method, request)).body));
      } catch (problem) {
        if (!(problem instanceof Ended)) throw problem;
        this.current = false;
        if (++ends > 1 || problem.message === stopped) throw new Error(messageOf(problem));
      }
    }
  }

  private async work(): Promise<void> {
    this.working = true;
    for (let done = 0, failures = 0; done !== this.wanted; ) {
      done = this.wanted;
      this.listener.state(true);
      try {
        await this.render(this.input(), done);
        failures = 0;
      } catch (problem) {
        // It may have been the memory of all texts before; a second time it is this text.
        if (problem instanceof Ended && problem.message !== stopped && ++failures < 2) done = 0;
        else this.listener.state(false, messageOf(problem), true);
      }
    }
    this.working = false;
    for (const wake of this.waiting.splice(0)) wake();
  }

  private async render(input: Input, version: number): Promise<void> {
    this.current = false;
    const { body, took } = await this.renderer.ask("load", { files: input.files, options: input.options });
    const loaded = typeof body === "string" ? read<Loaded>(body) : await this.joiners.load.join(body);
    if (version !== this.wanted) return;
    this.listener.findings(loaded, input.files);
    const more = loaded.refused ? { problem: "Nothing is rendered: correct the errors first." } : await this.more(input, version);
    if (version !== this.wanted) return;
    this.current = true;
    this.known.clear();
    if (version > 1 || loaded !== this.first) this.show(loaded, more);
    this.listener.state(false, more.problem ?? `Rendered in ${Math.round(took)} ms`, more.problem !== undefined);
  }

  /** more compares and looks up what the newest text needs, until a newer one has come. */
  private async more({ base, observed }: Input, version: number): Promise<More> {
    const more: More = {};
    const ask = async <T>(method: string, request: unknown, joiner: Joiner<T>, what: string): Promise<T | undefined> => {
      if (version !== this.wanted) return undefined;
      const { body } = await this.renderer.ask(method, request);
      if (typeof body !== "string") return joiner.join(body);
      more.problem = problemOf(body, what);
      return undefined;
    };
    if (base !== undefined) {
      more.changes = await ask("changes", { files: base.files }, this.joiners.changes, `The base (${base.title})`);
      if (more.changes !== undefined) Object.assign(more, { base: base.title, gone: read<Gone>(String((await this.renderer.ask("gone", {})).body)) });
    }
    if (observed.length > 0) more.status = await ask("status", { observed }, this.joiners.status, "What kubectl printed");
    return more;
  }

  /** show shows what was rendered. The fleet is another object each time: others remember what they know of it. */
  private show(loaded: Loaded, { gone, base, changes, status }: More): void {
    this.fleet = withGone(loaded, gone);
    // Of documents that are wrong while somebody types, nothing is compared: what was before stays.
    if (!loaded.refused) Object.assign(this, { about: { title: this.about.title, base }, changes, status });
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
  base?: string;
  changes?: Changes | undefined;
  status?: Status | undefined;
  problem?: string;
}

/** stopped is why the worker has ended when a person wanted that. */
export const stopped = "stopped";

function messageOf(problem: unknown): string {
  if (!(problem instanceof Ended)) return problem instanceof Error ? problem.message : String(problem);
  return `${problem.message === stopped ? "Rendering was stopped." : `The renderer has ended (${problem.message}).`} It starts again with the next change.`;
}

/** problemOf tells why there is no comparison or status: an answer that has an error, or the findings of what is wrong. */
function problemOf(body: string, what: string): string {
  const { error, findings: [first] = [] } = JSON.parse(body) as { error?: string; findings?: Finding[] };
  return error ?? `${what} has errors: ${first ? `${[first.file, first.line, first.column].filter(Boolean).join(":")}: ${first.detail}` : "unknown"}`;
}

const keyOf = (method: string, request: unknown): string => method + JSON.stringify(request);

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
