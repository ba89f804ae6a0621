// What is chosen and counted: the objects of the documents now and before, and those that only the cluster has, each with its state and its change.

import type { Action, Change, Changes, Fleet, Gated, ObjectID, ObjectRow, State, Status, StatusOfObject } from "../contract.ts";
import type { Source } from "../source.ts";
import { clusterNamed, grouped, kept, keyOf } from "./lookup.ts";

/** Side is what an object is in the documents of now, or in those before. */
export interface Side {
  application: string;
  /** Empty for an object of no cluster. */
  cluster: string;
  /** Those of the cluster. */
  labels: Record<string, string>;
  version?: string;
  wave?: number;
}

export interface Item {
  id: ObjectID;
  /** Index of the row of the fleet; absent for what only the cluster or a change knows. */
  index?: number;
  row?: ObjectRow;
  /** Absent where the documents do not have it. Without a comparison nothing was before. */
  now?: Side;
  before?: Side;
  state?: StatusOfObject;
  change?: Change;
  /** Only what it waits for because of waves changes. */
  gated?: Gated;
  /** Its application has another version on most clusters of the same stage. */
  odd?: boolean;
}

/** actions are in the order of how much they do. */
export const actions: readonly Action[] = ["deleted", "reinstalled", "orphaned", "renamed", "freed", "suspended", "resumed", "moved", "changed", "created"];

/** states are in the order in which people should look at them. */
export const states: readonly State[] = ["failed", "missing", "stalled", "stale", "unknown", "progressing", "suspended", "extra", "ready"];

/** sideOf is the side that an object is shown with: that of now, or what it was. */
export function sideOf(item: Item): Side {
  return item.now ?? item.before!;
}

/** isWorkload tells whether Flux applies something with an object, and the object counts as one of its application. */
export function isWorkload({ fleet }: Source, { state, row }: Item): boolean {
  return state?.workload ?? (row !== undefined && fleet.applications[row.application]?.workload === row.kind);
}

interface Known {
  items: readonly Item[];
  status: Status | undefined;
  changes: Changes | undefined;
}

const known = new WeakMap<Fleet, Known>();

/** itemsOf returns the items of a source: the rows of the fleet, then what has none. They are made once for the same data. */
export function itemsOf(source: Source): readonly Item[] {
  const { fleet, status, changes } = source;
  let found = known.get(fleet);
  if (found === undefined || found.status !== status || found.changes !== changes) {
    found = { items: new Builder(source).items(), status, changes };
    markOdd(source, found.items);
    known.set(fleet, found);
  }
  return found.items;
}

const byKey = kept((items: readonly Item[]) => grouped(items, (item) => keyOf(item.id)));
const byCluster = kept((items: readonly Item[]) => grouped(items, (item) => sideOf(item).cluster));

/** itemsNamed are the items of a key: what several applications have is several. */
export function itemsNamed(source: Source, key: string): readonly Item[] {
  return byKey(itemsOf(source)).get(key) ?? [];
}

/** itemsOn are the items of a cluster. */
export function itemsOn(source: Source, cluster: string): readonly Item[] {
  return byCluster(itemsOf(source)).get(cluster) ?? [];
}

/** ofApplication tells apart what several applications have: an administrator applies it once for each. */
function ofApplication(application: string, id: ObjectID): string {
  return `${application}\n${keyOf(id)}`;
}

/** Builder takes what it has joined with a row out of its maps: what is left has no row. */
class Builder {
  private readonly states: Map<string, { application: string; cluster: string; state: StatusOfObject }>;
  private readonly changes: Map<string, Change>;
  private readonly gated: Map<string, Gated>;

  constructor(private readonly source: Source) {
    const { status, changes } = source;
    const stated = (status?.applications ?? []).flatMap(({ name, shared = [], clusters }) => [{ cluster: "", objects: shared }, ...clusters]
      .flatMap(({ cluster, objects }) => objects.map((state) => ({ application: name, cluster, state }))));
    this.states = new Map(stated.map((of) => [keyOf(of.state), of]));
    this.changes = new Map(changes?.changes.map((change) => [ofApplication(change.application, change.object), change]));
    this.gated = new Map(changes?.gated?.map((gated) => [ofApplication(gated.application, gated.object), gated]));
  }

  items(): Item[] {
    const rows = this.source.fleet.objects.flatMap((row, index): Item[] => (row.renamed ? [] : [this.ofRow(row, index)]));
    const changed = [...this.changes.values()].map((change): Item => ({ id: change.object, before: this.sideBefore(change), change, ...this.stateOf(change.object) }));
    const extra = [...this.states.values()].map(({ application, cluster, state }): Item => ({ id: state, before: { application, cluster, labels: this.labels(cluster, true) }, state }));
    return [...rows, ...changed, ...extra];
  }

  private ofRow(row: ObjectRow, index: number): Item {
    const { fleet } = this.source;
    const application = fleet.applications[row.application]?.name ?? "", cluster = fleet.clusters[row.cluster]?.name ?? "", key = ofApplication(application, row);
    const side: Side = { application, cluster, labels: this.labels(cluster, row.gone === true), ...(row.version && { version: row.version }), ...(row.wave !== undefined && { wave: row.wave }) };
    const change = this.changes.get(key), gated = this.gated.get(key);
    this.changes.delete(key);
    return {
      id: row, index, row, ...(row.gone ? { before: side } : { now: side, ...this.earlier(row, side, change) }), ...this.stateOf(row), ...(change && { change }), ...(gated && { gated }),
    };
  }

  /** earlier is what an object of now was. */
  private earlier(row: ObjectRow, now: Side, change: Change | undefined): { before?: Side } {
    if (this.source.changes === undefined || change?.action === "created") return {};
    const cluster = change?.wasCluster ?? now.cluster, labels = this.labels(cluster, true);
    const { version, wave } = row.was ?? now, { application } = now;
    if (row.was === undefined && cluster === now.cluster && labels === now.labels) return { before: now };
    return { before: { application, cluster, labels, ...(version !== undefined && { version }), ...(wave !== undefined && { wave }) } };
  }

  private sideBefore({ application, wasCluster, cluster = "" }: Change): Side {
    return { application, cluster: wasCluster ?? cluster, labels: this.labels(wasCluster ?? cluster, true) };
  }

  private stateOf(id: ObjectID): { state?: StatusOfObject } {
    const key = keyOf(id), state = this.states.get(key)?.state;
    this.states.delete(key);
    return state ? { state } : {};
  }

  private labels(name: string, before: boolean): Record<string, string> {
    const { fleet } = this.source, cluster = fleet.clusters[clusterNamed(fleet, name) ?? -1];
    return (before ? cluster?.was : undefined) ?? cluster?.labels ?? none;
  }
}

const none: Record<string, string> = {};

/** markOdd compares the versions of an application on the clusters of a stage: where more than half have the same, the others are odd. */
function markOdd(source: Source, items: readonly Item[]): void {
  const label = source.stages?.label, there = items.filter((item) => item.now !== undefined && isWorkload(source, item));
  for (const stage of grouped(there, ({ now }) => `${now!.application}\n${label === undefined ? "" : now!.labels[label]}`).values()) {
    const clusters = [...grouped(stage, ({ now }) => now!.cluster).values()], byVersions = grouped(clusters, (all) => [...new Set(all.flatMap(({ now }) => now!.version ?? []))].sort().join("\n"));
    const usual = [...byVersions.values()].find((same) => 2 * same.length > clusters.length);
    if (usual !== undefined) for (const same of byVersions.values()) if (same !== usual) for (const item of same.flat()) item.odd = true;
  }
}
