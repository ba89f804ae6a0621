import type { Action, State } from "../contract.ts";
import { type Child, h } from "../dom.ts";
import type { Context } from "../view.ts";
import { counted, thousands } from "./counted.ts";
import { actions, isWorkload, states } from "./item.ts";
import { link } from "./links.ts";
import { clustersIn } from "./select.ts";
import { tally } from "./tally.ts";
import { actionTone, stateTone } from "./tones.ts";
import { withText, withWord } from "./words.ts";

/** headline tells what the chosen objects are, and what happens to them: each number leads to what it counts. */
export function headline(context: Context): HTMLElement {
  const { source, selection: { items, here }, route: { filter } } = context;
  const works = items.filter((item) => isWorkload(source, item)), all = tally(items, here), of = tally(works, here);
  const one = (view: string, to: string, count: number, word: string, tone: string): HTMLElement =>
    h("span", { "data-key": `${view} ${word}` }, link(context, { view, filter: to }, h("span", { class: tone }, h("b", {}, thousands(count)), ` ${word}`)));
  const state = (name: State): Child[] => {
    const count = of.states.get(name) ?? 0, others = (all.states.get(name) ?? 0) - count, to = withWord(filter, "state", name), tone = stateTone(name);
    return [count > 0 && one("objects", withText(to, "workload"), count, name, tone), others > 0 && one("objects", withText(to, "!workload"), others, `${others === 1 ? "other" : "others"} ${name}`, tone)];
  };
  const change = (name: Action): Child => all.actions.has(name) && one("changes", withWord(filter, "change", name), all.actions.get(name)!, name, actionTone(name));
  const size = [["clusters", clustersIn(context.selection), "cluster"], ["objects", items.length, "object"]] as const;
  const left = source.status === undefined ? size.map(([view, count, thing]) => one(view, filter, count, counted(count, thing).replace(/^\S+ /, ""), "plain")) : states.flatMap(state);
  return h("div", { class: "headline", role: "group", "aria-label": "What is chosen" }, h("span", {}, ...left), source.changes && h("span", {}, ...actions.map(change)));
}
