import type { Action } from "../contract.ts";
import { type Child, h } from "../dom.ts";
import { badge, type Tone } from "./badge.ts";
import { actions, type Group, states } from "./join.ts";
import { actionTone, stateTone } from "./tones.ts";
import { thousands } from "./counted.ts";
import { nameCut } from "./name.ts";
import { oneLine } from "./visible.ts";

/** readyBadge shows how many of several objects are ready, in the tone of the worst state. */
export function readyBadge(group: Group | undefined): HTMLElement | undefined {
  if (group === undefined || group.total + group.states.size === 0) return undefined;
  return badge(`${thousands(group.ready)}/${thousands(group.total)}`, toneOf(group));
}

function toneOf(group: Group): Tone {
  const worst = states.find((state) => group.states.has(state));
  if (group.ready === group.total) return "good";
  return worst === undefined || stateTone(worst) === "good" || stateTone(worst) === "plain" ? "warn" : stateTone(worst);
}

/** share is which part of several objects is ready, to sort by. What counts none is behind all that is ready. */
export function share(group: Group | undefined): number {
  return group === undefined || group.total === 0 ? 2 : group.ready / group.total;
}

/** stateBadges shows what several objects are, besides ready. */
export function stateBadges(group: Group | undefined): HTMLElement {
  return h("span", {}, ...states.filter((state) => state !== "ready" && group?.states.has(state)).map((state) => badge(`${thousands(group?.states.get(state) ?? 0)} ${state}`, stateTone(state))));
}

/** total is how many objects have one of several actions. */
export function total(counts: ReadonlyMap<Action, number> | undefined): number {
  return [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0);
}

/** countBadges shows what happens to several objects. */
export function countBadges(counts: ReadonlyMap<string, number> = new Map()): HTMLElement {
  return h("span", {}, ...actions.filter((action) => counts.has(action)).map((action) => badge(`${thousands(counts.get(action)!)} ${action}`, actionTone(action))));
}

/** named is the name of what the documents know, or knew. */
export function named({ name, gone }: { name: string; gone?: boolean }): Child {
  return gone ? h("span", {}, oneLine(name), " ", badge("gone", "bad")) : nameCut(name);
}
