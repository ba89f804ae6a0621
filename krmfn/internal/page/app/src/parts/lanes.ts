// The order in which clusters get what: an application is a lane, and each of its waves is a box.

import type { Action, Application, ObjectRow } from "../contract.ts";
import type { Source } from "../source.ts";
import type { Group } from "./join.ts";
import { changeOf, grouped, stateOf } from "./lookup.ts";

/** Lane is an application with what it has in each wave. */
export interface Lane {
  application: Application;
  /** The first wave is first. */
  boxes: Box[];
  /** What happens to objects that are in no wave, for example sources. */
  beside: Group;
}

/** Box are the workloads of an application in a wave. */
export interface Box {
  /** From 1; 0 for an application without waves, which has one box. */
  wave: number;
  /** Names, without those from which the workload goes. */
  clusters: string[];
  /** What most clusters have is first. */
  versions: { version: string; clusters: number }[];
  group: Group;
}

/** lanesOf returns the lanes of objects, by their indexes. A lane is below those that it waits for. */
export function lanesOf(source: Source, objects: readonly number[]): Lane[] {
  const { applications, objects: all } = source.fleet;
  const rowsOf = grouped(objects.map((i) => all[i]!), (row) => applications[row.application]);
  return inOrder(applications).flatMap((application) => laneOf(source, application, rowsOf.get(application) ?? []));
}

/** inOrder puts each application below those that it waits for. One of those that wait in a circle comes first. */
export function inOrder(applications: readonly Application[]): Application[] {
  const named = new Map(applications.map((application) => [application.name, application]));
  const seen = new Set<Application>(), placed = new Set<Application>(), stack = [...applications].reverse();
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) { // a function that calls itself could not follow 20,000 of them
    const before = seen.has(top) ? [] : (top.waitsFor ?? []).flatMap((name) => named.get(name) ?? []).filter((other) => !seen.has(other));
    seen.add(top);
    if (before.length === 0) placed.add(stack.pop()!);
    for (const other of before.reverse()) stack.push(other);
  }
  return [...placed];
}

function laneOf(source: Source, application: Application, rows: readonly ObjectRow[]): Lane[] {
  if (rows.length === 0) return [];
  const { workload, waves } = application;
  const boxes = grouped(rows.filter((row) => row.kind === workload), (row) => row.wave ?? (waves > 1 ? 1 : 0));
  return [{
    application, boxes: [...boxes].sort(([a], [b]) => a - b).map(([wave, all]) => boxOf(source, wave, all)),
    beside: groupOf(source, rows.filter((row) => row.kind !== workload)),
  }];
}

function boxOf(source: Source, wave: number, rows: readonly ObjectRow[]): Box {
  const clusters = (of: readonly ObjectRow[]): string[] => [...new Set(of.map((row) => row.cluster))].map((i) => source.fleet.clusters[i]?.name ?? "");
  const there = rows.filter((row) => !row.gone), versions = grouped(there, (row) => row.version);
  return {
    wave, clusters: clusters(there), group: groupOf(source, rows),
    versions: [...versions].flatMap(([version, on]) => (version === undefined ? [] : { version, clusters: clusters(on).length })).sort((a, b) => b.clusters - a.clusters),
  };
}

function groupOf({ status, changes }: Source, rows: readonly ObjectRow[]): Group {
  const states = rows.flatMap((row) => (row.gone ? [] : stateOf(status, row) ?? [])), counted = states.filter((state) => state.counted);
  const actions = rows.flatMap((row) => changeOf(changes, row)?.action ?? []);
  return { states: counts(states.map((s) => s.state)), ready: counted.filter((s) => s.state === "ready").length, total: counted.length, actions: counts<Action>(actions) };
}

function counts<Key>(keys: readonly Key[]): Map<Key, number> {
  return new Map([...grouped(keys, (key) => key)].map(([key, all]) => [key, all.length]));
}
