// Where a place in a YAML text is, while somebody writes it: the text need not be complete. Inside of a text of several lines there is no answer,
// and so no completion.

import { type Open, scan } from "../parts/yaml/tokens.ts";
import { item, type Step } from "./schema.ts";

/** Where tells what a place is. */
export interface Where {
  /** The kind of the document; empty where it has none. */
  kind: string;
  /** The way to the map that has, or gets, the key; for a value, the way to it. */
  path: Step[];
  at: "key" | "value";
  /** The key that is there. */
  name?: string;
  /** The keys that the map has besides. */
  present: Set<string>;
  /** Offsets in the line of what is written there already. */
  from: number;
  to: number;
}

/** Frame is a map or a list around a place. */
interface Frame {
  /** Where its keys or dashes begin; brackets have none. */
  column?: number;
  list: boolean;
  /** The key of the value that is written now. */
  key?: string | undefined;
  keys: Set<string>;
}

const isSplit = (line = ""): boolean => /^(---|\.\.\.)(\s|$)/.test(line);

/** where tells what is at an offset of a line of a text. Lines begin at 0. */
export function where(lines: readonly string[], row: number, offset: number): Where | undefined {
  let first = row, end = row + 1;
  if (isSplit(lines[row])) return undefined;
  while (first > 0 && !isSplit(lines[first - 1])) first--;
  while (end < lines.length && !isSplit(lines[end])) end++;
  const kind = lines.slice(first, end).map((line) => /^kind:\s*["']?([A-Za-z]+)/.exec(line)?.[1]).find((found) => found) ?? "";
  const stack: Frame[] = [];
  let open: Open | undefined, place: Where | undefined;

  /** enter finds, or begins, the list or the map whose dashes or keys are in a column of block style. */
  const enter = (column: number, list: boolean): Frame => {
    for (let top = stack.at(-1); top !== undefined && (top.column! > column || (!list && top.list && top.column === column)); top = stack.at(-1)) stack.pop();
    const top = stack.at(-1);
    if (top === undefined || top.column! < column || top.list !== list) stack.push({ column, list, keys: new Set() });
    return stack.at(-1)!;
  };
  const put = (at: "key" | "value", from: number, to: number, name?: string): void => {
    const around = at === "key" ? stack.slice(0, -1) : stack;
    const path = around.flatMap(({ list, key }): Step[] => (list ? [item] : key === undefined ? [] : [key]));
    place = { kind, path, at, present: at === "key" ? stack.at(-1)!.keys : new Set(), from, to, ...(name !== undefined && { name }) };
  };

  for (let i = first; i < end; i++) {
    const text = lines[i] ?? "", isRow = i === row;
    if (isRow && text.trim() === "" && open?.quote === "" && offset <= open.column) open = undefined; // what is written here is not of that
    const line = scan(text, open);
    const isText = open !== undefined && line.inside && (open.depth === 0 || open.quote !== "");
    if (isRow && isText) return undefined;
    open = line.open;
    if (!line.inside) while (stack.length > 0 && stack.at(-1)!.column === undefined) stack.pop();
    let at = 0, hasKey = false, hasBrackets = false, value: [from: number, to: number] | undefined;
    for (const { kind, text: token } of isText && open?.depth === 0 ? [] : line.tokens) {
      const from = at, to = (at += token.length), top = stack.at(-1), isHere = isRow && place === undefined;
      const inBrackets = top !== undefined && top.column === undefined, isWord = kind !== "mark" && kind !== "space" && kind !== "comment";
      if (isRow && kind === "comment" && offset > from) return undefined;
      if (isHere && inBrackets && kind !== "space" && offset <= (isWord ? to : from)) {
        put(top.list || top.key !== undefined ? "value" : "key", Math.min(from, offset), isWord ? to : offset, kind === "key" ? unquote(token) : undefined);
      }
      if (kind === "key") {
        const map = inBrackets ? top : enter(from, false);
        map.keys.add((map.key = unquote(token)));
        if (isHere && !inBrackets && offset <= to) put("key", from, to, map.key);
        hasKey = true;
      } else if (kind === "mark" && "[{".includes(token)) {
        if (isHere && place === undefined && offset <= from) return undefined;
        hasBrackets = true;
        stack.push({ list: token === "[", keys: new Set() });
      } else if (inBrackets) {
        if (token === ",") top.key = undefined;
        if ("]}".includes(token)) stack.pop();
      } else if (token === "-" && kind === "mark") enter(from, true);
      else if (isWord && hasKey) value = [value?.[0] ?? from, to];
      else if (isWord && isHere) {
        enter(from, false);
        put("key", from, from + /^[^\s:#]*/.exec(token)![0].length);
        open = undefined; // what is below goes on behind the key
      }
    }
    if (!isRow || place !== undefined) continue;
    if (stack.at(-1)?.column === undefined && stack.length > 0) put(stack.at(-1)!.list || stack.at(-1)!.key !== undefined ? "value" : "key", offset, offset);
    else if (hasBrackets) return undefined;
    else if (hasKey) put("value", Math.min(value?.[0] ?? offset, offset), value?.[1] ?? offset);
    else {
      enter(offset, false);
      put("key", offset, offset);
      open = undefined;
    }
  }
  if (place?.name !== undefined) (place.present = new Set(place.present)).delete(place.name);
  return place;
}

function unquote(text: string): string {
  return /^["'].*["']$/.test(text) ? text.slice(1, -1) : text;
}
