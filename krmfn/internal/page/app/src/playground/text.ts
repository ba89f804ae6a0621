// Files that people open may be anything. This tells text from what is none.

/** maxFile is how large an opened file may be. */
export const maxFile = 16 << 20;

export type Read = { text: string } | { problem: string };

/** readText returns the text of a file, or why there is none. */
export function readText(bytes: Uint8Array): Read {
  if (bytes.length > maxFile) return { problem: `is larger than ${maxFile >> 20} MB` };
  const encoding = utf16(bytes) ?? "utf-8";
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return { problem: "is not text in UTF-8" };
  }
  return text.includes("\0") ? { problem: "is not text: it has NUL bytes" } : { text };
}

/** utf16 tells a text of Windows, as "kubectl … > file" of an old PowerShell writes it, by its first bytes. */
function utf16(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/** isDocument tells by the name whether a file may have documents. */
export function isDocument(name: string): boolean {
  return /\.(ya?ml|json)$/i.test(name);
}
