// Which rows the filters of a route choose.

import type { Application, Change, Cluster, Finding, Fleet, ObjectRow } from "../contract.ts";
import type { Filter, Route } from "../route.ts";
import type { Source } from "../source.ts";
import { type Group, joined } from "./join.ts";
import { changeOf, stateOf } from "./lookup.ts";
import { placeText } from "./place.ts";

type Filters = Route["filter"];

/** A test tells whether a row is chosen; absent where all are. */
type Test<Row> = ((row: Row) => boolean) | undefined;

function all<Row>(...tests: Test<Row>[]): (row: Row) => boolean {
  const set = tests.filter((test) => test !== undefined);
  return (row) => set.every((test) => test(row));
}

/** search finds rows whose text has all words. */
export function search<Row>(words: string | undefined, text: (row: Row) => string): Test<Row> {
  const wanted = (words ?? "").toLowerCase().split(/\s+/).filter((word) => word !== "");
  if (wanted.length === 0) return undefined;
  return (row) => {
    const found = text(row).toLowerCase();
    return wanted.every((word) => found.includes(word));
  };
}

/** named finds the indexes of what has a name, or, where nothing has it, of what has it as a part. */
export function named(items: readonly { name: string }[], name: string): Set<number> {
  const test = nameTest(items.map((item) => item.name), name);
  return new Set(items.flatMap((item, i) => (test(item.name) ? [i] : [])));
}

/** nameTest tests for the names that are a text, or, where none is, for those that have it as a part. */
function nameTest(names: readonly string[], text: string): (name: string) => boolean {
  return names.includes(text) ? (name) => name === text : (name) => name.includes(text);
}

/** labelled tells whether labels have a key=value, or a key. */
export function labelled(labels: Record<string, string>, wanted: string): boolean {
  const [key, ...value] = wanted.split("=");
  if (key === undefined || !Object.hasOwn(labels, key)) return false;
  return value.length === 0 || labels[key] === value.join("=");
}

/** clustersOf are the indexes of the clusters that the filters choose; undefined where they choose all. */
function clustersOf(fleet: Fleet, { cluster, label }: Filters): Set<number> | undefined {
  if (!cluster && !label) return undefined;
  const chosen = cluster ? named(fleet.clusters, cluster) : new Set(fleet.clusters.keys());
  if (label) for (const index of chosen) if (!labelled(fleet.clusters[index]?.labels ?? {}, label)) chosen.delete(index);
  return chosen;
}

export function objectsOf(source: Source, filter: Filters): number[] {
  const { fleet } = source;
  const clusters = clustersOf(fleet, filter);
  const applications = filter.application ? named(fleet.applications, filter.application) : undefined;
  const { kind, state, action } = filter;
  const test = all<ObjectRow>(
    clusters && ((row) => clusters.has(row.cluster)),
    applications && ((row) => applications.has(row.application)),
    kind ? (row) => row.kind === kind : undefined,
    state ? (row) => stateOf(source.status, row)?.state === state : undefined,
    action ? (row) => changeOf(source.changes, row)?.action === action : undefined,
    search(filter.search, (row) => textOf(fleet, row)),
  );
  return fleet.objects.flatMap((row, i) => (test(row) ? [i] : []));
}

const texts = new WeakMap<ObjectRow, string>();

function textOf(fleet: Fleet, row: ObjectRow): string {
  let text = texts.get(row);
  if (text === undefined) {
    text = [row.kind, row.namespace, row.name, fleet.clusters[row.cluster]?.name, fleet.applications[row.application]?.name, row.path].join(" ").toLowerCase();
    texts.set(row, text);
  }
  return text;
}

function grouped({ state, action }: Filters, group: Group | undefined): boolean {
  return (!state || (group?.states as Map<string, number> | undefined)?.has(state) === true)
    && (!action || (group?.actions as Map<string, number> | undefined)?.has(action) === true);
}

export function applicationsOf(source: Source, filter: Filters): Application[] {
  const { fleet } = source, known = joined(source);
  const clusters = clustersOf(fleet, filter);
  const there = clusters && new Set([...clusters].flatMap((index) => fleet.clusters[index]?.applications ?? []));
  const { kind } = filter;
  const names = filter.application ? named(fleet.applications, filter.application) : undefined;
  const test = all<number>(
    names && ((i) => names.has(i)),
    there && ((i) => there.has(i)),
    kind ? (i) => fleet.applications[i]?.workload === kind : undefined,
    (i) => grouped(filter, known.ofApplication.get(fleet.applications[i]?.name ?? "")),
    search(filter.search, (i) => {
      const a = fleet.applications[i];
      return a ? [a.name, a.kind, a.workload, a.chart, ...a.sources, ...a.versions.map((v) => v.version), a.file].join(" ") : "";
    }),
  );
  return fleet.applications.filter((_, i) => test(i));
}

export function clustersShown(source: Source, filter: Filters): Cluster[] {
  const { fleet } = source, known = joined(source);
  const chosen = clustersOf(fleet, filter);
  const applications = filter.application ? named(fleet.applications, filter.application) : undefined;
  const test = all<number>(
    chosen && ((i) => chosen.has(i)),
    applications && ((i) => fleet.clusters[i]?.applications.some((a) => applications.has(a)) === true),
    (i) => grouped(filter, known.ofCluster.get(fleet.clusters[i]?.name ?? "")),
    search(filter.search, (i) => {
      const c = fleet.clusters[i];
      return c ? [c.name, ...Object.entries(c.labels).map(([key, value]) => `${key}=${value}`), ...c.applications.map((a) => fleet.applications[a]?.name)].join(" ") : "";
    }),
  );
  return fleet.clusters.filter((_, i) => test(i));
}

export function findingsOf(fleet: Fleet, filter: Filters): Finding[] {
  const { severity } = filter;
  return fleet.findings.filter(all<Finding>(
    severity ? (f) => f.severity === severity : undefined,
    search(filter.search, (f) => [f.code, f.detail, f.path, placeText(f), f.document?.kind, f.document?.namespace, f.document?.name].join(" ")),
  ));
}

/** filtersOf are the filters that mean something to a view, by its name. */
export const filtersOf: Record<string, readonly Filter[]> = {
  applications: ["search", "application", "cluster", "label", "kind", "state", "action"],
  clusters: ["search", "cluster", "label", "application", "state", "action"],
  objects: ["search", "application", "cluster", "label", "kind", "state", "action"],
  changes: ["search", "application", "cluster", "label", "kind", "action"],
  order: ["application"],
  findings: ["search", "severity"],
};

/** changesShown are the changes that the filters choose. Clusters count by their names: one that is gone has no labels. */
export function changesShown(source: Source, filter: Filters): Set<Change> {
  const { fleet } = source, changes = source.changes?.changes ?? [];
  const { action, kind, label } = filter;
  const applications = filter.application ? nameTest(changes.map((change) => change.application), filter.application) : undefined;
  const clusters = filter.cluster ? nameTest(changes.flatMap((change) => [change.cluster ?? "", change.wasCluster ?? ""]), filter.cluster) : undefined;
  const labelledClusters = label ? new Set(fleet.clusters.filter((cluster) => labelled(cluster.labels, label)).map((cluster) => cluster.name)) : undefined;
  const test = all<Change>(
    action ? (change) => change.action === action : undefined,
    kind ? (change) => change.object.kind === kind : undefined,
    applications && ((change) => applications(change.application)),
    clusters && ((change) => clusters(change.cluster ?? "") || clusters(change.wasCluster ?? "")),
    labelledClusters && ((change) => labelledClusters.has(change.cluster ?? "")),
    search(filter.search, (change: Change) => [
      change.action, change.application, change.cluster, change.object.kind, change.object.namespace, change.object.name, change.effect, ...(change.fields ?? []).map((field) => field.path),
    ].join(" ")),
  );
  return new Set(changes.filter(test));
}
