import { strToU8, zipSync } from "fflate";

/** zip packs files. Their time is always the same, so that the same files give the same bytes. */
export function zip(files: readonly { path: string; text: string }[]): Uint8Array<ArrayBuffer> {
  const entries: Record<string, Uint8Array> = {};
  for (const file of files) entries[file.path] = strToU8(file.text);
  return zipSync(entries, { mtime: "1980-01-01T00:00:00" });
}
