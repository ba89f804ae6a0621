// The clusters with the applications that each of them has, or had.

import type { Application } from "../contract.ts";
import type { Source } from "../source.ts";
import type { Context } from "../view.ts";
import { isWorkload, type Item, type Side } from "./item.ts";
import { clusterNamed, grouped } from "./lookup.ts";
import { clustersOf, type Selection } from "./select.ts";

/** Row is a cluster, or the heading of those of a stage. */
export interface Row {
  /** The name of the cluster; absent for a heading. */
  cluster?: string;
  stage: string;
  labels: Record<string, string>;
  now: Item[];
  /** What leaves the cluster, or what the words choose. */
  left: Item[];
  /** How many clusters are below a heading, and how many of them lose all that they had. */
  clusters: number;
  leave: number;
}

/** Column is an application that a chosen cluster has. */
export interface Column {
  name: string;
  /** Absent where no documents have it. */
  about: Application | undefined;
  works: Item[];
  /** How many of its objects need attention: they fail, they change, or they are odd. */
  attention: [failing: number, changing: number, odd: number];
}

interface Matrix {
  rows: readonly Row[];
  columns: readonly Column[];
}

const known = new WeakMap<Selection, Matrix>();

/** matrixOf returns the clusters by stage, in the order of the documents, and the applications; those that need attention are first. */
export function matrixOf({ source, selection }: Context): Matrix {
  const found = known.get(selection) ?? make(source, selection);
  known.set(selection, found);
  return found;
}

function make(source: Source, { items, here, before, idle }: Selection): Matrix {
  const clusters = new Map<string, Row>(), applications = new Map<string, Set<Item>>(), label = source.stages?.label;
  const rowOf = ({ cluster, labels }: Omit<Side, "application">): Row => {
    const row = clusters.get(cluster) ?? { cluster, stage: label === undefined ? "" : labels[label] ?? "", labels, now: [], left: [], clusters: 1, leave: 0 };
    clusters.set(cluster, row);
    return row;
  };
  const put = (item: Item, side: Side, list: "now" | "left"): void => {
    if (side.cluster === "") return;
    rowOf(side)[list].push(item);
    applications.set(side.application, (applications.get(side.application) ?? new Set()).add(item));
  };
  for (const item of items) if (here.has(item)) put(item, item.now!, "now");
  for (const item of items) {
    const { now, before: was } = item, stays = here.has(item) && now?.cluster === was?.cluster && now?.application === was?.application;
    if (was !== undefined && before.has(item) && !stays) put(item, was, "left");
  }
  for (const { name, labels } of idle) rowOf({ cluster: name, labels });
  for (const row of clusters.values()) row.leave = row.now.length === 0 && row.left.length > 0 ? 1 : 0;
  const at = ({ cluster = "" }: Row): number => clusterNamed(source.fleet, cluster) ?? source.fleet.clusters.length;
  const rows = [...clusters.values()].sort((a, b) => at(a) - at(b));
  const listed = new Map(source.fleet.applications.map((about, place) => [about.name, { about, place }]));
  const columns = [...applications].map(([name, all]): Column => {
    const works = [...all].filter((item) => isWorkload(source, item)), count = (test: (item: Item) => unknown): number => [...all].filter(test).length;
    return { name, about: listed.get(name)?.about, works, attention: [count(({ state }) => state && state.state !== "ready" && state.state !== "suspended"), count((item) => item.change), count((item) => item.odd)] };
  });
  columns.sort((a, b) => rank(b) - rank(a) || (listed.get(a.name)?.place ?? 0) - (listed.get(b.name)?.place ?? 0));
  return { rows: label === undefined ? rows : byStage(rows, source.stages!.stages, (stage) => {
    const inStage = (side: Side | undefined): boolean => side !== undefined && (side.labels[label] ?? "") === stage;
    const now = new Set(items.filter((item) => here.has(item) && inStage(item.now)));
    return clustersOf(new Set([...now, ...items.filter((item) => before.has(item) && inStage(item.before))]), now);
  }), columns };
}

/** rank is higher for what people should look at first. */
function rank({ attention: [failing, changing, odd] }: Column): number {
  return (failing > 0 ? 4 : 0) + (changing > 0 ? 2 : 0) + (odd > 0 ? 1 : 0);
}

/** byStage puts headings in front of the clusters of each stage. One that has another stage now leaves its stage of before. */
function byStage(rows: readonly Row[], order: readonly string[], clusters: (stage: string) => ReturnType<typeof clustersOf>): Row[] {
  const stages = grouped(rows, (row) => row.stage);
  return [...new Set([...order, ...stages.keys()])].flatMap((stage) => {
    const all = stages.get(stage) ?? [], { here, left } = clusters(stage), idle = all.filter((row) => row.now.length + row.left.length === 0);
    return all.length === 0 ? [] : [{ stage, labels: {}, now: [], left: [], clusters: here.size + idle.length, leave: left.size }, ...all];
  });
}
