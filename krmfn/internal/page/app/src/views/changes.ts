import type { Change, Changes } from "../contract.ts";
import { type Child, h } from "../dom.ts";
import { fieldsOf, replaced, textOf } from "../parts/alike.ts";
import { counted } from "../parts/counted.ts";
import { limits } from "../parts/limits.ts";
import { clusterLink, nameOf, objectLink } from "../parts/links.ts";
import { keyOf } from "../parts/lookup.ts";
import { more } from "../parts/more.ts";
import { namesBy } from "../parts/name.ts";
import { nothing } from "../parts/nothing.ts";
import { openable } from "../parts/opened.ts";
import { placeLink } from "../parts/place.ts";
import type { Selection } from "../parts/select.ts";
import { sides } from "../parts/sides.ts";
import { short, spans } from "../parts/spans.ts";
import { actionBadge } from "../parts/tones.ts";
import { oneLine, visible } from "../parts/visible.ts";
import type { Context, View } from "../view.ts";

/** openAtOnce is how many groups are open in the beginning. */
const openAtOnce = 25;

/** The changes since a base, as fluxapp diff prints them. */
export const changes: View = {
  name: "changes",
  title: "Changes",
  count: ({ changes }, selection) => changes && selection.items.filter((item) => item.change).length,
  show: (context) => {
    const { source: { changes: all }, selection, route: { filter } } = context;
    if (all === undefined) return h("div", { class: "changes" }, h("p", { class: "empty" }, "Nothing is compared."));
    const groups = groupsOf(all, selection), key = JSON.stringify(["changes", filter]);
    return h("div", { class: "changes", "data-key": key },
      ...limits(context, selection.limits),
      groups.length > 0
        ? more(h("div", { class: "groups" }), groups.map((members, i) => ({ members, open: i < openAtOnce })), 100, ({ members, open }) => group(context, members, open), key)
        : all.changes.length > 0 ? nothing(context, "change") : h("p", { class: "empty" }, `Nothing changes: all ${counted(all.summary.unchanged, "object")} stay as they are.`),
      gates(context),
      final(all));
  },
};

/** groupsOf returns the chosen changes in their groups. */
export function groupsOf(all: Changes, { items }: Selection): Change[][] {
  const chosen = new Set(items.map((item) => item.change));
  return all.groups.map((g) => g.changes.map((i) => all.changes[i]!).filter((change) => chosen.has(change))).filter((members) => members.length > 0);
}

/** gates names the objects that change only in what they wait for. */
function gates(context: Context): HTMLElement | undefined {
  const all = context.selection.items.flatMap((item) => item.gated ?? []);
  if (all.length === 0) return undefined;
  return openable({
    key: "gates", name: "group", open: false, openOnPaper: false,
    summary: h("summary", {}, h("h3", {}, `${counted(all.length, "object")} only in the gates of waves `, h("span", { class: "of" }, `of ${listed(all.map((of) => of.application))}`))),
    content: () => h("div", { class: "what" }, more(h("ul"), all, 100, (of) => h("li", {}, oneLine(of.object.kind), " ", objectLink(context, of.object), of.cluster && " on ", of.cluster && clusterLink(context, of.cluster)))),
  });
}

/** final shows what changes of final objects, as fluxapp diff --final prints it. */
function final(all: Changes): HTMLElement | undefined {
  if (!all.final) return undefined;
  return openable({
    key: "final", name: "group", open: true, openOnPaper: true, summary: h("summary", {}, h("h3", {}, "Final objects")),
    content: () => h("div", { class: "what" }, h("pre", { tabindex: "0" }, visible(all.final!))),
  });
}

/** listed names things once each. */
function listed(names: readonly string[]): string {
  return oneLine(short([...new Set(names)].map((text) => ({ text, names: 1 })), 3));
}

/** group shows changes that are alike. */
function group(context: Context, members: readonly Change[], open: boolean): HTMLElement {
  const first = members[0]!, key = JSON.stringify([first.action, keyOf(first.object)]);
  return openable({ key, name: "group", open, openOnPaper: true, summary: h("summary", {}, h("h3", {}, ...titleOf(members))), content: () => content(context, members, key) });
}

/** titleOf tells what happens to objects of a kind, and where. */
export function titleOf(members: readonly Change[]): Child[] {
  const first = members[0]!;
  return [actionBadge(first.action), " ",
    h("span", {}, members.length > 1 ? counted(members.length, oneLine(first.object.kind)) : oneLine(first.object.kind)), " ",
    h("b", {}, listed(members.map(({ object, cluster }) => replaced(nameOf(object), members.length > 1 ? cluster : undefined)))), " ",
    h("span", { class: "of" }, `of ${oneLine(first.application)}${where(members)}`)];
}

/** where tells on which clusters changes are. */
function where(members: readonly Change[]): string {
  const names = clustersOf(members);
  if (names.length === 0) return "";
  return names.length === 1 ? ` on ${names[0] === "hub" ? "the hub" : oneLine(names[0]!)}` : ` on ${counted(names.length, "cluster")}`;
}

function clustersOf(members: readonly Change[]): string[] {
  return [...new Set(members.flatMap((change) => change.cluster ?? []))];
}

function content(context: Context, members: readonly Change[], key: string): HTMLElement {
  const effect = textOf(members, (change) => change.effect ?? "");
  const fields = fieldsOf(members);
  const first = members[0]!;
  return h("div", { class: "what" },
    effect !== "" && h("p", { class: "effect" }, visible(effect)),
    members.length === 1 ? h("p", { class: "objects" }, ...who(context, first)) : everybody(context, members, key),
    fields.length > 0 ? sides(context, fields) : madeBy(context, first));
}

/** madeBy tells the place of what makes an object. That of one that is gone is in the documents before. */
function madeBy(context: Context, { action, at }: Change): HTMLElement | undefined {
  if (at === undefined) return undefined;
  const past = action !== "created";
  return h("p", { class: "from" }, past && "was ", "made by ", placeLink({ ...context, past }, at));
}

/** everybody lists the objects of a group: in short, and all of them when somebody asks. */
function everybody(context: Context, members: readonly Change[], group: string): HTMLElement {
  const names = clustersOf(members), key = `${group} objects`, shown = namesBy(members.map(({ object }) => nameOf(object)));
  const text = names.length > 1 ? `on ${short(spans(names), 6)}` : counted(members.length, "object");
  return openable({
    key, name: "objects", open: false, openOnPaper: false, summary: h("summary", {}, oneLine(text)),
    content: () => h("div", {}, more(h("ul"), members, 100, (change) => h("li", {}, ...who(context, change, shown)), key)),
  });
}

/** who leads to the object of a change and to its cluster. */
function who(context: Context, change: Change, shown: (name: string) => Child = oneLine): Child[] {
  return [
    change.was && h("span", { class: "of" }, nameOf(change.was), " → "), objectLink(context, change.object, shown(nameOf(change.object))),
    ...(change.cluster === undefined ? [] : [" on ", change.wasCluster && `${oneLine(change.wasCluster)} → `, clusterLink(context, change.cluster)]),
    change.bootstrap && " (the administrator of the cluster applies it)",
  ];
}
