// Finds objects and clusters of the fleet by their names.

import type { Fleet, ObjectID } from "../contract.ts";

/** keyOf tells objects apart, also in links: server/kind/namespace/name. */
export function keyOf(id: ObjectID): string {
  return [id.server ?? "", id.kind, id.namespace ?? "", id.name].map((part) => (/[%/]/.test(part) ? encodeURIComponent(part) : part)).join("/");
}

/** kept makes a value once for each thing. */
export function kept<From extends object, To>(make: (from: From) => To): (from: From) => To {
  const all = new WeakMap<From, To>();
  return (from) => {
    if (!all.has(from)) all.set(from, make(from));
    return all.get(from)!;
  };
}

/** grouped puts items into lists by a key. */
export function grouped<Key, Item>(items: Iterable<Item>, key: (item: Item) => Key): Map<Key, Item[]> {
  const all = new Map<Key, Item[]>();
  for (const item of items) {
    const list = all.get(key(item));
    if (list === undefined) all.set(key(item), [item]);
    else list.push(item);
  }
  return all;
}

const objects = kept((fleet: Fleet) => new Map(fleet.objects.map((row, i) => [keyOf(row), i])));

/** indexOf returns the index of an object, by its key; undefined when neither the documents of now nor those before have it. */
export function indexOf(fleet: Fleet, key: string): number | undefined {
  return objects(fleet).get(key);
}

const clusterNames = kept((fleet: Fleet) => new Map(fleet.clusters.map((cluster, i) => [cluster.name, i])));

/** clusterNamed returns the index of a cluster; undefined where the documents do not know it any more. */
export function clusterNamed(fleet: Fleet, name: string): number | undefined {
  return clusterNames(fleet).get(name);
}

/** present counts the rows that the documents of now have. */
export function present(rows: readonly { gone?: boolean }[]): number {
  return rows.reduce((sum, row) => sum + (row.gone ? 0 : 1), 0);
}
