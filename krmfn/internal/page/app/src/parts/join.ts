import type { Action, Change, Changes, Fleet, State, Status, StatusOfObject } from "../contract.ts";
import type { Source } from "../source.ts";

/** Joined is what the changes and the status tell about the applications and clusters of the fleet. */
export interface Joined {
  /** What each application and each cluster has, by its name. */
  ofApplication: Map<string, Group>;
  ofCluster: Map<string, Group>;
  /** What it is made of. */
  of: { status: Status | undefined; changes: Changes | undefined };
}

/** Group counts the states and the actions of several objects. */
export interface Group {
  states: Map<State, number>;
  ready: number;
  total: number;
  actions: Map<Action, number>;
}

/** actions are in the order of how much they do. */
export const actions: readonly Action[] = ["deleted", "reinstalled", "orphaned", "renamed", "freed", "suspended", "resumed", "moved", "changed", "created"];

/** states are in the order in which people should look at them. */
export const states: readonly State[] = ["failed", "missing", "stalled", "stale", "unknown", "progressing", "suspended", "extra", "ready"];

const known = new WeakMap<Fleet, Joined>();

/** joined joins the changes and the status of a source with its fleet, once for the same data. */
export function joined(source: Source): Joined {
  const of = { status: source.status, changes: source.changes };
  let found = known.get(source.fleet);
  if (found === undefined || found.of.status !== of.status || found.of.changes !== of.changes) {
    found = { ofApplication: new Map(), ofCluster: new Map(), of };
    if (source.status) joinStatus(found, source.status);
    for (const change of source.changes?.changes ?? []) joinChange(found, change);
    known.set(source.fleet, found);
  }
  return found;
}

function joinStatus(all: Joined, status: Status): void {
  for (const application of status.applications) {
    const group = groupOf(all.ofApplication, application.name);
    group.ready += application.ready;
    group.total += application.total;
    count(application.shared ?? [], [group]);
    for (const cluster of application.clusters) {
      const place = groupOf(all.ofCluster, cluster.cluster);
      place.ready += cluster.ready;
      place.total += cluster.total;
      count(cluster.objects, [group, place]);
    }
  }
}

function count(objects: readonly StatusOfObject[], groups: readonly Group[]): void {
  for (const object of objects) for (const group of groups) add(group.states, object.state);
}

function joinChange(all: Joined, change: Change): void {
  add(groupOf(all.ofApplication, change.application).actions, change.action);
  if (change.cluster !== undefined) add(groupOf(all.ofCluster, change.cluster).actions, change.action);
}

function groupOf(groups: Map<string, Group>, name: string): Group {
  let group = groups.get(name);
  if (group === undefined) groups.set(name, (group = { states: new Map(), ready: 0, total: 0, actions: new Map() }));
  return group;
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
