// The open files. Each has a state of the editor, so that every file keeps its own history and selection.

import type { EditorState, Text } from "@codemirror/state";
import type { NamedText } from "./link.ts";

export interface OpenFile {
  name: string;
  state: EditorState;
}

/** Snapshot is what undo brings back. A file that is still open keeps what was written since. */
export interface Snapshot {
  files: readonly OpenFile[];
  current: number;
}

/** texts keeps the text of a document: of many files only one changes with a key. */
const texts = new WeakMap<Text, string>();

/** textOf returns the text of a state. */
export function textOf(state: EditorState): string {
  let text = texts.get(state.doc);
  if (text === undefined) {
    text = state.doc.toString();
    texts.set(state.doc, text);
  }
  return text;
}

export class Files {
  private list: OpenFile[] = [];
  private index = 0;

  /** makeState makes the state of a text; onChange is told when files, their names or the current one change, but not of texts. */
  constructor(private readonly makeState: (text: string) => EditorState, private readonly onChange: () => void) {}

  all(): readonly OpenFile[] {
    return this.list;
  }

  current(): OpenFile | undefined {
    return this.list[this.index];
  }

  currentIndex(): number {
    return this.index;
  }

  texts(): NamedText[] {
    return this.list.map((file) => ({ name: file.name, text: textOf(file.state) }));
  }

  size(): number {
    return this.list.reduce((sum, file) => sum + file.state.doc.length, 0);
  }

  /** keep remembers the state of the current file, which the editor has changed. */
  keep(state: EditorState): void {
    const file = this.current();
    if (file !== undefined) file.state = state;
  }

  select(index: number): void {
    this.index = Math.max(0, Math.min(index, this.list.length - 1));
    this.onChange();
  }

  /** replaceAll opens other files in the place of all. */
  replaceAll(files: readonly NamedText[]): void {
    this.list = [];
    for (const file of files) this.list.push({ name: this.free(file.name), state: this.makeState(file.text) });
    this.select(0);
  }

  /** add opens files besides. One whose name is open takes the place of that. */
  add(files: readonly NamedText[]): void {
    for (const file of files) {
      const name = clean(file.name), open = this.list.findIndex((f) => f.name === name);
      this.list.splice(open < 0 ? this.list.length : open, 1, { name, state: this.makeState(file.text) });
    }
    this.select(this.list.findIndex((f) => f.name === clean(files[0]?.name ?? "")));
  }

  /** create opens a new file with a free name. */
  create(name: string, text: string): void {
    this.list.push({ name: this.free(name), state: this.makeState(text) });
    this.select(this.list.length - 1);
  }

  /** rename gives the current file a name. It returns why not. */
  rename(to: string): string | undefined {
    const name = clean(to), file = this.current();
    if (name === "") return "A file needs a name.";
    if (this.list.some((f) => f !== file && f.name === name)) return `There is a file ${name} already.`;
    if (file !== undefined) file.name = name;
    this.onChange();
    return undefined;
  }

  /** remove closes the current file. */
  remove(): void {
    this.list = this.list.filter((_, i) => i !== this.index);
    if (this.list.length === 0) this.create("app.yaml", "");
    else this.select(Math.min(this.index, this.list.length - 1));
  }

  snapshot(): Snapshot {
    return { files: [...this.list], current: this.index };
  }

  restore(snapshot: Snapshot): void {
    this.list = [...snapshot.files];
    this.select(snapshot.current);
  }

  private free(wish: string): string {
    const name = clean(wish) || "app.yaml";
    const [, stem = name, end = ""] = /^(.*?)(\.[a-z]+)?$/i.exec(name) ?? [];
    let free = name;
    for (let i = 2; this.list.some((file) => file.name === free); i++) free = `${stem}-${i}${end}`;
    return free;
  }
}

/** clean returns a name without what no name has. */
function clean(name: string): string {
  return name.replace(/[\u0000-\u001f\u007f]/g, "").replace(/\\/g, "/").replace(/^(\.?\/)+/, "").trim().slice(0, 200);
}
