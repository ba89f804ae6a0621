import { h } from "../dom.ts";
import { oneLine } from "./visible.ts";

/** A part of a name ends beside one of these. */
const separators = /[-/._:]/;

/** namesBy returns a function that shows a name of a list by what differs: what all of them begin and end with is muted. The text is the whole name. */
export function namesBy(all: readonly string[]): (name: string) => HTMLElement {
  const [start, end] = sharedBy(all).map((part) => part.length) as [number, number];
  return (name) => {
    const last = name.length - end;
    if (start + end === 0 || start >= last) return h("span", {}, oneLine(name));
    const parts = [name.slice(0, start), name.slice(start, last), name.slice(last)].map(oneLine);
    return h("span", {}, h("span", { class: "same" }, parts[0]), parts[1], h("span", { class: "same" }, parts[2]));
  };
}

/** sharedBy is what all names begin with, and what they end with, in whole parts. Empty ones do not count. */
export function sharedBy(all: readonly string[]): [start: string, end: string] {
  const names = all.filter((name) => name !== "");
  return [shared(names, false), shared(names, true)];
}

/** shared is what all names begin with, or end with. */
function shared(all: readonly string[], atEnd: boolean): string {
  let part = all[0] ?? "";
  const shorten = (): string => (part = atEnd ? part.slice(1) : part.slice(0, -1));
  const cutsPart = (name: string): boolean => {
    const at = atEnd ? name.length - part.length : part.length;
    return at > 0 && at < name.length && !separators.test(name.slice(at - 1, at + 1));
  };
  for (const name of all) while (!(atEnd ? name.endsWith(part) : name.startsWith(part))) shorten();
  while (all.some(cutsPart)) shorten();
  return part;
}
