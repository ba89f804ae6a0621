import type { Changes, Difference, Fleet, Graph, Status } from "../contract.ts";
import { parse } from "../json.ts";
import { whole, type Packed } from "./pieces.ts";
import type { About, Source } from "../source.ts";

interface Block {
  details: Packed[];
  /** By the index of the cluster. */
  differences: Record<number, Difference[]>;
}

/** embedded reads the data blocks of a report. Those of details are unpacked when somebody looks at them. */
export async function embedded(): Promise<Source> {
  const [about, fleet, starts, pieceStarts, graphs, changes, status] = await Promise.all([
    unpack<About>("about"), unpack<Fleet>("fleet", JSON.parse), unpack<number[]>("blocks"), unpack<number[]>("pieces"), unpack<Record<string, Graph>>("graphs"),
    present("changes") ? unpack<Changes>("changes") : undefined, present("status") ? unpack<Status>("status") : undefined,
  ]);
  const block = blocksOf<Block>("details", starts);
  const pieces = blocksOf<string[]>("pieces", pieceStarts);
  const piece = async (number: number): Promise<string> => {
    const first = pieceStarts.findLast((start) => start <= number) ?? 0;
    return (await pieces(number))[number - first] ?? "";
  };
  return {
    fleet,
    about,
    ...(changes && { changes }),
    ...(status && { status }),
    details: async (object) => {
      const found = (await block(fleet.objects[object]?.cluster ?? -1)).details.find((d) => d.object === object);
      if (found === undefined) throw new Error(`the report has no object ${object}`);
      return whole(found, piece);
    },
    differences: async (cluster) => (await block(cluster)).differences[cluster] ?? [],
    graph: async (application = "") => graphs[application] ?? { frames: [], boxes: [], arrows: [] },
    onChange: () => undefined,
  };
}

/** blocksOf returns a function that unpacks the block of a number. Each block begins with one of the given numbers. */
function blocksOf<T>(name: string, starts: number[]): (number: number) => Promise<T> {
  const unpacked = new Map<number, Promise<T>>();
  return (number) => {
    const index = Math.max(0, starts.findLastIndex((first) => first <= number));
    let found = unpacked.get(index);
    if (found === undefined) {
      found = unpack<T>(`${name}-${index}`);
      unpacked.set(index, found);
    }
    return found;
  };
}

function present(id: string): boolean {
  return document.getElementById(id) !== null;
}

/** unpack reads a block of gzip in base64. A block without values of documents can be read by the browser's own reader, which is faster. */
async function unpack<T>(id: string, read: (text: string) => T = parse): Promise<T> {
  const text = document.getElementById(id)?.textContent;
  if (!text) throw new Error(`the report has no block ${id}; perhaps the file was cut off`);
  try {
    const characters = atob(text), bytes = new Uint8Array(characters.length);
    for (let i = 0; i < characters.length; i++) bytes[i] = characters.charCodeAt(i);
    return read(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text());
  } catch (cause) {
    throw new Error(`the block ${id} of the report is damaged; perhaps the file was cut off`, { cause });
  }
}
