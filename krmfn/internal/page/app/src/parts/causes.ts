import type { Cause } from "../contract.ts";
import { h } from "../dom.ts";
import type { Context } from "../view.ts";
import { age } from "./age.ts";
import { badge } from "./badge.ts";
import { counted } from "./counted.ts";
import { type Item, sideOf } from "./item.ts";
import { link, nameOf } from "./links.ts";
import { grouped } from "./lookup.ts";
import { more } from "./more.ts";
import { clustersOf, isStated, type Selection } from "./select.ts";
import { short, spans } from "./spans.ts";
import { stateBadge } from "./tones.ts";
import { cut } from "./value.ts";
import { oneLine, visible } from "./visible.ts";
import { withWord } from "./words.ts";
import type { Source } from "../source.ts";

/** Of is a cause with the chosen objects that it holds. */
export interface Of {
  cause: Cause;
  items: readonly Item[];
}

/** causesOf are the causes of what is chosen, the worst first. */
export function causesOf({ status }: Source, { items, here }: Selection): Of[] {
  const held = grouped(items.filter((item) => isStated(item, here)), (item) => item.state?.of);
  return (status?.causes ?? []).flatMap((cause) => (held.has(cause.key) ? [{ cause, items: held.get(cause.key)! }] : []));
}

/** causes shows each cause once, with all that it holds. */
export function causes(context: Context): HTMLElement | undefined {
  const all = causesOf(context.source, context.selection), over = context.source.status?.over ?? [];
  if (all.length + over.length === 0) return undefined;
  return h("section", {}, h("h3", {}, "Not ready"),
    more(h("ul", { class: "rows" }), all, 20, (of) => row(context, of), "not ready"),
    over.length > 0 && h("h3", {}, "Over since the state before"),
    over.length > 0 && more(h("ul", { class: "rows" }), over, 5, (cause) => h("li", {}, stateBadge(cause.state), " ", h("s", {}, oneLine(cause.object)), h("span", { class: "end" }, since(context, cause)), why(cause)), "over"));
}

/** row counts what is chosen: with the name of what holds it, or by its kind. */
function row(context: Context, { cause, items }: Of): HTMLElement {
  const all = clustersOf(items, context.selection.here), names = [...all.here, ...all.left], to = withWord(context.route.filter, "cause", cause.key), many = items.length > 1;
  const holds = cause.object === `${cause.kind} ${nameOf(cause.first)}`, applications = [...new Set(items.map((item) => sideOf(item).application))];
  const text = holds ? cause.object : many ? counted(items.length, cause.kind) : `${cause.kind} ${nameOf(items[0]!.id)}`;
  return h("li", {},
    h("div", {}, stateBadge(cause.state), " ", cause.isNew && badge("new", "mark"), " ", h("b", {}, link(context, { view: "objects", filter: to }, oneLine(text))),
      many && `${holds ? `: ${counted(items.length, "object")}` : ""} of ${applications.length > 1 ? counted(applications.length, "application") : oneLine(applications[0]!)}`,
      names.length > 0 && ` on ${names.length > 1 ? `${counted(names.length, "cluster")}: ` : ""}${oneLine(short(spans(names), 3))}`,
      h("span", { class: "end" }, since(context, cause))),
    why(cause));
}

function why({ why }: Cause): HTMLElement | undefined {
  return why === undefined ? undefined : h("p", { class: "why" }, cut(visible(why)));
}

/** since tells for how long it has been so. Without a time of the report it is the time. */
function since({ source }: Context, { since, until }: Cause): string {
  const { now } = source.about, first = age(since, now) ?? since ?? "", last = age(until, now) ?? "";
  return last === "" || first === last ? first : `${last} to ${first}`;
}
