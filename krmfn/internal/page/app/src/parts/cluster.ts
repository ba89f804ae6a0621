import type { Change, Cluster, Difference } from "../contract.ts";
import { type Child, h } from "../dom.ts";
import type { Context } from "../view.ts";
import { counted } from "./counted.ts";
import { facts } from "./facts.ts";
import { applicationLink, link, nameOf, objectLink } from "./links.ts";
import { type Item, itemsOn, sideOf } from "./item.ts";
import { grouped } from "./lookup.ts";
import { more } from "./more.ts";
import { namesBy } from "./name.ts";
import { placeLink } from "./place.ts";
import { settingOf } from "./setting.ts";
import { stateBadges, tally } from "./tally.ts";
import { actionBadge, stateBadge } from "./tones.ts";
import { shownValue } from "./value.ts";
import { oneLine, visible } from "./visible.ts";
import { withWord } from "./words.ts";

/** cluster tells about a cluster: its labels, applications, changes, what differs on it, and its objects. */
export function cluster(context: Context, about: Cluster, differences: Child): Child[] {
  const items = itemsOn(context.source, about.name);
  return [
    facts([
      ["Labels", labels(context, about.labels)],
      ["Made by", (about.file || about.line) && placeLink(context, about)],
    ]),
    applications(context, items),
    changes(context, items),
    differences,
    objects(context, items),
  ];
}

/** labels lead to the clusters that have them too. */
function labels(context: Context, all: Record<string, string>): HTMLElement | undefined {
  const pairs = Object.entries(all);
  if (pairs.length === 0) return undefined;
  return h("ul", { class: "labels" }, ...pairs.map(([key, value]) => h("li", {}, link(context, { view: "clusters", filter: withWord(context.route.filter, key, value) }, h("code", {}, `${oneLine(key)}=${oneLine(value)}`)))));
}

function applications(context: Context, items: readonly Item[]): HTMLElement | undefined {
  const all = grouped(items.filter((item) => sideOf(item).application !== ""), (item) => sideOf(item).application);
  if (all.size === 0) return undefined;
  const shown = namesBy([...all.keys()]);
  return h("section", {}, h("h3", {}, "Applications"),
    more(h("ul", { class: "rows" }), [...all], 50, ([name, of]) => h("li", {}, applicationLink(context, name, shown(name)), " ", stateOn(of))));
}

function stateOn(items: readonly Item[]): Child {
  const all = tally(items);
  return all.total > 0 && h("span", { class: "end" }, `${all.ready}/${all.total} ready `, ...stateBadges(all));
}

function changes(context: Context, items: readonly Item[]): HTMLElement | undefined {
  const all = items.flatMap((item) => item.change ?? []);
  if (all.length === 0) return undefined;
  return h("section", {}, h("h3", {}, "Changes"), more(h("ul", { class: "rows" }), all, 20, (change) => changeRow(context, change)));
}

function changeRow(context: Context, change: Change): HTMLElement {
  const paths = change.fields?.map((field) => oneLine(field.path)) ?? [];
  return h("li", {}, actionBadge(change.action), " ", change.object.kind, " ", objectLink(context, change.object),
    change.effect && h("div", { class: "effect" }, visible(change.effect)),
    paths.length > 0 && h("div", { class: "paths" }, paths.slice(0, 5).join(", "), paths.length > 5 && ` and ${paths.length - 5} more`));
}

function objects(context: Context, all: readonly Item[]): HTMLElement {
  const shown = namesBy(all.map(({ id }) => nameOf(id)));
  return h("section", {}, h("h3", {}, counted(all.length, "object")), more(h("ul", { class: "rows" }), all, 50, ({ id, state }) =>
    h("li", {}, h("span", { class: "kind" }, oneLine(id.kind)), " ", objectLink(context, id, shown(nameOf(id))), " ", state && h("span", { class: "end" }, stateBadge(state.state)))));
}

/** differencesOf shows what most other clusters have in another way. */
export function differencesOf(context: Context, all: readonly Difference[]): HTMLElement {
  return h("section", { class: "differences" }, h("h3", {}, "What differs here"),
    all.length === 0
      ? h("p", { class: "empty" }, "Nothing: the objects are as on most clusters.")
      : more(h("ul", { class: "fields" }), withObjects(all), 100, (item) => difference(context, item.of, item.first)));
}

/** withObjects marks the first difference of each object. */
function withObjects(all: readonly Difference[]): { of: Difference; first: boolean }[] {
  return all.map((of, i) => ({ of, first: all[i - 1]?.object !== of.object }));
}

function difference(context: Context, of: Difference, first: boolean): HTMLElement {
  const row = context.source.fleet.objects[of.object];
  return h("li", { class: first ? "first" : undefined },
    first && row && h("div", { class: "object" }, h("span", { class: "kind" }, oneLine(row.kind)), " ", objectLink(context, row)),
    h("details", {},
      h("summary", {}, h("span", { class: "path" }, oneLine(of.path)), " ",
        h("span", { class: "here" }, shownValue(of.value, of.hidden)), h("span", { class: "said" }, " usually "), h("span", { class: "usual" }, shownValue(of.usual, of.hidden))),
      settingOf(context, of)));
}
