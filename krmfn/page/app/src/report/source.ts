import type { Changes, Details, Difference, Fleet, Graph, Status } from "../contract.ts";
import { parse } from "../json.ts";
import type { About, Source } from "../source.ts";

interface Block {
  details: Details[];
  differences: Record<string, Difference[]>;
}

/** embedded reads the data blocks of a report. */
export function embedded(): Source {
  const graphs = optional<Record<string, Graph>>("graphs") ?? {};
  const fleet = needed<Fleet>("fleet");
  const starts = optional<number[]>("blocks") ?? [];
  const blocks = new Map<number, Promise<Block>>();
  const block = (cluster: number): Promise<Block> => {
    const index = Math.max(0, starts.findLastIndex((first) => first <= cluster));
    let found = blocks.get(index);
    if (found === undefined) {
      found = unpack(`details-${index}`);
      blocks.set(index, found);
    }
    return found;
  };
  return {
    fleet,
    about: needed<About>("about"),
    changes: optional<Changes>("changes"),
    status: optional<Status>("status"),
    details: async (object) => {
      const found = (await block(fleet.objects[object]?.cluster ?? -1)).details.find((d) => d.object === object);
      if (found === undefined) throw new Error(`the report has no object ${object}`);
      return found;
    },
    differences: async (cluster) => (await block(cluster)).differences[fleet.clusters[cluster]?.name ?? ""] ?? [],
    graph: async (application = "") => graphs[application] ?? { frames: [], boxes: [], arrows: [] },
    onChange: () => undefined,
  };
}

function optional<T>(id: string): T | undefined {
  const text = document.getElementById(id)?.textContent;
  return text ? parse<T>(text) : undefined;
}

function needed<T>(id: string): T {
  const value = optional<T>(id);
  if (value === undefined) throw new Error(`the report has no block ${id}`);
  return value;
}

/** unpack reads a block of gzip in base64. */
async function unpack(id: string): Promise<Block> {
  const bytes = Uint8Array.from(atob(document.getElementById(id)?.textContent ?? ""), (c) => c.charCodeAt(0));
  const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
  return parse<Block>(text);
}
