import { closing, keyAt } from "./key.ts";

export type Kind = "key" | "string" | "number" | "word" | "comment" | "mark" | "hidden" | "space";

/** Token is a piece of a line. The texts of all tokens of a line are the line. */
export interface Token {
  kind: Kind;
  text: string;
}

const number = /^[-+]?(?:0x[0-9a-fA-F]+|0o[0-7]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|\.inf|\.nan)$/i;
const word = /^(?:null|~|true|false)$/i;

/** Open is what goes on in the next line. A text goes on in lines that begin behind a column, one in quotes up to its quote. */
type Open = { text: "behind"; column: number } | { text: "quoted"; quote: string } | undefined;

/** tokens divides the lines of YAML into tokens. It takes any text, and its time is linear. */
export function tokens(lines: readonly string[]): Token[][] {
  let open: Open;
  return lines.map((line) => {
    const scanner = new Scanner(line, open);
    scanner.line();
    open = scanner.open;
    return scanner.found;
  });
}

class Scanner {
  readonly found: Token[] = [];
  private at = 0;

  constructor(private readonly text: string, public open: Open) {}

  line(): void {
    const indent = this.text.length - this.text.trimStart().length;
    if (this.open?.text === "behind") {
      if (indent > this.open.column || indent === this.text.length) return this.take("string", this.text.length);
      this.open = undefined;
    }
    if (this.open?.text === "quoted") {
      const end = closing(this.text, 0, this.open.quote);
      this.take("string", end < 0 ? this.text.length : end + 1);
      if (end < 0) return;
      this.open = undefined;
      return this.rest();
    }
    this.take("space", indent);
    let column = indent;
    for (let mark = this.text[this.at]; mark !== undefined && "-?:".includes(mark) && " ".includes(this.text[this.at + 1] ?? " "); mark = this.text[this.at]) {
      column = this.at;
      this.take("mark", this.at + 1);
      this.spaces();
    }
    const key = keyAt(this.text, this.at);
    if (key !== undefined) {
      column = this.at;
      this.take("key", key.end);
      this.take("mark", key.end + 1);
      this.spaces();
    }
    this.value(column);
  }

  private value(column: number): void {
    const first = this.text[this.at];
    if (first === undefined) return;
    if (first === '"' || first === "'") {
      const end = closing(this.text, this.at + 1, first);
      if (end < 0) this.open = { text: "quoted", quote: first };
      const to = end < 0 ? this.text.length : end + 1;
      this.take(this.text.slice(this.at + 1, to - 1) === "(hidden)" ? "hidden" : "string", to);
      return this.rest();
    }
    if ("|>".includes(first)) {
      this.open = { text: "behind", column };
      return this.take("mark", this.text.length);
    }
    if ("#[{".includes(first)) return this.rest();
    const comment = this.text.indexOf(" #", this.at);
    const end = comment < 0 ? this.text.length : comment;
    const plain = this.text.slice(this.at, end);
    this.take(kindOf(plain), end);
    if (comment < 0) this.open = { text: "behind", column };
    this.rest();
  }

  /** rest takes what is behind a value: a comment, or marks such as {}. */
  private rest(): void {
    this.spaces();
    this.take(this.text[this.at] === "#" ? "comment" : "mark", this.text.length);
  }

  private spaces(): void {
    let end = this.at;
    while (this.text[end] === " ") end++;
    this.take("space", end);
  }

  private take(kind: Kind, end: number): void {
    if (end > this.at) this.found.push({ kind, text: this.text.slice(this.at, end) });
    this.at = Math.max(this.at, end);
  }
}

function kindOf(plain: string): Kind {
  if (plain === "(hidden)") return "hidden";
  if (plain.length > 400) return "string";
  return number.test(plain) ? "number" : word.test(plain) ? "word" : "string";
}
