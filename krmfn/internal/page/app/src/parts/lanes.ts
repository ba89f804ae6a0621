// The order in which clusters get what: an application is a lane, and each of its waves is a box.

import type { Application } from "../contract.ts";
import type { Source } from "../source.ts";
import { isWorkload, type Item, sideOf } from "./item.ts";
import { grouped } from "./lookup.ts";
import { clustersOf, type Selection } from "./select.ts";
import { type Tally, tally, type Version, versionsOf } from "./tally.ts";

/** Lane is an application with what it has in each wave. */
export interface Lane {
  application: Application;
  /** The first wave is first. */
  boxes: Box[];
  /** What happens to objects that are in no wave, for example sources. */
  beside: Tally;
}

/** Box are the workloads of an application in a wave. */
export interface Box {
  /** As the documents number it; undefined for an application without waves, which has one box. */
  wave: number | undefined;
  /** Names, without those from which the workload goes. */
  clusters: string[];
  versions: Version[];
  tally: Tally;
}

/** lanesOf returns the lanes of what is chosen. A lane is below those that it waits for. */
export function lanesOf(source: Source, { items, here }: Selection): Lane[] {
  const byApplication = grouped(items, (item) => sideOf(item).application), waveOf = (item: Item): number | undefined => (here.has(item) ? item.now : item.before)?.wave;
  const boxOf = ([wave, all]: [number | undefined, Item[]]): Box => ({
    wave, clusters: [...clustersOf(all, here).here], versions: versionsOf(all.filter((item) => here.has(item))), tally: tally(all, here),
  });
  return inOrder(source.fleet.applications).flatMap((application) => {
    const all = byApplication.get(application.name) ?? [], works = all.filter((item) => isWorkload(source, item)), there = works.filter((item) => here.has(item));
    // What is gone from a wave that is no more is beside the others.
    const waves = new Set((there.length > 0 ? there : works).map(waveOf)), inWaves = new Set(works.filter((item) => waves.has(waveOf(item))));
    const boxes = [...grouped(inWaves, waveOf)].sort(([a = -1], [b = -1]) => a - b);
    return all.length === 0 ? [] : [{ application, boxes: boxes.map(boxOf), beside: tally(all.filter((item) => !inWaves.has(item)), here) }];
  });
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
