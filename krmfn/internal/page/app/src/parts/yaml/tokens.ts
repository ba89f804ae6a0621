import { closing } from "./key.ts";
import { indentOf } from "./lines.ts";

export type Kind = "key" | "string" | "number" | "word" | "comment" | "mark" | "hidden" | "space";

/** Token is a piece of a line. The texts of all tokens of a line are the line. */
export interface Token {
  kind: Kind;
  text: string;
}

/** Open is what goes on in the next line: a text in quotes up to its quote; another text, or brackets, in lines that begin behind a column. */
export interface Open {
  column: number;
  /** How many brackets are open. */
  depth: number;
  quote: string;
}

/** Line is a line in tokens, the column of its last key or dash, what is open behind it, and whether it goes on with what was open before. */
export interface Line {
  tokens: Token[];
  column: number;
  open: Open | undefined;
  inside: boolean;
}

const number = /^[-+]?(?:0x[0-9a-fA-F]+|0o[0-7]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?|\.inf|\.nan)$/i;
const word = /^(?:null|~|true|false)$/i;
const space = /[ \t]+/y, mark = /[-?:](?=[ \t]|$)/y, property = /[&*!][^ \t,[\]{}]*/y;
/** What a text without quotes is, and what makes a key of the text in front of it. Between brackets, those and commas end it. */
const inBlock = { plain: /(?:[^:# \t]+|:(?![ \t]|$)|(?<=[^ \t])#|[ \t]+(?=[^:# \t]))+/y, colon: /[ \t]*:(?=[ \t]|$)/y };
const inBrackets = { plain: /(?:[^:# \t,[\]{}]+|:(?![ \t,[\]{}]|$)|(?<=[^ \t])#|[ \t]+(?=[^:# \t,[\]{}]))+/y, colon: /[ \t]*:(?=[ \t,[\]{}]|$)/y };

/** tokens divides the lines of YAML into tokens. It takes any text, and its time is linear. */
export function tokens(lines: readonly string[]): Token[][] {
  let open: Open | undefined;
  return lines.map((text) => {
    const line = scan(text, open);
    open = line.open;
    return line.tokens;
  });
}

/** scan divides a line that follows what is open. */
export function scan(text: string, before: Open | undefined): Line {
  const found: Token[] = [], indent = indentOf(text);
  const inside = before !== undefined && (before.quote !== "" || indent > before.column || indent === text.length || (before.depth > 0 && "]}".includes(text[indent]!)));
  let { column, depth, quote } = inside ? before : { column: indent, depth: 0, quote: "" };
  let at = 0, isText = inside && depth === 0 && quote === "";
  const take = (kind: Kind, end: number): void => {
    if (end > at) found.push({ kind, text: text.slice(at, end) });
    at = end;
  };
  if (isText) take("string", text.length);
  while (at < text.length) {
    const first = text[at]!, { plain, colon } = depth === 0 ? inBlock : inBrackets;
    let end = 0;
    if (quote !== "" || first === '"' || first === "'") {
      const start = quote === "" ? at + 1 : at;
      quote ||= first;
      end = closing(text, start, quote) + 1;
      const kind = endOf(colon, text, end) > 0 ? "key" : text.slice(start, end - 1) === "(hidden)" ? "hidden" : "string";
      if (kind === "key" && depth === 0) column = at;
      if (end > 0) quote = "";
      take(kind, end || text.length);
    } else if (first === "#") {
      isText = false;
      take("comment", text.length);
    } else if (depth === 0 && "|>".includes(first)) {
      isText = true;
      take("mark", text.length);
    } else if ((end = endOf(space, text, at)) > 0) take("space", end);
    else if ((end = endOf(property, text, at)) > 0) take("word", end);
    else if (depth === 0 && (end = endOf(mark, text, at)) > 0) {
      if (first !== ":") column = at;
      take("mark", end);
    } else if (!"[]{}".includes(first) && (end = endOf(plain, text, at)) > 0) {
      const isKey = endOf(colon, text, end) > 0;
      if (isKey && depth === 0) column = at;
      isText = !isKey && depth === 0;
      take(isKey ? "key" : kindOf(text.slice(at, end)), end);
    } else {
      if ("[{".includes(first)) depth++;
      if ("]}".includes(first)) depth = Math.max(0, depth - 1);
      take("mark", at + 1);
    }
  }
  return { tokens: found, column, open: isText || depth > 0 || quote !== "" ? { column, depth, quote } : undefined, inside };
}

/** endOf returns where what a pattern finds at an index ends; 0 where it finds nothing. */
function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : 0;
}

function kindOf(text: string): Kind {
  if (text === "(hidden)") return "hidden";
  if (text.length > 400) return "string";
  return number.test(text) ? "number" : word.test(text) ? "word" : "string";
}
