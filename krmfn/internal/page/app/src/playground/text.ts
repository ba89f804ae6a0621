// Files that people open may be anything. This tells text from what is none.

/** maxFile is how large an opened file may be. */
export const maxFile = 16 << 20;

/** readText returns the text of a file, or why there is none. A text of Windows, as "kubectl … > file" of an old PowerShell writes it, is in UTF-16. */
export async function readText(file: Blob): Promise<{ text: string } | { problem: string }> {
  if (file.size > maxFile) return { problem: `is larger than ${maxFile >> 20} MB` };
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (bytes === undefined) return { problem: "cannot be read" };
  const [first, second] = new Uint8Array(bytes), encoding = first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\0") ? { problem: "is not text: it has NUL bytes" } : { text };
  } catch {
    return { problem: "is not text in UTF-8" };
  }
}

/** isDocument tells by the name whether a file may have documents. */
export function isDocument(name: string): boolean {
  return /\.(ya?ml|json)$/i.test(name);
}
