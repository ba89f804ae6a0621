// What people write into the box that chooses objects: words, all of which an object must have. A word is key=value, with a key below or that of a
// label of a cluster; or the name of a state or a change; or any text. ! in front of a word turns it round, and "quotes" hold blanks together.

export const keys = ["application", "cluster", "kind", "version", "wave", "state", "change", "cause", "severity"] as const;
export type Key = (typeof keys)[number];

export interface Word {
  /** What is before the first =; absent without one. */
  key?: string;
  value: string;
  /** The word is only a text, whatever it is the name of. */
  quoted: boolean;
  not: boolean;
  /** The word as it is written. */
  text: string;
}

const word = /(!?)(?:([\w./-]+)=)?(?:"((?:[^"\\]|\\.)*)"?|(\S*))\s*/y;

export function wordsOf(filter: string): Word[] {
  const all: Word[] = [], whole = filter.trim();
  for (word.lastIndex = 0; word.lastIndex < whole.length; ) {
    const [text = "", not, key, quoted, plain = ""] = word.exec(whole) ?? [];
    const value = quoted?.replace(/\\(.)/g, "$1") ?? plain;
    if (key !== undefined || value !== "") all.push({ ...(key !== undefined && { key }), value, quoted: quoted !== undefined, not: not === "!", text: text.trim() });
  }
  return all;
}

/** wordOf writes key=value so that it is read as one word. */
export function wordOf(key: string, value: string): string {
  return `${key}=${/[\s"\\]/.test(value) ? `"${value.replace(/["\\]/g, "\\$&")}"` : value}`;
}

/** withWord returns a filter with key=value in the place of the words of this key; an empty value takes them away. */
export function withWord(filter: string, key: string, value: string): string {
  const others = wordsOf(filter).filter((word) => (word.key !== key || word.not) && word.text !== `!${key}`).map((word) => word.text);
  return [...others, ...(value === "" ? [] : [wordOf(key, value)])].join(" ");
}

/** withLabel returns a filter for the clusters that have a value of a label; an empty value is for those without the label. */
export function withLabel(filter: string, label: string, value: string): string {
  return value === "" ? `${withWord(filter, label, value)} !${label}`.trim() : withWord(filter, label, value);
}

/** withText returns a filter that has a word without a key too. */
export function withText(filter: string, text: string): string {
  return has(filter, text) ? filter : `${filter} ${text}`.trim();
}

/** has tells whether a filter has a word, as it is written. */
export function has(filter: string, text: string): boolean {
  return wordsOf(filter).some((word) => word.text === text);
}
