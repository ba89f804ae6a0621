import type { Change, Cluster, ObjectRow } from "../contract.ts";
import { type Child, h } from "../dom.ts";
import type { Context } from "../view.ts";
import { facts } from "./facts.ts";
import { applicationLink, clusterLink, nameOf } from "./links.ts";
import type { Item } from "./item.ts";
import { placeLink } from "./place.ts";
import { sides } from "./sides.ts";
import { stateSection } from "./state.ts";
import { actionBadge } from "./tones.ts";
import { oneLine, visible } from "./visible.ts";

/** titleOf is the heading of an object. */
export function titleOf(row: ObjectRow): Child[] {
  return [h("span", { class: "kind" }, oneLine(row.kind)), " ", nameOf(row)];
}

/** object tells about an object: where it comes from, its state and what changes on it. Its details follow. */
export function object(context: Context, row: ObjectRow, items: readonly Item[]): Child[] {
  const { fleet } = context.source, state = items.find((item) => item.state)?.state;
  return [
    facts([
      ["Cluster", whereOf(context, fleet.clusters[row.cluster])],
      ["Application", row.application >= 0 && applicationLink(context, fleet.applications[row.application]?.name ?? "")],
      ["Server", row.server !== undefined && `of ${oneLine(row.server)}`],
      ["Made by", placeLink(context, row)],
      ["File", h("code", {}, oneLine(row.path))],
      ["Delivered by", row.deliveredBy !== undefined && h("code", {}, oneLine(row.deliveredBy))],
      ["Waits for", row.waitsFor !== undefined && applications(context, row.waitsFor)],
    ]),
    state && stateSection(context, state),
    ...items.flatMap((item) => (item.change ? [changeSection(context, item.change)] : [])),
  ];
}

/** applications are links to applications, in one line. */
function applications(context: Context, names: readonly string[]): HTMLElement {
  return h("span", {}, ...names.flatMap((name, i): Child[] => [i > 0 && ", ", applicationLink(context, name)]));
}

function whereOf(context: Context, cluster: Cluster | undefined): Child {
  return cluster === undefined ? "none" : clusterLink(context, cluster.name);
}

/** changeSection tells what changes on an object. */
function changeSection(context: Context, change: Change): HTMLElement {
  return h("section", { class: "change" },
    h("h3", {}, "Change ", actionBadge(change.action)),
    change.was && h("p", {}, "was ", nameOf(change.was)),
    change.wasCluster && h("p", {}, "was on ", oneLine(change.wasCluster)),
    change.effect && h("p", { class: "effect" }, visible(change.effect)),
    change.fields?.length && sides(context, change.fields));
}
