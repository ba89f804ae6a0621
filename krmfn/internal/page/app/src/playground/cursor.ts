// Where a place in a YAML text is, while somebody writes it: the text need not be complete. Only block style by its indentation, and flow
// style within one line, are known; anywhere else there is no answer, and so no completion.

import { item, type Step } from "./schema.ts";

/** Where tells what a place is. */
export interface Where {
  /** The kind of the document; empty where it has none. */
  kind: string;
  /** The way to the map that has, or gets, the key; for a value, the way to it. */
  path: Step[];
  at: "key" | "value";
  /** The keys that the map has besides. */
  present: Set<string>;
  /** Offsets in the line of what is written there already. */
  from: number;
  to: number;
}

/** Mark is a dash or a key of a line. */
interface Mark {
  key?: string;
  column: number;
  /** Where what follows begins. */
  rest: number;
}

const keyPattern = /("(?:\\.|[^"\\])*"|'(?:''|[^'])*'|[^\s#'"{}[\],&*!|>%@`?:-][^\s:]*(?:[ :]+[^\s:#]+)*?|-[^\s:]+)\s*:(?=\s|$)/y;

/** marks returns the dashes and the key of a line. */
export function marks(line: string): Mark[] {
  const found: Mark[] = [];
  let at = line.length - line.trimStart().length;
  while (line[at] === "-" && (line[at + 1] === " " || line[at + 1] === undefined)) {
    const column = at++;
    while (line[at] === " ") at++;
    found.push({ column, rest: at });
  }
  keyPattern.lastIndex = at;
  const key = keyPattern.exec(line);
  if (key?.[1] !== undefined) found.push({ key: unquote(key[1]), column: at, rest: at + key[0].length });
  return found;
}

function unquote(text: string): string {
  return /^["'].*["']$/.test(text) ? text.slice(1, -1) : text;
}

const isSplit = (line: string): boolean => /^(---|\.\.\.)(\s|$)/.test(line);
const isBlank = (line: string): boolean => /^\s*(#|$)/.test(line);

/** where tells what is at an offset of a line of a text. Lines begin at 0. */
export function where(lines: readonly string[], row: number, offset: number): Where | undefined {
  const line = lines[row] ?? "";
  if (isSplit(line) || isComment(line, offset)) return undefined;
  const here = marks(line), last = here.at(-1);
  const key = last?.key === undefined ? undefined : last;
  const inValue = key !== undefined && offset >= key.rest;
  // On an empty line the cursor tells the indentation, and behind a dash its blank.
  const column = key?.column ?? (line.slice(last?.rest ?? 0).trim() === "" ? offset : (last?.rest ?? indentOf(line)));
  const path = parents(lines, row, here.filter((mark) => mark.column < column), column);
  if (path === undefined) return undefined;
  const kind = kindOf(lines, row);
  if (key === undefined && /^[[{]/.test(line.slice(column))) return flow(line, column, offset, path, kind);
  if (!inValue) {
    const to = key === undefined ? wordFrom(line, column) : line.lastIndexOf(":", key.rest - 1);
    return { kind, path, at: "key", present: siblings(lines, row, column), from: column, to };
  }
  const valueStart = key.rest + (line.slice(key.rest).length - line.slice(key.rest).trimStart().length);
  const way: Step[] = [...path, key.key ?? ""];
  if (/^[[{]/.test(line.slice(valueStart))) return flow(line, valueStart, offset, way, kind);
  return { kind, path: way, at: "value", present: new Set(), from: Math.min(valueStart, offset), to: valueEndOf(line, valueStart) };
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function wordFrom(line: string, column: number): number {
  return column + (/^[^\s:#]*/.exec(line.slice(column))?.[0].length ?? 0);
}

function valueEndOf(line: string, start: number): number {
  const comment = /\s#/.exec(line.slice(start));
  return start + (comment === null ? line.slice(start) : line.slice(start, start + comment.index)).trimEnd().length;
}

function isComment(line: string, offset: number): boolean {
  const found = /(^|\s)#/.exec(line.slice(0, offset).replace(/"(\\.|[^"\\])*"|'[^']*'/g, (quoted) => "_".repeat(quoted.length)));
  return found !== null;
}

/** parents returns the way to a column of a line; undefined inside of a text of several lines. */
function parents(lines: readonly string[], row: number, own: readonly Mark[], column: number): Step[] | undefined {
  const path: Step[] = [];
  let need = column, fromDash = false;
  const visit = (mark: Mark, line: string, isOwn: boolean): boolean => {
    const above = mark.column < need || (fromDash && mark.key !== undefined && mark.column === need);
    if (!above) return true;
    if (mark.key !== undefined && !isOwn && /^\s*[|>][-+0-9]*\s*(#.*)?$/.test(line.slice(mark.rest))) return false;
    path.unshift(mark.key ?? item);
    need = mark.column;
    fromDash = mark.key === undefined;
    return true;
  };
  for (const mark of own.toReversed()) if (!visit(mark, lines[row] ?? "", true)) return undefined;
  for (let i = row - 1; i >= 0 && (need > 0 || fromDash); i--) {
    const line = lines[i] ?? "";
    if (isSplit(line)) break;
    if (isBlank(line) || indentOf(line) > need) continue;
    for (const mark of marks(line).toReversed()) if (!visit(mark, line, false)) return undefined;
  }
  return path;
}

/** siblings returns the other keys of the map whose keys begin at a column. */
function siblings(lines: readonly string[], row: number, column: number): Set<string> {
  const present = new Set<string>();
  const collect = (i: number): void => {
    for (const mark of marks(lines[i] ?? "")) if (mark.key !== undefined && mark.column === column) present.add(mark.key);
  };
  const isFirst = (i: number): boolean => indentOf(lines[i] ?? "") < column; // behind the dash of an item, or above the map
  for (let i = row - 1; i >= 0 && !(isFirst(i + 1) && !isBlank(lines[i + 1] ?? "")) && !isSplit(lines[i] ?? ""); i--) {
    if (isBlank(lines[i] ?? "")) continue;
    if (!isFirst(i) || marks(lines[i] ?? "").some((mark) => mark.key === undefined)) collect(i);
  }
  for (let i = row + 1; i < lines.length && !isSplit(lines[i] ?? ""); i++) {
    if (isBlank(lines[i] ?? "")) continue;
    if (isFirst(i)) break;
    collect(i);
  }
  return present;
}

/** kindOf returns the kind of the document that has a line. */
function kindOf(lines: readonly string[], row: number): string {
  let start = row, end = row;
  while (start > 0 && !isSplit(lines[start - 1] ?? "")) start--;
  while (end + 1 < lines.length && !isSplit(lines[end + 1] ?? "")) end++;
  for (let i = start; i <= end; i++) {
    const found = /^kind:\s*["']?([A-Za-z]+)/.exec(lines[i] ?? "");
    if (found?.[1] !== undefined) return found[1];
  }
  return "";
}

interface Frame {
  list: boolean;
  key?: string;
  keys: Set<string>;
}

/** flow tells what is at an offset in {…} or […] of one line. */
function flow(line: string, start: number, offset: number, path: readonly Step[], kind: string): Where | undefined {
  const stack: Frame[] = [];
  let word = start;
  for (let at = start; at < offset; at++) {
    const top = stack.at(-1), c = line[at] ?? "";
    if (c === '"' || c === "'") {
      const close = line.indexOf(c, at + 1);
      if (close < 0 || close >= offset) break;
      at = close;
    } else if (c === "{" || c === "[") {
      stack.push({ list: c === "[", keys: new Set() });
      word = at + 1;
    } else if (c === "}" || c === "]") {
      stack.pop();
      word = at + 1;
    } else if (c === ":" && top !== undefined && !top.list && top.key === undefined && /[\s]|$/.test(line[at + 1] ?? " ")) {
      top.key = unquote(line.slice(word, at).trim());
      top.keys.add(top.key);
      word = at + 1;
    } else if (c === "," && top !== undefined) {
      delete top.key;
      word = at + 1;
    }
  }
  const top = stack.at(-1);
  if (top === undefined) return undefined;
  while (line[word] === " " && word < offset) word++;
  const to = word + (/^[^\s,:}\]]*/.exec(line.slice(word))?.[0].length ?? 0);
  const way: Step[] = [...path];
  for (const frame of stack) {
    if (frame.list) way.push(item);
    else if (frame.key !== undefined) way.push(frame.key);
  }
  const isValue = top.list || top.key !== undefined;
  const present = new Set(top.keys);
  if (!isValue) for (const other of line.slice(offset).matchAll(/([\w-]+):(?=\s)/g)) if (other[1] !== undefined) present.add(other[1]);
  return { kind, path: way, at: isValue ? "value" : "key", present, from: word, to };
}
