// The text is kept for this tab of the browser only, so that a reload does not lose it. Closing the tab forgets it. What kubectl printed is
// never kept.

import type { NamedText } from "./link.ts";

const key = "fluxapp-playground";
/** keptSize is how many characters are kept at most. */
export const keptSize = 1_000_000;

/** keep writes the files, or returns false where they are too large. A browser that keeps nothing is no problem. */
export function keep(files: readonly NamedText[]): boolean {
  try {
    const text = JSON.stringify(files);
    if (text.length > keptSize) {
      sessionStorage.removeItem(key);
      return false;
    }
    sessionStorage.setItem(key, text);
  } catch {
    // private windows, full storage, file:// in some browsers
  }
  return true;
}

export function kept(): NamedText[] | undefined {
  try {
    const files = JSON.parse(sessionStorage.getItem(key) ?? "null") as unknown;
    if (!Array.isArray(files) || files.length === 0) return undefined;
    return files.filter((f: NamedText) => typeof f?.name === "string" && typeof f?.text === "string") as NamedText[];
  } catch {
    return undefined;
  }
}
