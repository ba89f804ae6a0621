import { h } from "../dom.ts";

export type Tone = "quiet" | "plain" | "warn" | "bad" | "mark";

/** What a phone shows in the place of a word behind a number. */
const symbols: Record<string, string> = {
  failed: "\u2715", missing: "?", stalled: "!", stale: "\u231b", unknown: "?", progressing: "\u2026", suspended: "\u2016", extra: "\u2295", ready: "\u2713",
  deleted: "\u2212", reinstalled: "\u21bb", orphaned: "\u2298", renamed: "\u2192", resumed: "\u25b6", moved: "\u21c4", changed: "\u2260", created: "+",
};

/**
 * badge is a short word on a coloured ground, perhaps behind a number. The word tells everything: nobody needs to see the colour. Where there is
 * little room, a symbol is seen behind the number, and the word is there for readers of screens.
 */
export function badge(text: string, tone: Tone): HTMLElement {
  const [, count, word] = /^([\d,]+ )(\w+)$/.exec(text) ?? [], symbol = symbols[word ?? ""];
  if (symbol === undefined) return h("span", { class: `badge ${tone}` }, text);
  return h("span", { class: `badge ${tone}`, title: text, "data-symbol": symbol }, count, h("span", { class: "word" }, word));
}
