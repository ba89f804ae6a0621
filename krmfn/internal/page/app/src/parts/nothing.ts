import { h } from "../dom.ts";
import type { Context } from "../view.ts";

/** nothing tells that the words choose none of a kind of things, or that this is not known yet. */
export function nothing({ source, selection, route }: Context, thing: string): HTMLElement {
  return h("p", { class: "empty" }, source.fleet.refused ? "Nothing is rendered." : selection.searching ? "Searching \u2026" : route.filter === "" ? `There is no ${thing}.` : `No ${thing} has all these words.`);
}
