// The data blocks of the page: gzip in base64.
import { unpacked } from "../parts/unpacked.ts";

/** textOfBlock returns a block as it is. */
export function textOfBlock(id: string): string {
  const text = document.getElementById(`data-${id}`)?.textContent;
  if (!text) throw new Error(`the page has no block ${id}; perhaps the file was cut off`);
  return text;
}

/** unpack reads a block of JSON. */
export async function unpack<T>(id: string): Promise<T> {
  return (await new Response(unpacked(textOfBlock(id))).json()) as T;
}
