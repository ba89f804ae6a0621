import type { Action, State } from "../contract.ts";
import { badge, type Tone } from "./badge.ts";

const states: Record<string, Tone> = { ready: "quiet", progressing: "mark", stalled: "bad", failed: "bad", missing: "bad", stale: "warn", extra: "warn", suspended: "plain" };

/** stateTone is the colour of a state. */
export function stateTone(state: State): Tone {
  return states[state] ?? "warn";
}

/** stateBadge shows a state. */
export function stateBadge(state: State): HTMLElement {
  return badge(state, stateTone(state));
}

const actions: Record<Action, Tone> = {
  deleted: "bad", reinstalled: "bad", orphaned: "warn", renamed: "warn", freed: "warn", suspended: "warn", resumed: "mark", moved: "mark", changed: "mark", created: "mark",
};

/** actionTone is the colour of what happens to an object. */
export function actionTone(action: Action): Tone {
  return actions[action] ?? "plain";
}

/** actionBadge shows what happens to an object. */
export function actionBadge(action: Action): HTMLElement {
  return badge(action, actionTone(action));
}
