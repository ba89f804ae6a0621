// The data blocks of the page: gzip in base64.

/** textOfBlock returns a block as it is. */
export function textOfBlock(id: string): string {
  const text = document.getElementById(`data-${id}`)?.textContent;
  if (!text) throw new Error(`the page has no block ${id}; perhaps the file was cut off`);
  return text;
}

/** unpack reads a block of JSON. */
export async function unpack<T>(id: string): Promise<T> {
  const bytes = Uint8Array.from(atob(textOfBlock(id)), (c) => c.charCodeAt(0));
  return JSON.parse(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text()) as T;
}

/** arriving returns the texts of the numbered blocks of a name, each as soon as the browser has read it. */
export async function* arriving(id: string): AsyncGenerator<string> {
  for (let i = 0; ; i++) {
    const block = (): Element | null => document.getElementById(`data-${id}-${i}`);
    while (document.readyState === "loading" && !block()?.nextElementSibling) await new Promise((resolve) => setTimeout(resolve, wait));
    if (block() === null && i > 0) return;
    yield textOfBlock(`${id}-${i}`);
  }
}

/** wait is how long the page waits before it looks for more blocks, in milliseconds. */
const wait = 5;
