import type { Changes, Fleet, Stages, Status } from "../contract.ts";
import { parse } from "../json.ts";
import { unpacked } from "../parts/unpacked.ts";
import { type Packed, type PackedDifference, unfolded, whole, wholeDifference, yamlOf } from "./pieces.ts";
import type { About, Source } from "../source.ts";

/** embedded reads the data blocks of a report. Those of details are unpacked when somebody looks at them. */
export async function embedded(): Promise<Source> {
  const [about, fleet, objects, clusters, pieces, changes, status, stages] = await Promise.all([
    unpack<About>("about"), unpack<Fleet>("fleet", JSON.parse), unpack<number[]>("details"), unpack<number[]>("differences"), unpack<number[]>("pieces"),
    present("changes") ? unpack<Changes>("changes") : undefined, present("status") ? unpack<Status>("status") : undefined, present("stages") ? unpack<Stages>("stages") : undefined,
  ]);
  const details = listOf<Packed>("details", objects, unfolded), differences = listOf<PackedDifference[]>("differences", clusters), piece = listOf<string>("pieces", pieces);
  const order = [...fleet.objects.keys()].sort((a, b) => fleet.objects[a]!.application - fleet.objects[b]!.application), places = new Map(order.map((object, place) => [object, place]));
  const packed = (object: number): Promise<Packed> => details(places.get(object) ?? -1);
  const cluster = (object: number): string => fleet.clusters[fleet.objects[object]?.cluster ?? -1]?.name ?? "";
  return {
    fleet,
    about,
    ...(changes && { changes }),
    ...(status && { status }),
    ...(stages && { stages }),
    details: async (object) => whole(object, await packed(object), cluster(object), piece),
    differences: async (cluster) => Promise.all((await differences(cluster)).map((d) => wholeDifference(d, piece))),
    texts: () => Promise.all(Array.from(fleet.objects.keys(), async (object) => (await yamlOf(await packed(object), cluster(object), piece)).toLowerCase())),
    onChange: () => undefined,
  };
}

/** listOf returns a function that returns an item of a list by its number. The list is in several blocks, which begin with the given numbers. */
function listOf<T>(name: string, starts: number[], made: (all: T[]) => T[] = (all) => all): (number: number) => Promise<T> {
  const blocks = new Map<number, Promise<T[]>>();
  return async (number) => {
    const index = Math.max(0, starts.findLastIndex((first) => first <= number));
    const block = blocks.get(index) ?? unpack<T[]>(`${name}-${index}`).then(made);
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
