// Which rows the words of a filter choose.

import type { Application, Change, Cluster, Finding, Fleet, Gated, StatusRow } from "../contract.ts";
import type { Source } from "../source.ts";
import { actions, type Group, joined, states } from "./join.ts";
import { changesOf, clusterNamed, kept, stateOf } from "./lookup.ts";
import { placeText } from "./place.ts";
import { type Key, keys, type Word, wordsOf } from "./words.ts";

type Labels = Record<string, string>;

/** Facts are what a row has. */
interface Facts {
  values: Partial<Record<Key, readonly string[]>>;
  labels: readonly (Labels | undefined)[];
  /** All that a text is looked for in. */
  text: string;
  /** Words about what the row never has choose it: a finding has no state. */
  open?: boolean;
}

type Test = (facts: Facts, fields?: string) => boolean;

const severities = ["error", "warning", "info"];
const vocabularies: [Key, readonly string[]][] = [["state", states], ["change", actions], ["severity", severities]];

const labelKeys = kept((fleet: Fleet) => new Set(fleet.clusters.flatMap((cluster) => [...Object.keys(cluster.labels), ...Object.keys(cluster.was ?? {})])));

const names = kept((fleet: Fleet) => ({ application: new Set(fleet.applications.map((a) => a.name)), cluster: new Set(fleet.clusters.map((c) => c.name)) }));

/** testOf tests for all words. */
function testOf(fleet: Fleet, filter: string): Test {
  const tests = wordsOf(filter).map((word) => testOfWord(fleet, word));
  return (facts, fields) => tests.every((test) => test(facts, fields));
}

/** chosen are the items that a filter chooses. Without words these are all, and nobody needs their facts. */
function chosen<Item>(fleet: Fleet, filter: string, items: readonly Item[], factsOf: (item: Item) => Facts): readonly Item[] {
  if (wordsOf(filter).length === 0) return items;
  const test = testOf(fleet, filter);
  return items.filter((item) => test(factsOf(item)));
}

function testOfWord(fleet: Fleet, { key, value, text }: Word): Test {
  const isKey = keys.includes(key as Key), isLabel = key !== undefined && labelKeys(fleet).has(key);
  if (isKey || isLabel) return (facts) => (isKey && hasValue(fleet, facts, key as Key, value)) || (isLabel && hasLabel(facts, key, value));
  const wanted = text.toLowerCase(), named = vocabularies.find(([, all]) => all.includes(wanted))?.[0];
  return (facts, fields) => (named && facts.values[named]?.includes(wanted)) || (!(named && facts.values[named]) && (facts.text.includes(wanted) || fields?.includes(wanted) === true));
}

/** hasValue tells whether a row has a value. A name that nothing has chooses the names that it is a part of. */
function hasValue(fleet: Fleet, facts: Facts, key: Key, value: string): boolean {
  const has = facts.values[key];
  if (has === undefined) return facts.open === true;
  const isPart = (key === "application" || key === "cluster") && !names(fleet)[key].has(value);
  return has.some((one) => one === value || (isPart && one.includes(value)));
}

function hasLabel(facts: Facts, key: string, value: string): boolean {
  return facts.open === true || facts.labels.some((labels) => labels !== undefined && Object.hasOwn(labels, key) && labels[key] === value);
}

function labelText(all: readonly (Labels | undefined)[]): string {
  return all.flatMap((labels) => Object.entries(labels ?? {}).map(([key, value]) => `${key}=${value}`)).join(" ");
}

function lower(...texts: (string | undefined)[]): string {
  return texts.join("\n").toLowerCase();
}

/** labelsOf are the labels of a cluster now and before. */
function labelsOf(cluster: Cluster | undefined): (Labels | undefined)[] {
  return [cluster?.labels, cluster?.was];
}

const factsOfObjects = new WeakMap<Fleet, Facts[]>();

function objectFacts(source: Source): Facts[] {
  const { fleet, status } = source;
  const known = factsOfObjects.get(fleet);
  if (known !== undefined) return known;
  const made = fleet.objects.map((row): Facts => {
    const cluster = fleet.clusters[row.cluster], labels = labelsOf(cluster), application = fleet.applications[row.application]?.name ?? "";
    const state = stateOf(status, row), changes = changesOf(source.changes, row);
    return {
      values: {
        application: [application], cluster: cluster ? [cluster.name] : [], kind: [row.kind], version: row.version ? [row.version] : [], wave: row.wave ? [String(row.wave)] : [],
        state: state ? [state.state] : [], change: changes.map((change) => change.action),
      },
      labels,
      text: lower(row.kind, row.namespace, row.name, cluster?.name, application, row.path, row.version, labelText(labels), state?.state, state?.reason, state?.message, state?.sourceFails,
        ...changes.flatMap((change) => [change.action, change.effect])),
    };
  });
  factsOfObjects.set(fleet, made);
  return made;
}

/** The texts of the fields of objects, once somebody has searched for a text. */
const fieldTexts = new WeakMap<Fleet, readonly string[]>();

/** readFields reads the fields of all objects where a filter looks for a text, and calls back when they are there. */
export function readFields(source: Source, filter: string, there: () => void): void {
  const { fleet } = source;
  if (fieldTexts.has(fleet) || wordsOf(filter).every((word) => word.key !== undefined || word.value.length < 2)) return;
  fieldTexts.set(fleet, []);
  void source.texts().then((texts) => {
    fieldTexts.set(fleet, texts);
    there();
  }, () => fieldTexts.delete(fleet));
}

/** What was chosen last: several parts of a view ask for the same. */
const lastShown = new WeakMap<Fleet, { filter: string; fields: readonly string[] | undefined; found: number[] }>();

/** objectsShown are the indexes of the objects that a filter chooses. */
export function objectsShown(source: Source, filter: string): number[] {
  const { fleet } = source, fields = fieldTexts.get(fleet);
  let last = lastShown.get(fleet);
  if (last === undefined || last.filter !== filter || last.fields !== fields) {
    const test = testOf(fleet, filter);
    last = { filter, fields, found: objectFacts(source).flatMap((of, i) => (test(of, fields?.[i]) ? [i] : [])) };
    lastShown.set(fleet, last);
  }
  return last.found;
}

/** within are the applications or clusters of which a filter chooses an object, by their indexes. */
function within(source: Source, filter: string, of: "application" | "cluster"): Set<number> {
  const { fleet } = source;
  return new Set(objectsShown(source, filter).map((i) => fleet.objects[i]![of]));
}

function groupValues(group: Group | undefined): Facts["values"] {
  return { state: [...(group?.states.keys() ?? [])], change: [...(group?.actions.keys() ?? [])] };
}

/** applicationsShown are the applications that a filter chooses, or of which it chooses an object. */
export function applicationsShown(source: Source, filter: string): Application[] {
  const { fleet, status } = source, has = within(source, filter, "application");
  const why = new Map(status?.applications.map((a) => [a.name, a.rows.map((row) => row.why).join("\n")]));
  const own = new Set(chosen(fleet, filter, fleet.applications, (a) => ({
    values: { application: [a.name], kind: [a.workload], version: a.versions.map((v) => v.version), ...groupValues(joined(source).ofApplication.get(a.name)) },
    labels: [],
    text: lower(a.name, a.kind, a.workload, a.chart, ...a.sources, ...a.versions.map((v) => v.version), a.file, why.get(a.name)),
  })));
  return fleet.applications.filter((a, i) => has.has(i) || own.has(a));
}

/** clustersShown are the clusters that a filter chooses, or of which it chooses an object. */
export function clustersShown(source: Source, filter: string): Cluster[] {
  const { fleet } = source, has = within(source, filter, "cluster");
  const own = new Set(chosen(fleet, filter, fleet.clusters, (c) => ({
    values: { cluster: [c.name], ...groupValues(joined(source).ofCluster.get(c.name)) }, labels: labelsOf(c), text: lower(c.name, labelText(labelsOf(c))),
  })));
  return fleet.clusters.filter((c, i) => has.has(i) || own.has(c));
}

/** findingsShown are the findings that a filter chooses. Words about clusters and objects mean nothing to them. */
export function findingsShown(fleet: Fleet, filter: string): readonly Finding[] {
  return chosen(fleet, filter, fleet.findings, (f) => ({
    values: { severity: [f.severity], application: [[f.document?.namespace, f.document?.name].filter((part) => part).join("/")] }, labels: [], open: true,
    text: lower(f.code, f.detail, f.path, placeText(f), f.document?.kind, f.document?.namespace, f.document?.name),
  }));
}

/** changesShown are the changes that a filter chooses. The labels of a cluster count before and after the change. */
export function changesShown(source: Source, filter: string): Set<Change> {
  return new Set(chosen(source.fleet, filter, source.changes?.changes ?? [], (change) => changeFacts(source, change)));
}

/** gatedShown are the objects of which only the gates change, and that a filter chooses. */
export function gatedShown(source: Source, filter: string): readonly Gated[] {
  return chosen(source.fleet, filter, source.changes?.gated ?? [], (gated) => changeFacts(source, gated));
}

function changeFacts({ fleet, status }: Source, change: Gated & Partial<Change>): Facts {
  const clusters = [change.cluster, change.wasCluster].filter((name) => name !== undefined);
  const labels = clusters.flatMap((name) => labelsOf(fleet.clusters[clusterNamed(fleet, name) ?? -1]));
  const state = stateOf(status, change.object);
  return {
    values: {
      application: [change.application], cluster: clusters, kind: [change.object.kind], change: change.action ? [change.action] : [], state: state ? [state.state] : [], version: versionsOf(change),
    },
    labels,
    text: lower(change.action, change.application, ...clusters, change.object.kind, change.object.namespace, change.object.name, change.effect, labelText(labels),
      ...(change.fields ?? []).map((field) => `${field.path} ${JSON.stringify([field.before, field.after])}`)),
  };
}

/** versionsOf are the versions that a change leaves and comes to. */
function versionsOf(change: Partial<Change>): string[] {
  return (change.fields ?? []).filter((field) => field.path.endsWith("version")).flatMap((field) => [field.before, field.after]).filter((value) => typeof value === "string");
}

/** rowsShown are the rows of a status that a filter chooses. */
export function rowsShown(source: Source, application: string, rows: readonly StatusRow[], filter: string): readonly StatusRow[] {
  const { fleet } = source;
  return chosen(fleet, filter, rows, (row) => {
    const labels = (row.names ?? []).flatMap((name) => labelsOf(fleet.clusters[clusterNamed(fleet, name) ?? -1]));
    return {
      values: { application: [application], cluster: row.names ?? [], kind: [row.kind], state: [row.state] }, labels,
      text: lower(application, row.state, row.kind, row.object, row.where, row.why, row.revision, labelText(labels)),
    };
  });
}
