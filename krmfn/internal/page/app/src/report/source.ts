import type { Changes, Fleet, Stages, Status } from "../contract.ts";
import { parse } from "../json.ts";
import { unpacked } from "../parts/unpacked.ts";
import { whole, wholeDifference, type Packed, type PackedDifference } from "./pieces.ts";
import type { About, Source } from "../source.ts";

/** OfCluster is what people look at one by one of a cluster, or of no cluster. */
interface OfCluster {
  details: Packed[];
  differences: PackedDifference[];
}

/** embedded reads the data blocks of a report. Those of details are unpacked when somebody looks at them. */
export async function embedded(): Promise<Source> {
  const [about, fleet, starts, pieceStarts, changes, status, stages] = await Promise.all([
    unpack<About>("about"), unpack<Fleet>("fleet", JSON.parse), unpack<number[]>("details"), unpack<number[]>("pieces"),
    present("changes") ? unpack<Changes>("changes") : undefined, present("status") ? unpack<Status>("status") : undefined, present("stages") ? unpack<Stages>("stages") : undefined,
  ]);
  const ofCluster = listOf<OfCluster>("details", starts), piece = listOf<string>("pieces", pieceStarts);
  return {
    fleet,
    about,
    ...(changes && { changes }),
    ...(status && { status }),
    ...(stages && { stages }),
    details: async (object) => {
      const found = (await ofCluster(fleet.objects[object]?.cluster ?? -1)).details.find((d) => d.object === object);
      if (found === undefined) throw new Error(`the report has no object ${object}`);
      return whole(found, piece);
    },
    differences: async (cluster) => Promise.all((await ofCluster(cluster)).differences.map((d) => wholeDifference(d, piece))),
    texts: async () => {
      const all: string[] = [];
      for (const at of [-1, ...fleet.clusters.keys()]) {
        for (const { object, yaml } of (await ofCluster(at)).details) all[object] = (await Promise.all(yaml.map((part) => (typeof part === "number" ? piece(part) : part)))).join("").toLowerCase();
      }
      return all;
    },
    onChange: () => undefined,
  };
}

/** listOf returns a function that returns an item of a list by its number. The list is in several blocks, which begin with the given numbers. */
function listOf<T>(name: string, starts: number[]): (number: number) => Promise<T> {
  const blocks = new Map<number, Promise<T[]>>();
  return async (number) => {
    const index = Math.max(0, starts.findLastIndex((first) => first <= number));
    const block = blocks.get(index) ?? unpack<T[]>(`${name}-${index}`);
    blocks.set(index, block);
    const item = (await block)[number - (starts[index] ?? 0)];
    if (item === undefined) throw new Error(`the report has no ${name} ${number}`);
    return item;
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
    return read(await new Response(unpacked(text)).text());
  } catch (cause) {
    throw new Error(`the block ${id} of the report is damaged; perhaps the file was cut off`, { cause });
  }
}
