// Finds what other data tell about an object or a cluster of the fleet.

import type { Change, Changes, Fleet, ObjectID, Status, StatusOfCluster, StatusOfObject } from "../contract.ts";

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

const changes = kept((all: Changes) => grouped(all.changes, (change) => keyOf(change.object)));

/** changesOf returns what happens to an object. */
export function changesOf(all: Changes | undefined, id: ObjectID): Change[] {
  return (all && changes(all).get(keyOf(id))) ?? [];
}

/** changeOf returns what happens to an object last; undefined where nothing does. */
export function changeOf(all: Changes | undefined, id: ObjectID): Change | undefined {
  return changesOf(all, id).at(-1);
}

const changesByCluster = kept((all: Changes) => grouped(all.changes, (change) => change.cluster ?? ""));

/** changesOn returns what happens on a cluster. */
export function changesOn(all: Changes | undefined, cluster: string): Change[] {
  return (all && changesByCluster(all).get(cluster)) ?? [];
}

const states = kept((status: Status) => {
  const all = status.applications.flatMap((app) => [...(app.shared ?? []), ...app.clusters.flatMap((cluster) => cluster.objects)]);
  return new Map(all.map((object) => [keyOf(object), object]));
});

/** stateOf returns the state of an object. */
export function stateOf(status: Status | undefined, id: ObjectID): StatusOfObject | undefined {
  return status && states(status).get(keyOf(id));
}

/** statesOn returns the states of the applications on a cluster, by the name of the application. */
export function statesOn(status: Status | undefined, cluster: string): Map<string, StatusOfCluster> {
  const all = new Map<string, StatusOfCluster>();
  for (const app of status?.applications ?? []) {
    const found = app.clusters.find((c) => c.cluster === cluster);
    if (found !== undefined) all.set(app.name, found);
  }
  return all;
}

const objectsByCluster = kept((fleet: Fleet) => grouped(fleet.objects.keys(), (i) => fleet.objects[i]!.cluster));

/** objectsOn returns the indexes of the objects of a cluster, by its index. */
export function objectsOn(fleet: Fleet, cluster: number): number[] {
  return objectsByCluster(fleet).get(cluster) ?? [];
}

/** present counts the rows that the documents of now have. */
export function present(rows: readonly { gone?: boolean }[]): number {
  return rows.reduce((sum, row) => sum + (row.gone ? 0 : 1), 0);
}
