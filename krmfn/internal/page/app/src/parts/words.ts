// What people write into the box that chooses rows: words, all of which a row must have. A word is key=value, with a key below or that of a label of
// a cluster; or the name of a state, a change or a severity; or any text.

export const keys = ["application", "cluster", "kind", "version", "wave", "state", "change", "severity"] as const;
export type Key = (typeof keys)[number];

export interface Word {
  /** What is before the first =; absent without one. */
  key?: string;
  value: string;
  /** The word as it is written. */
  text: string;
}

export function wordsOf(filter: string): Word[] {
  return filter.split(/\s+/).filter((text) => text !== "").map((text) => {
    const at = text.indexOf("=");
    return at > 0 ? { key: text.slice(0, at), value: text.slice(at + 1), text } : { value: text, text };
  });
}

/** withWord returns a filter with key=value in the place of the word of this key; an empty value takes that word away. */
export function withWord(filter: string, key: string, value: string): string {
  const others = wordsOf(filter).filter((word) => word.key !== key).map((word) => word.text);
  return [...others, ...(value === "" ? [] : [`${key}=${value}`])].join(" ");
}

/** has tells whether a filter has key=value. */
export function has(filter: string, key: string, value: string): boolean {
  return wordsOf(filter).some((word) => word.key === key && word.value === value);
}
