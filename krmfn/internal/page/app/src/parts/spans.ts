import { thousands } from "./counted.ts";

/** Span is a name, or names that follow each other and differ in their numbers only: store-007 to store-042. */
interface Span {
  text: string;
  names: number;
}

/** fewestJoined is how many names become one span at least. */
const fewestJoined = 3;

/** spans joins the names that have each number from the first to the last one. fluxapp diff prints them in the same way. */
export function spans(names: readonly string[]): Span[] {
  const sorted = names.map((name) => ({ name, ...cutNumber(name) })).sort((a, b) =>
    compare(a.head, b.head) || a.number.length - b.number.length || compare(a.number, b.number));
  const all: Span[] = [];
  for (let begin = 0, end = 0; begin < sorted.length; begin = end) {
    end = begin + 1;
    while (end < sorted.length && follows(sorted[end - 1]!, sorted[end]!)) end++;
    if (end - begin >= fewestJoined) all.push({ text: `${sorted[begin]!.name} to ${sorted[end - 1]!.name}`, names: end - begin });
    else all.push(...sorted.slice(begin, end).map(({ name }) => ({ text: name, names: 1 })));
  }
  return all;
}

/** short joins the first spans, and counts the names of the others. */
export function short(all: readonly Span[], most: number): string {
  const shown = all.length <= most + 1 ? all : all.slice(0, most); // "and 1 more" is not shorter
  const more = all.slice(shown.length).reduce((sum, span) => sum + span.names, 0);
  return shown.map((span) => span.text).join(", ") + (more > 0 ? ` and ${thousands(more)} more` : "");
}

interface Numbered {
  head: string;
  number: string;
}

function cutNumber(name: string): Numbered {
  let end = name.length;
  while (end > 0 && name[end - 1]! >= "0" && name[end - 1]! <= "9") end--;
  return { head: name.slice(0, end), number: name.slice(end) };
}

function follows(name: Numbered, next: Numbered): boolean {
  return name.head === next.head && name.number !== "" && name.number.length === next.number.length && BigInt(next.number) === BigInt(name.number) + 1n;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
