import type { Stages } from "../contract.ts";
import { type Child, h } from "../dom.ts";
import type { Context } from "../view.ts";
import { badge } from "./badge.ts";
import { clustersText, counted, thousands } from "./counted.ts";
import { isWorkload, type Item, type Side, sideOf, states } from "./item.ts";
import { applicationLink, clusterLink, link } from "./links.ts";
import { grouped } from "./lookup.ts";
import { more } from "./more.ts";
import { namesBy } from "./name.ts";
import { clustersOf } from "./select.ts";
import { short, spans } from "./spans.ts";
import { actionBadges, tally, versionsOf, versionText } from "./tally.ts";
import { stateTone } from "./tones.ts";
import { oneLine } from "./visible.ts";
import { withLabel, withText, withWord } from "./words.ts";

/** stages shows the chosen objects of applications by the values of a label. */
export function stages(context: Context, { label, stages }: Stages): HTMLElement | undefined {
  const { source, selection } = context, rows = grouped(selection.items, (item) => sideOf(item).application);
  const names = source.fleet.applications.map(({ name }) => name).filter((name) => rows.has(name));
  if (names.length === 0) return undefined;
  const shown = namesBy(names);
  const inStage = (side: Side | undefined, stage: string): boolean => side !== undefined && side.cluster !== "" && (side.labels[label] ?? "") === stage;
  const cells = (all: readonly Item[]): HTMLElement[] => stages.map((stage) => {
    const now = all.filter((item) => selection.here.has(item) && inStage(item.now, stage)), before = all.filter((item) => selection.before.has(item) && inStage(item.before, stage));
    return h("td", {}, ...cell(context, label, stage, now, before));
  });
  return h("section", {}, h("h3", {}, `By ${oneLine(label)}`),
    h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": `Applications by ${oneLine(label)}` }, h("table", { class: "stages" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Application"), ...stages.map((stage) => h("th", { scope: "col" }, heading(context, label, stage))))),
      more(h("tbody"), names, 20, (name) => h("tr", {}, h("th", { scope: "row" }, applicationLink(context, name, shown(name))), ...cells(rows.get(name)!))))));
}

/** heading leads to what happens to a stage, or to its clusters. */
function heading(context: Context, label: string, stage: string): Child {
  const view = context.source.changes === undefined ? "clusters" : "changes";
  return link(context, { view, filter: withLabel(context.route.filter, label, stage) }, stage === "" ? `no ${oneLine(label)}` : oneLine(stage));
}

/** cell shows what an application has in a stage now, and what leaves it. */
function cell(context: Context, label: string, stage: string, now: readonly Item[], before: readonly Item[]): Child[] {
  const items = [...new Set([...now, ...before])], first = items[0];
  if (first === undefined) return [];
  const here = new Set(now), clusters = clustersOf(items, here), isWork = (item: Item): boolean => isWorkload(context.source, item);
  const works = now.filter(isWork), versions = versionsOf(works), all = tally(items.filter(isWork), here), odd = new Set(works.filter((item) => item.odd).map((item) => item.now!.cluster));
  const filter = withLabel(withWord(context.route.filter, "application", sideOf(first).application), label, stage);
  const to = (view: string, filter: string, text: Child): HTMLElement => link(context, { view, filter }, text);
  const bad = states.filter((state) => state !== "ready" && all.states.has(state)), changes = items.filter((item) => item.change !== undefined);
  return [
    h("div", { class: "versions" }, ...versions.slice(0, mostVersions).flatMap((of, i): Child[] => [
      i > 0 && ", ", to("clusters", withWord(filter, "version", of.version), versionText(of)), versions.length > 1 && ` \u00d7${thousands(of.clusters)}`,
    ]), versions.length > mostVersions && ` and ${counted(versions.length - mostVersions, "other version")}`),
    h("div", {}, to("clusters", filter, clustersText(clusters.here.size, clusters.left.size)), " ",
      ...bad.flatMap((state) => [to("objects", withText(withWord(filter, "state", state), "workload"), badge(`${thousands(all.states.get(state)!)} ${state}`, stateTone(state))), " "]),
      changes.length > 0 && to("changes", filter, h("span", {}, ...actionBadges(tally(changes))))),
    all.total > 0 && h("div", { class: "bar-of", title: `${thousands(all.ready)} of ${counted(all.total, "workload")} ready` }, share(all.ready / all.total)),
    odd.size > 0 && h("div", { class: "odd" }, "\u2260 ", odd.size === 1 ? clusterLink(context, [...odd][0]!) : to("clusters", withText(filter, "odd"), short(spans([...odd]), 3))),
  ];
}

/** mostVersions is how many versions people read in a cell. */
const mostVersions = 4;

/** share is a thin bar of which a part is full. */
function share(of: number): HTMLElement {
  const bar = h("span");
  bar.style.inlineSize = `${of * 100}%`;
  return bar;
}
