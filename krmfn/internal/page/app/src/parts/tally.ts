import type { Action, State } from "../contract.ts";
import { h } from "../dom.ts";
import { badge, type Tone } from "./badge.ts";
import { counted, thousands } from "./counted.ts";
import { actions, type Item, states } from "./item.ts";
import { grouped } from "./lookup.ts";
import { isStated } from "./select.ts";
import { actionTone, stateTone } from "./tones.ts";
import { oneLine } from "./visible.ts";

/** Tally counts what several objects are, and what happens to them. */
export interface Tally {
  states: Map<State, number>;
  /** Workloads that count in their application. */
  ready: number;
  total: number;
  actions: Map<Action, number>;
}

/** tally counts items. With those that are here, an item has no state where it only was. */
export function tally(items: Iterable<Item>, here?: ReadonlySet<Item>): Tally {
  const all: Tally = { states: new Map(), ready: 0, total: 0, actions: new Map() };
  for (const item of items) {
    const { change } = item, state = here === undefined || isStated(item, here) ? item.state : undefined;
    if (state !== undefined) add(all.states, state.state);
    if (state?.counted) all.total++;
    if (state?.counted && state.state === "ready") all.ready++;
    if (change !== undefined) add(all.actions, change.action);
  }
  return all;
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** toneOf is the colour of the worst state of several objects; plain where all are ready, or nobody knows. */
export function toneOf(all: Tally): Tone {
  const worst = states.find((state) => state !== "ready" && all.states.has(state));
  return worst === undefined ? "plain" : stateTone(worst);
}

/** stateBadges shows what several objects are, besides ready. */
export function stateBadges(all: Tally): HTMLElement[] {
  return states.filter((state) => state !== "ready" && all.states.has(state)).map((state) => badge(`${thousands(all.states.get(state)!)} ${state}`, stateTone(state)));
}

/** actionBadges shows what happens to several objects. */
export function actionBadges(all: Tally): HTMLElement[] {
  return actions.filter((action) => all.actions.has(action)).map((action) => badge(`${thousands(all.actions.get(action)!)} ${action}`, actionTone(action)));
}

/** badgesOf shows both. */
export function badgesOf(all: Tally): HTMLElement {
  return h("span", {}, ...stateBadges(all), ...actionBadges(all));
}

/** Version is a version, on how many clusters it is, and what these had before where it was another one. */
export interface Version {
  version: string;
  clusters: number;
  from: string[];
}

/** versionsOf are the versions that items have now; what most clusters have is first. */
export function versionsOf(items: readonly Item[]): Version[] {
  const there = items.filter((item) => item.now?.version !== undefined);
  const all = [...grouped(there, (item) => item.now!.version!)].map(([version, same]): Version => ({
    version, clusters: new Set(same.map((item) => item.now!.cluster)).size,
    from: [...new Set(same.flatMap(({ before }) => (before?.version !== undefined && before.version !== version ? [before.version] : [])))].sort(),
  }));
  return all.sort((a, b) => b.clusters - a.clusters || (a.version < b.version ? -1 : 1));
}

/** versionText prints what a version comes from, and the version. */
export function versionText({ version, from }: Version): string {
  return oneLine(from.length === 0 ? version : `${from.length === 1 ? from[0] : counted(from.length, "version")} \u2192 ${version}`);
}
