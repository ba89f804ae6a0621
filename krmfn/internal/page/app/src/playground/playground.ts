// The playground: the editor on the left, what its files render on the right.

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
import { type Input, Live, type Loaded, stopped } from "./live.ts";
import { Notice } from "./notice.ts";
import { openDrop, type Opened } from "./opening.ts";
import { Renderer } from "./renderer.ts";
import type { Schema } from "./schema.ts";
import { splitter } from "./split.ts";
import { StatusLine } from "./statusline.ts";
import { Tabs } from "./tabs.ts";

/** eager is up to how much text a key is answered at once; with more, the renderer waits for the end of a word. */
const eager = 300_000;

/** narrow is a window that has room for one half. playground.css has the same width. */
const narrow = matchMedia("(max-width: 60rem)");

export class Playground {
  /** What is rendered besides the files. */
  readonly given: Omit<Input, "files"> = { options: { namespace: "", fluxVersion: "", strict: false }, observed: [] };
  readonly notice = new Notice();
  readonly files: Files;
  readonly live: Live;

  private readonly renderer = new Renderer();
  private readonly status = new StatusLine(() => this.renderer.stop(stopped));
  private readonly editor: Editor;
  private readonly tabs: Tabs;
  private readonly page = h("div", { class: "pg-page page" }, h("p", { class: "loading" }, "Loading …"));
  private readonly whole = h("div", { class: "pg-whole" });
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
    this.renderer.ask("load", { files: kept() ?? examples[0]?.files, options: this.given.options }).catch(() => undefined);
    const host = h("div", { class: "pg-editor", id: "editor-panel", role: "tabpanel", "aria-label": "Text of the file" });
    this.editor = new Editor(host, (state, changed) => {
      this.files.current.state = state;
      if (changed) this.later();
    });
    this.files = new Files((text) => this.editor.makeState(text), () => this.turned());
    this.tabs = new Tabs(this.files, "editor-panel");
    this.live = new Live(this.renderer, () => ({ ...this.given, files: this.files.texts() }), {
      state: (...state) => this.status.show(...state),
      findings: (loaded, files) => this.found(loaded, files),
    });
    this.live.open = (place) => this.openPlace(place);
    this.live.onChange(() => this.present());
    const actions = new Actions(this);
    this.left = h("section", { class: "pg-left", "aria-label": "Editor" },
      h("div", { class: "pg-write" }, h("div", { class: "pg-files" }, this.tabs.element, actions.ofFiles()), host, this.status.element),
      splitter(this.whole));
    replace(this.whole, this.left, h("div", { class: "pg-right" }, this.page));
    replace(root, h("section", { class: "pg-head", "aria-label": "Playground" }, actions.bar(), this.halves()), this.whole, this.notice.element);
    this.listen(root);
    this.look("edit");
    narrow.addEventListener("change", () => this.look(this.whole.dataset["side"] ?? ""));
  }

  /**
   * open opens the files of the link, or those of this tab before it was loaded again, or the first example. The answer of the renderer to that
   * is known, and to the question for its first object. The page comes with what it shows: what comes later would take the focus.
   */
  async open(known: string, details: string): Promise<void> {
    const files = (await this.linked()) ?? kept();
    for (const example of this.examples) this.secure(example.files);
    this.fresh = parseRoute(location.hash).view === "";
    this.files.replaceAll(files ?? this.examples[0]!.files);
    this.editor.view.focus();
    await (files === undefined ? this.live.preview(known, details) : this.live.rendered());
    show(this.live, this.page);
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

  /** change changes the open files in a way that can be taken back. */
  change(what: string, run: () => void): void {
    const { list, index } = this.files;
    run();
    this.notice.tell(what, { name: "Undo", run: () => this.files.select(index, list) });
    this.editor.view.focus();
  }

  /** secure remembers that files are elsewhere too, so that nobody who closes the page loses them. */
  secure(files: readonly NamedText[]): void {
    for (const { text } of files) this.safe.add(text);
  }

  /**
   * present shows the first object of files that were opened just now, and in the place of an object that the text does not make any more. Of
   * documents that have errors there is none, and the panel stays as it is.
   */
  private present(): void {
    const { fleet } = this.live, first = fleet.objects[0], route = parseRoute(location.hash);
    this.page.toggleAttribute("data-old", fleet.refused === true);
    if (first === undefined || !(this.fresh || (route.object !== undefined && indexOf(fleet, route.object) === undefined))) return;
    history.replaceState(null, "", printRoute({ ...route, view: this.fresh ? "objects" : route.view, object: keyOf(first) }));
    this.fresh = false;
  }

  /** look shows one half, where only one has room. */
  private look(side: string): void {
    this.whole.dataset["side"] = side;
    // One half at a time is the main part of the page; of both, it is what is rendered.
    if (narrow.matches && side === "edit") this.left.setAttribute("role", "main");
    else this.left.removeAttribute("role");
    for (const button of document.querySelectorAll<HTMLElement>(".pg-halves button")) button.setAttribute("aria-pressed", String(button.dataset["side"] === side));
  }

  private halves(): HTMLElement {
    const button = (side: string, name: string): HTMLElement => h("button", { type: "button", "data-side": side, click: () => this.look(side) }, name);
    return h("div", { class: "pg-halves", role: "group", "aria-label": "What to show" }, button("edit", "Edit"), button("look", "Look"));
  }

  private openPlace(place: Place): void {
    const index = this.files.list.findIndex((file) => file.name === place.file);
    if (index < 0) return this.notice.tell(`${place.file} is not open.`);
    if (index !== this.files.index) this.files.select(index);
    this.look("edit");
    this.editor.open(place);
  }

  /** turned is called when files, their names or the current one have changed. */
  private turned(): void {
    const { current } = this.files;
    if (current !== this.showing) {
      this.showing = current;
      this.editor.show(current.state);
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

  private found(fleet: Loaded, files: readonly NamedText[]): void {
    this.loaded = { fleet, texts: new Map(files.map(({ name, text }) => [name, text])) };
    this.tabs.mark(fleet.findings);
    this.mark();
  }

  /** mark underlines the findings of the open file. Those of another text wait for the next rendering: their places mean nothing in this one. */
  private mark(): void {
    const { current: { name, state }, } = this.files, { loaded } = this;
    if (loaded?.texts.get(name) === textOf(state)) this.editor.mark(diagnosticsOf(loaded.fleet, name, state.doc));
  }

  private listen(root: HTMLElement): void {
    root.addEventListener("dragover", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      root.classList.add("dropping");
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
  opened(opened: Opened): void {
    if (opened.files.length === 0) return this.notice.tell(opened.told());
    this.secure(opened.files);
    const now = JSON.stringify(this.files.texts());
    if (this.files.size() === 0 || this.examples.some(({ files }) => JSON.stringify(files) === now)) this.replace(opened.files, opened.told());
    else this.change(opened.told(), () => this.files.add(opened.files));
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
