import type { Change, Changes } from "../contract.ts";
import { type Child, h } from "../dom.ts";
import { fieldsOf, textOf } from "../parts/alike.ts";
import { counted, thousands } from "../parts/counted.ts";
import { limits } from "../parts/limits.ts";
import { clusterLink, nameOf, objectLink } from "../parts/links.ts";
import { keyOf } from "../parts/lookup.ts";
import { changesShown, gatedShown } from "../parts/match.ts";
import { more } from "../parts/more.ts";
import { openable } from "../parts/opened.ts";
import { placeLink, placeText } from "../parts/place.ts";
import { sides } from "../parts/sides.ts";
import { short, spans } from "../parts/spans.ts";
import { actionBadge } from "../parts/tones.ts";
import { oneLine, visible } from "../parts/visible.ts";
import { printRoute } from "../route.ts";
import { has, withWord } from "../parts/words.ts";
import type { Context, View } from "../view.ts";

/** openAtOnce is how many groups are open in the beginning. */
const openAtOnce = 25;

/** The changes since a base, as fluxapp diff prints them. */
export const changes: View = {
  name: "changes",
  title: "Changes",
  count: (source) => source.changes?.changes.length,
  show: (context) => {
    const all = context.source.changes;
    if (all === undefined) return h("div", { class: "changes" }, h("p", { class: "empty" }, "Nothing is compared."));
    const chosen = changesShown(context.source, context.route.filter);
    const groups = groupsOf(all, chosen);
    context.tell([...chosen], all.changes, "change");
    const key = JSON.stringify(["changes", context.route.filter]);
    return h("div", { class: "changes", "data-key": key },
      summary(context, all),
      ...limits(context, all.limits),
      groups.length === 0
        ? h("p", { class: "empty" }, all.changes.length === 0 ? `Nothing changes: all ${counted(all.summary.unchanged, "object")} stay as they are.` : "No change has all these words.")
        : more(h("div", { class: "groups" }), groups.map((members, i) => ({ members, open: i < openAtOnce })), 100, ({ members, open }) => group(context, members, open), key),
      gates(context),
      final(all));
  },
};

/** groupsOf returns the chosen changes in their groups. */
export function groupsOf(all: Changes, chosen: ReadonlySet<Change>): Change[][] {
  return all.groups.map((g) => g.changes.map((i) => all.changes[i]!).filter((change) => chosen.has(change))).filter((members) => members.length > 0);
}

/** gates names the objects that change only in what they wait for. */
function gates(context: Context): HTMLElement | undefined {
  const all = gatedShown(context.source, context.route.filter);
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

function summary(context: Context, all: Changes): HTMLElement {
  const { sentence, actions } = all.summary, { base } = context.source.about;
  return h("div", { class: "summary" },
    h("h2", {}, base ? `Changes since ${oneLine(base)}` : "Changes"),
    h("p", {}, sentence),
    h("ul", { class: "actions", "data-key": "actions" }, ...actions.map(({ action, objects, clusters: on }) => h("li", {},
      h("a", { href: filtered(context, action), "aria-current": has(context.route.filter, "change", action) ? "true" : undefined },
        actionBadge(action), " ", h("b", {}, thousands(objects)), ` on ${counted(on, "cluster")}`)))));
}

/** filtered leads to the changes of an action, and from there back to all. */
function filtered(context: Context, action: string): string {
  const { filter } = context.route;
  return printRoute({ ...context.route, filter: withWord(filter, "change", has(filter, "change", action) ? "" : action) });
}

/** group shows changes that are alike. */
function group(context: Context, members: readonly Change[], open: boolean): HTMLElement {
  const first = members[0]!, key = JSON.stringify([first.action, keyOf(first.object)]);
  return openable({ key, name: "group", open, openOnPaper: true, summary: h("summary", {}, h("h3", {}, ...titleOf(members))), content: () => content(context, members, key) });
}

/** titleOf tells what happens to changes that are alike, and where. */
export function titleOf(members: readonly Change[]): Child[] {
  const first = members[0]!;
  return [actionBadge(first.action), " ",
    h("span", {}, members.length > 1 ? counted(members.length, oneLine(first.object.kind)) : oneLine(first.object.kind)), " ",
    h("b", {}, textOf(members, (change) => nameOf(change.object))), " ",
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
  if (action !== "created") return h("p", { class: "from" }, "was made by ", h("span", { class: "place" }, placeText(at)));
  return h("p", { class: "from" }, "made by ", placeLink(context, at));
}

/** everybody lists the objects of a group: in short, and all of them when somebody asks. */
function everybody(context: Context, members: readonly Change[], group: string): HTMLElement {
  const names = clustersOf(members), key = `${group} objects`;
  const text = names.length > 1 ? `on ${short(spans(names), 6)}` : counted(members.length, "object");
  return openable({
    key, name: "objects", open: false, openOnPaper: false, summary: h("summary", {}, oneLine(text)),
    content: () => h("div", {}, more(h("ul"), members, 100, (change) => h("li", {}, ...who(context, change)), key)),
  });
}

/** who leads to the object of a change and to its cluster. */
function who(context: Context, change: Change): Child[] {
  return [
    change.was && h("span", { class: "of" }, nameOf(change.was), " → "), objectLink(context, change.object),
    ...(change.cluster === undefined ? [] : [" on ", change.wasCluster && `${oneLine(change.wasCluster)} → `, clusterLink(context, change.cluster)]),
    change.bootstrap && " (the administrator of the cluster applies it)",
  ];
}
