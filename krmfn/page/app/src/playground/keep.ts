// The text is kept for this tab of the browser only, so that a reload does not lose it. Closing the tab forgets it. What kubectl printed is
// never kept.

import type { NamedText } from "./link.ts";

const key = "fluxapp-playground";
const most = 1_000_000;

/** keep writes the files; text that is too large, or a browser that keeps nothing, is no problem: then nothing is kept. */
export function keep(files: readonly NamedText[]): void {
  try {
    const text = JSON.stringify(files);
    if (text.length > most) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // private windows, full storage, file:// in some browsers
  }
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
