// The open files. Each has a state of the editor, so that every file keeps its own history and selection.

import type { EditorState, Text } from "@codemirror/state";
import type { NamedText } from "./link.ts";

export interface OpenFile {
  name: string;
  state: EditorState;
}

/** texts keeps the text of a document: of many files only one changes with a key. */
const texts = new WeakMap<Text, string>();

/** textOf returns the text of a state. */
export function textOf({ doc }: EditorState): string {
  const text = texts.get(doc) ?? doc.toString();
  texts.set(doc, text);
  return text;
}

/** Files are one file or more. */
export class Files {
  list: readonly OpenFile[];
  index = 0;

  /** makeState makes the state of a text; onChange is told when files, their names or the current one change, but not of texts. */
  constructor(private readonly makeState: (text: string) => EditorState, private readonly onChange: () => void) {
    this.list = [{ name: "app.yaml", state: makeState("") }];
  }

  get current(): OpenFile {
    return this.list[this.index]!;
  }

  texts(): NamedText[] {
    return this.list.map(({ name, state }) => ({ name, text: textOf(state) }));
  }

  size(): number {
    return this.list.reduce((sum, file) => sum + file.state.doc.length, 0);
  }

  /** select shows another file. A list takes the place of the open files: undo gives an earlier one, whose files keep what was written since. */
  select(index: number, list = this.list): void {
    this.list = list;
    this.index = Math.max(0, Math.min(index, list.length - 1));
    this.onChange();
  }

  /** replaceAll opens other files in the place of all. */
  replaceAll(files: readonly NamedText[]): void {
    const list: OpenFile[] = [];
    for (const { name, text } of files) list.push({ name: free(name, list), state: this.makeState(text) });
    this.select(0, list);
  }

  /** add opens files besides. One whose name is open takes the place of that. */
  add(files: readonly NamedText[]): void {
    const list = [...this.list], indexOf = (name: string): number => list.findIndex((file) => file.name === clean(name));
    for (const { name, text } of files) {
      const open = indexOf(name);
      list.splice(open < 0 ? list.length : open, 1, { name: clean(name), state: this.makeState(text) });
    }
    this.select(indexOf(files[0]?.name ?? ""), list);
  }

  /** create opens a new file with a free name. */
  create(wish: string, text: string): void {
    this.select(this.list.length, [...this.list, { name: free(wish, this.list), state: this.makeState(text) }]);
  }

  /** rename gives the current file a name. It returns why not. */
  rename(to: string): string | undefined {
    const name = clean(to);
    if (name === "") return "A file needs a name.";
    if (this.list.some((file) => file !== this.current && file.name === name)) return `There is a file ${name} already.`;
    this.current.name = name;
    this.onChange();
    return undefined;
  }

  /** remove closes the current file. */
  remove(): void {
    const list = this.list.filter((file) => file !== this.current);
    if (list.length === 0) this.replaceAll([{ name: "app.yaml", text: "" }]);
    else this.select(this.index, list);
  }
}

/** free returns a name that no file has. */
function free(wish: string, list: readonly OpenFile[]): string {
  const name = clean(wish) || "app.yaml", [, stem = name, end = ""] = /^(.*?)(\.[a-z]+)?$/i.exec(name) ?? [];
  let free = name;
  for (let i = 2; list.some((file) => file.name === free); i++) free = `${stem}-${i}${end}`;
  return free;
}

/** clean returns a name without what no name has. */
function clean(name: string): string {
  return name.replace(/[\u0000-\u001f\u007f]/g, "").replace(/\\/g, "/").replace(/^(\.?\/)+/, "").trim().slice(0, 200);
}
