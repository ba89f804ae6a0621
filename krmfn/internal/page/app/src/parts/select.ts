// What the words of the box choose. Every number and every list of the page is about this one selection.

import type { Cluster, Finding, Fleet } from "../contract.ts";
import type { Source } from "../source.ts";
import { actions, isWorkload, type Item, itemsOf, type Side, sideOf, states } from "./item.ts";
import { kept } from "./lookup.ts";
import { placeText } from "./place.ts";
import { type Key, keys, type Word, wordsOf } from "./words.ts";

export interface Selection {
  /** What the words choose, as it is now or as it was before. */
  items: readonly Item[];
  /** Of these, what they choose as it is now, and as it was before. What is only in before leaves, or has left. */
  here: ReadonlySet<Item>;
  before: ReadonlySet<Item>;
  /** Clusters without any object that they choose. */
  idle: readonly Cluster[];
  /** Words about clusters and objects mean nothing to findings. */
  findings: readonly Finding[];
  limits: readonly Finding[];
  /** The fields are read: there may be more. */
  searching: boolean;
}

/** The selection without words, and the last one with some. */
const known = new WeakMap<readonly Item[], { whole: Selection; last?: { filter: string; fields: readonly string[] | undefined; selection: Selection } }>();

/** selectionOf returns what a filter chooses. */
export function selectionOf(source: Source, filter: string): Selection {
  const items = itemsOf(source), fields = fieldTexts.get(source.fleet), words = wordsOf(filter);
  const of = known.get(items) ?? { whole: select(source, [], items, fields) };
  known.set(items, of);
  if (words.length === 0) return of.whole;
  if (of.last?.filter !== filter || of.last.fields !== fields) of.last = { filter, fields, selection: select(source, words, items, fields) };
  return of.last.selection;
}

function select(source: Source, words: readonly Word[], items: readonly Item[], fields: readonly string[] | undefined): Selection {
  const { fleet } = source, tests = words.map((word) => testOf(source, word));
  const has = (item: Item, side: Side | undefined): boolean => side !== undefined && tests.every((test) => test(item, side, fields?.[item.index ?? -1]));
  const here = new Set(items.filter((item) => has(item, item.now))), before = new Set(items.filter((item) => (item.before === item.now ? here.has(item) : has(item, item.before))));
  const chosen = (all: readonly Finding[] = []): readonly Finding[] => all.filter((finding) => words.every((word) => isOf(fleet, finding, word)));
  const used = new Set(items.flatMap((item) => [item.now?.cluster, item.before?.cluster]));
  const idle = fleet.clusters.filter(({ name: cluster, labels, gone }) => {
    const now = { application: "", cluster, labels };
    return !gone && !used.has(cluster) && has({ id: { kind: "", name: "" }, now }, now);
  });
  return {
    items: items.filter((item) => here.has(item) || before.has(item)), here, before, idle, findings: chosen(fleet.findings), limits: chosen(source.changes?.limits),
    searching: fields === undefined && words.some(needsFields),
  };
}

type Test = (item: Item, side: Side, fields: string | undefined) => boolean;

const labelKeys = kept((fleet: Fleet) => new Set(fleet.clusters.flatMap((cluster) => [...Object.keys(cluster.labels), ...Object.keys(cluster.was ?? {})])));

const names = kept((fleet: Fleet) => ({ application: new Set(fleet.applications.map((a) => a.name)), cluster: new Set(fleet.clusters.map((c) => c.name)) }));

function testOf(source: Source, word: Word): Test {
  const { key, value, quoted, not } = word, test = positive(source, word);
  // A state is one of what an object is now: where it was before, it is not chosen for it.
  const shownOnly = key === "state" || key === "cause" || (key === undefined && !quoted && (states.includes(value) || value === "odd"));
  return (item, side, fields) => (!shownOnly || side === sideOf(item)) && test(item, side, fields) !== not;
}

function positive(source: Source, { key, value, quoted, not, text }: Word): Test {
  const { fleet } = source, isKey = keys.includes(key as Key), isLabel = key !== undefined && labelKeys(fleet).has(key);
  if (isKey || isLabel) return (item, side) => (isKey && valueOf(fleet, item, side, key as Key, value)) || (isLabel && labelOf(side, key) === value);
  if (not && !quoted && labelKeys(fleet).has(value)) return (_, side) => side.cluster === "" || labelOf(side, value) !== undefined;
  const wanted = (quoted && key === undefined ? value : text.replace(/^!/, "")).toLowerCase(), named = quoted ? [] : vocabulary.filter(({ names, knows }) => names.includes(wanted) && knows(source));
  if (named.length > 0) return (item) => named.some(({ is }) => is(item, wanted, source));
  return (item, _, fields) => textOf(source, item).includes(wanted) || fields?.includes(wanted) === true;
}

/** Words that are names of what an object is, where the source knows that. One word can name a state and a change. */
const vocabulary: readonly { names: readonly string[]; knows(source: Source): unknown; is(item: Item, name: string, source: Source): boolean }[] = [
  { names: states, knows: ({ status }) => status, is: ({ state }, name) => state?.state === name },
  { names: actions, knows: ({ changes }) => changes, is: ({ change }, name) => change?.action === name },
  { names: ["effect"], knows: ({ changes }) => changes, is: ({ change }) => change?.effect !== undefined },
  { names: ["odd"], knows: () => true, is: ({ odd }) => odd === true },
  { names: ["workload"], knows: () => true, is: (item, _, source) => isWorkload(source, item) },
];

const isNamed = (word: string): boolean => vocabulary.some(({ names }) => names.includes(word));

/** valueOf tells whether an object has a value. A name that nothing has chooses the names that it is a part of. */
function valueOf(fleet: Fleet, { id, state, change }: Item, side: Side, key: Key, value: string): boolean {
  switch (key) {
    case "application":
    case "cluster": return side[key] === value || (!names(fleet)[key].has(value) && side[key].includes(value));
    case "kind": return id.kind === value;
    case "version": return side.version === value;
    case "wave": return String(side.wave) === value;
    case "state": return state?.state === value;
    case "change": return change?.action === value;
    case "cause": return state?.of === value;
    case "severity": return false;
  }
}

function labelOf({ labels }: Side, key: string): string | undefined {
  return Object.hasOwn(labels, key) ? labels[key] : undefined;
}

const texts = new WeakMap<Item, string>();

/** textOf is all that a text is looked for in, but for the fields of the object. */
function textOf({ fleet }: Source, item: Item): string {
  let text = texts.get(item);
  if (text !== undefined) return text;
  const { id, row, now, before, state, change } = item, application = fleet.applications[row?.application ?? -1];
  const sides = [now, before].flatMap((side) => (side ? [side.application, side.cluster, side.version, ...Object.entries(side.labels).map(([key, value]) => `${key}=${value}`)] : []));
  text = [
    id.kind, id.namespace, id.name, row?.path, ...sides, application?.chart, ...(application?.sources ?? []), state?.state, state?.reason, state?.message, state?.sourceFails,
    change?.action, change?.effect, ...(change?.fields ?? []).map((field) => `${field.path} ${JSON.stringify([field.before, field.after])}`),
  ].join("\n").toLowerCase();
  texts.set(item, text);
  return text;
}

/** isOf tells whether a word chooses a finding. */
function isOf(fleet: Fleet, f: Finding, { key, value, quoted, not, text }: Word): boolean {
  const application = [f.document?.namespace, f.document?.name].filter((part) => part).join("/"), wanted = (quoted ? value : text.replace(/^!/, "")).toLowerCase();
  if (key === "severity") return (f.severity === value) !== not;
  if (key === "application") return (application === value || (!names(fleet).application.has(value) && application.includes(value))) !== not;
  if (keys.includes(key as Key) || labelKeys(fleet).has(key ?? (not ? value : "")) || (!quoted && isNamed(wanted))) return true;
  if (!quoted && ["error", "warning", "info"].includes(wanted)) return (f.severity === wanted) !== not;
  return [f.code, f.detail, f.path, placeText(f), f.document?.kind, application].join("\n").toLowerCase().includes(wanted) !== not;
}

/** The texts of the fields of objects, once somebody has searched for a text. */
const fieldTexts = new WeakMap<Fleet, readonly string[]>();
const reading = new WeakSet<Fleet>();

function needsFields({ key, value, quoted }: Word): boolean {
  return key === undefined && value.length > 1 && (quoted || !isNamed(value));
}

/** readFields reads the fields of all objects where a filter looks for a text, and calls back when they are there. */
export function readFields(source: Source, filter: string, there: () => void): void {
  const { fleet } = source;
  if (fieldTexts.has(fleet) || reading.has(fleet) || !wordsOf(filter).some(needsFields)) return;
  reading.add(fleet);
  void source.texts().then((all) => fieldTexts.set(fleet, all)).finally(() => reading.delete(fleet)).then(there, () => undefined);
}

/** isStated tells whether the state of an item counts: it is one of what is chosen as it is now, or is there no more. */
export function isStated(item: Item, here: ReadonlySet<Item>): boolean {
  return item.now === undefined || here.has(item);
}

/** clustersOf are the names of the clusters of objects: those that have them now, and those that only had them. */
export function clustersOf(items: Iterable<Item>, here: ReadonlySet<Item>): { here: Set<string>; left: Set<string> } {
  const all = { here: new Set<string>(), left: new Set<string>() };
  for (const item of items) (here.has(item) ? all.here.add(item.now!.cluster) : all.left.add(sideOf(item).cluster));
  all.here.delete("");
  for (const name of all.here) all.left.delete(name);
  all.left.delete("");
  return all;
}

/** clustersIn is how many clusters are chosen: those that have something chosen now, and those that have nothing. */
export function clustersIn({ items, here, idle }: Selection): number {
  return clustersOf(items, here).here.size + idle.length;
}
