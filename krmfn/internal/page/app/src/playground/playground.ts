// The playground: the editor on the left, what its files render on the right.

import type { EditorState } from "@codemirror/state";
import type { Place } from "../contract.ts";
import { h, replace } from "../dom.ts";
import { show } from "../page.ts";
import { indexOf, keyOf } from "../parts/lookup.ts";
import { parseRoute, printRoute } from "../route.ts";
import { Actions } from "./actions.ts";
import { diagnosticsOf } from "./diagnostics.ts";
import { Editor } from "./editor.ts";
import type { Example } from "./examples.ts";
import { Files, type OpenFile, textOf } from "./files.ts";
import { keep, kept, keptSize } from "./keep.ts";
import { decode, type NamedText, take } from "./link.ts";
import { type Base, Live, type Loaded, type Observed, type Options, stopped } from "./live.ts";
import { Notice } from "./notice.ts";
import { openDrop, told } from "./opening.ts";
import { Renderer } from "./renderer.ts";
import type { Schema } from "./schema.ts";
import { splitter } from "./split.ts";
import { StatusLine } from "./statusline.ts";
import { type Counts, Tabs } from "./tabs.ts";

/** eager is up to how much text a key is answered at once; with more, the renderer waits for the end of a word. */
const eager = 300_000;

/** narrow is a window that has room for one half. playground.css has the same width. */
const narrow = matchMedia("(max-width: 60rem)");

export class Playground {
  options: Options = { namespace: "", fluxVersion: "", strict: false };
  base: Base | undefined;
  observed: Observed[] = [];
  readonly notice = new Notice();
  readonly files: Files;
  readonly live: Live;

  private readonly renderer = new Renderer();
  private readonly status = new StatusLine(() => this.renderer.stop(stopped));
  private readonly editor: Editor;
  private readonly tabs: Tabs;
  private readonly whole: HTMLElement;
  private readonly left: HTMLElement;
  /** The newest findings, and the texts that they are about, by the name of the file. */
  private loaded: { fleet: Loaded; texts: Map<string, string> } | undefined;
  private showing: OpenFile | undefined;
  private timer = 0;
  private keeping = 0;
  private isKept = true;
  /** Other files were opened, and none of their objects was shown yet. */
  private fresh = false;
  /** The texts that are elsewhere too: in a file, in a link, in an example. */
  private readonly safe = new Set<string>();

  constructor(root: HTMLElement, readonly examples: readonly Example[]) {
    // The renderer reads most of its own code while it renders for the first time. That needs no page.
    this.renderer.ask("load", { files: kept() ?? examples[0]?.files, options: this.options }).catch(() => undefined);
    const host = h("div", { class: "pg-editor", id: "editor-panel", role: "tabpanel", "aria-label": "Text of the file" });
    this.editor = new Editor(host, { label: "Documents, in YAML", onUpdate: (state, changed) => this.edited(state, changed) });
    this.files = new Files((text) => this.editor.makeState(text), () => this.turned());
    this.tabs = new Tabs(this.files, "editor-panel");
    this.live = new Live(this.renderer, () => this.input(), {
      state: (state) => this.status.show(state),
      findings: (loaded, files) => this.found(loaded, files),
    });
    this.live.open = (place) => this.openPlace(place);
    this.live.onChange(() => this.present());
    const actions = new Actions(this);
    const page = h("div", { class: "pg-page" });
    this.whole = h("div", { class: "pg-whole", "data-side": "edit" });
    this.left = h("section", { class: "pg-left", "aria-label": "Editor" },
      h("div", { class: "pg-write" }, h("div", { class: "pg-files" }, this.tabs.element, actions.ofFiles()), host, this.status.element),
      splitter(this.whole));
    replace(this.whole, this.left, h("div", { class: "pg-right" }, page));
    replace(root, h("section", { class: "pg-head", "aria-label": "Playground" }, actions.bar(), this.sides()), this.whole, this.notice.element);
    this.listen(root);
    this.look("edit");
    narrow.addEventListener("change", () => this.look(this.whole.dataset["side"] === "look" ? "look" : "edit"));
    show(this.live, page);
  }

  /**
   * open opens the files of the link, or those of this tab before it was loaded again, or the first example. The answer of the renderer to that
   * is known, and to the question for its first object.
   */
  async open(known: string, details: string): Promise<void> {
    const linked = take(location.hash).files === undefined ? undefined : await this.linked();
    const files = linked ?? kept();
    for (const example of this.examples) this.secure(example.files);
    this.fresh = parseRoute(location.hash).view === "";
    this.files.replaceAll(files ?? this.examples[0]?.files ?? [{ name: "app.yaml", text: "" }]);
    if (files === undefined) await this.live.preview(known, details);
    addEventListener("hashchange", (event) => this.followLink(event), { capture: true });
  }

  teach(schema: Schema): void {
    this.editor.teach(schema);
  }

  /** replace opens files in the place of all that are open, and shows their first object; the notice takes it back. */
  replace(files: readonly NamedText[], what: string, fresh = true): void {
    this.fresh = fresh;
    if (fresh) history.replaceState(null, "", printRoute({ view: "objects", filter: "" }));
    this.change(what, () => this.files.replaceAll(files));
  }

  /** secure remembers that files are elsewhere too, so that nobody who closes the page loses them. */
  secure(files: readonly NamedText[]): void {
    for (const { text } of files) this.safe.add(text);
  }

  /** present shows the first object of files that were opened just now, and in the place of an object that the text does not make any more. */
  private present(): void {
    const { fleet } = this.live, first = fleet.objects[0], route = parseRoute(location.hash);
    if (first === undefined || !(this.fresh || (route.object !== undefined && indexOf(fleet, route.object) === undefined))) return;
    history.replaceState(null, "", printRoute({ ...route, view: this.fresh ? "objects" : route.view, object: keyOf(first) }));
    this.fresh = false;
  }

  /** change changes the open files in a way that can be taken back. */
  change(what: string, run: () => void): void {
    const before = this.files.snapshot();
    run();
    this.notice.tell(what, { name: "Undo", run: () => this.files.restore(before) });
    this.editor.view.focus();
  }

  /** render renders again, because something else than a text has changed. */
  render(): void {
    this.live.update();
  }

  /** look shows one half, where only one has room. */
  look(side: "edit" | "look"): void {
    this.whole.dataset["side"] = side;
    // One half at a time is the main part of the page; of both, it is what is rendered.
    if (narrow.matches && side === "edit") this.left.setAttribute("role", "main");
    else this.left.removeAttribute("role");
    for (const button of document.querySelectorAll<HTMLElement>(".pg-halves button")) button.setAttribute("aria-pressed", String(button.dataset["side"] === side));
  }

  openPlace(place: Place): void {
    const index = this.files.all().findIndex((file) => file.name === place.file);
    if (index < 0) return this.notice.tell(`${place.file} is not open.`);
    if (index !== this.files.currentIndex()) this.files.select(index);
    this.look("edit");
    this.editor.open(place);
  }

  private sides(): HTMLElement {
    const button = (side: "edit" | "look", name: string): HTMLElement =>
      h("button", { type: "button", "data-side": side, "aria-pressed": String(side === "edit"), click: () => this.look(side) }, name);
    return h("div", { class: "pg-halves", role: "group", "aria-label": "What to show" }, button("edit", "Edit"), button("look", "Look"));
  }

  private input(): { files: NamedText[]; options: Options; base: Base | undefined; observed: Observed[] } {
    return { files: this.files.texts(), options: this.options, base: this.base, observed: this.observed };
  }

  /** edited is called after each change of the editor. */
  private edited(state: EditorState, changed: boolean): void {
    this.files.keep(state);
    if (changed) this.later();
  }

  /** turned is called when files, their names or the current one have changed. */
  private turned(): void {
    const file = this.files.current();
    if (file !== undefined && file !== this.showing) {
      this.showing = file;
      this.editor.show(file.state);
    }
    this.tabs.draw();
    this.mark();
    this.later();
  }

  private later(): void {
    clearTimeout(this.timer);
    const size = this.files.size();
    if (size <= eager) this.live.update();
    else this.timer = window.setTimeout(() => this.live.update(), Math.min(1000, 150 + size / 20_000));
    clearTimeout(this.keeping);
    this.keeping = window.setTimeout(() => this.keep(), 1500);
  }

  /** keep keeps the files for a reload, and tells when they are too large for that. */
  private keep(): void {
    const was = this.isKept;
    this.isKept = keep(this.files.texts());
    if (was && !this.isKept) this.notice.tell(`The files are larger than ${keptSize / 1_000_000} MB: when you load the page again, they are gone.`);
  }

  private found(loaded: Loaded, files: readonly NamedText[]): void {
    this.loaded = { fleet: loaded, texts: new Map(files.map(({ name, text }) => [name, text])) };
    const counts = new Map<string, Counts>();
    for (const finding of loaded.findings) {
      const file = finding.file ?? "", count = counts.get(file) ?? { errors: 0, warnings: 0 };
      if (finding.severity === "error") count.errors++;
      if (finding.severity === "warning") count.warnings++;
      counts.set(file, count);
    }
    this.tabs.mark(counts);
    this.mark();
  }

  /** mark underlines the findings of the open file. Those of another text wait for the next rendering: their places mean nothing in this one. */
  private mark(): void {
    const file = this.files.current(), { loaded } = this;
    if (file !== undefined && loaded?.texts.get(file.name) === textOf(file.state)) this.editor.mark(diagnosticsOf(loaded.fleet, file.name, file.state.doc));
  }

  private listen(root: HTMLElement): void {
    root.addEventListener("dragover", (event) => {
      if (event.dataTransfer?.types.includes("Files")) {
        event.preventDefault();
        root.classList.add("dropping");
      }
    }, { capture: true });
    root.addEventListener("dragleave", (event) => event.relatedTarget === null && root.classList.remove("dropping"));
    root.addEventListener("drop", (event) => {
      root.classList.remove("dropping");
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      event.stopPropagation();
      void openDrop(event.dataTransfer).then((opened) => this.opened(opened));
    }, { capture: true });
    addEventListener("pagehide", () => this.keep());
    addEventListener("beforeunload", (event) => {
      if (this.files.texts().some(({ text }) => text.trim() !== "" && !this.safe.has(text))) event.preventDefault();
    });
  }

  /** opened adds opened files. Where nobody has written anything yet, they take the place of the example. */
  opened(opened: Awaited<ReturnType<typeof openDrop>>): void {
    if (opened.files.length === 0) return this.notice.tell(told(opened));
    this.secure(opened.files);
    if (this.isExample()) this.replace(opened.files, told(opened));
    else this.change(told(opened), () => this.files.add(opened.files));
  }

  private isExample(): boolean {
    const now = JSON.stringify(this.files.texts());
    return this.files.size() === 0 || this.examples.some((e) => JSON.stringify(e.files) === now);
  }

  /** linked returns the files of the address, and takes them out of it. */
  private async linked(): Promise<NamedText[] | undefined> {
    const { files, rest } = take(location.hash);
    if (files === undefined) return undefined;
    history.replaceState(null, "", rest === "" ? location.pathname + location.search : rest);
    try {
      const opened = await decode(files);
      this.secure(opened);
      return opened;
    } catch (problem) {
      this.notice.tell((problem as Error).message);
      return undefined;
    }
  }

  private followLink(event: HashChangeEvent): void {
    if (take(location.hash).files === undefined) return;
    event.stopImmediatePropagation();
    void this.linked().then((files) => {
      if (files !== undefined) this.replace(files, "Opened the files of the link.", parseRoute(location.hash).view === "");
      dispatchEvent(new HashChangeEvent("hashchange"));
    });
  }
}
