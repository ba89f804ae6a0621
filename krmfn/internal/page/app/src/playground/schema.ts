// What documents may have: the list that build/schema.mjs packs from the JSON Schemas.

export interface Packed {
  kinds: Record<string, number>;
  nodes: PackedNode[];
  texts: string[];
}

interface PackedNode {
  /** Description, types, allowed values, required fields; by index: fields, the items of a list, the value of any other key. */
  d?: number;
  t?: string;
  e?: (string | number | boolean)[];
  r?: string[];
  f?: Record<string, number>;
  i?: number;
  a?: number;
}

/** Step is a key, or an item of a list. */
export type Step = string | typeof item;
export const item = Symbol("item");

/** Field is what the schema knows about a value. */
export interface Field {
  name: string;
  description: string;
  type: string;
  values: readonly (string | number | boolean)[];
  required: boolean;
}

export class Schema {
  constructor(private readonly packed: Packed) {}

  kinds(): string[] {
    return Object.keys(this.packed.kinds);
  }

  /** fields returns those that the map at a path may have. */
  fields(kind: string, path: readonly Step[]): Field[] {
    const map = this.find(kind, path);
    return Object.entries(map?.f ?? {}).map(([name, index]) => {
      const node = this.packed.nodes[index] ?? {}, description = node.d === undefined ? "" : this.packed.texts[node.d]!;
      return { name, description, type: node.t ?? "any", values: node.e ?? [], required: map?.r?.includes(name) ?? false };
    });
  }

  /** at returns the field at a path, whose last step is its key. */
  at(kind: string, path: readonly Step[]): Field | undefined {
    const last = path.at(-1);
    if (typeof last !== "string") return undefined;
    return this.fields(kind, path.slice(0, -1)).find((field) => field.name === last);
  }

  /** values returns those that may be at a path; none when any may. */
  values(kind: string, path: readonly Step[]): readonly (string | number | boolean)[] {
    const node = this.find(kind, path);
    return node?.e ?? (node?.t?.split(" or ").includes("boolean") ? [true, false] : []);
  }

  private find(kind: string, path: readonly Step[]): PackedNode | undefined {
    const root = own(this.packed.kinds, kind);
    let node = root === undefined ? undefined : this.packed.nodes[root];
    for (const step of path) {
      const next: number | undefined = step === item ? node?.i : (own(node?.f ?? {}, step) ?? node?.a);
      node = next === undefined ? undefined : this.packed.nodes[next];
    }
    return node;
  }
}

/** own reads a field that a map itself has, whatever the name: a document may well have a key "constructor". */
function own<T>(map: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}
