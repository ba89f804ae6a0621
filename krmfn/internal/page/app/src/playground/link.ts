// A link carries the files in its fragment, which browsers do not send to a server: JSON, deflated, in base64 for addresses.
import { unpacked } from "../parts/unpacked.ts";

export interface NamedText {
  name: string;
  text: string;
}

/** maxLink is how long the part of a link with the files may be. Chat programs and tickets cut longer addresses off. */
export const maxLink = 32_000;
/** maxUnpacked is how much text a link may unpack to. A small link can claim to be gigabytes. */
const maxUnpacked = 8 << 20;

/** encode returns files as text for a link. */
export async function encode(files: readonly NamedText[]): Promise<string> {
  const json = JSON.stringify(files.map((file) => [file.name, file.text]));
  const packed = await new Response(new Blob([json]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  let binary = "";
  for (const byte of new Uint8Array(packed)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** decode returns the files of a link. It throws an error with a message for people when a link is damaged. */
export async function decode(text: string): Promise<NamedText[]> {
  let size = 0, json: string;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, out) {
      if ((size += part.length) > maxUnpacked) out.error();
      else out.enqueue(part);
    },
  });
  try {
    const packed = unpacked(text.replaceAll("-", "+").replaceAll("_", "/"), "deflate-raw");
    json = new TextDecoder("utf-8", { fatal: true }).decode(await new Response(packed.pipeThrough(limit)).arrayBuffer());
  } catch {
    if (size > maxUnpacked) throw new Error("The link has more text than a link may have.");
    throw new Error("The link is damaged: perhaps it was cut off. Ask for it again.");
  }
  return read(json);
}

function read(json: string): NamedText[] {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // it is no list, either
  }
  const isFile = (item: unknown): item is [string, string] => Array.isArray(item) && typeof item[0] === "string" && typeof item[1] === "string";
  if (!Array.isArray(value) || value.length === 0 || value.length > 1000 || !value.every(isFile)) throw new Error("The link has no files of fluxapp.");
  return value.map(([name, text]) => ({ name, text }));
}

/** take cuts the files out of a fragment. They are there alone, or behind a route: "#files=…", "#objects?kind=HelmRelease&files=…". */
export function take(fragment: string): { files?: string; rest: string } {
  const found = /(^#?|[?&])files=([^&]*)/.exec(fragment);
  if (found === null) return { rest: fragment };
  const before = fragment.slice(0, found.index) + (found[1] === "#" ? "#" : ""), after = fragment.slice(found.index + found[0].length);
  const rest = after === "" ? before : found[1] === "?" ? `${before}?${after.slice(1)}` : before + after;
  return { files: found[2] ?? "", rest };
}
