import type { StageCell, Stages } from "../contract.ts";
import { type Child, h } from "../dom.ts";
import type { Context } from "../view.ts";
import { badge } from "./badge.ts";
import { counted, thousands } from "./counted.ts";
import { countBadges } from "./groups.ts";
import { applicationLink, clusterLink, link } from "./links.ts";
import { applicationsShown } from "./match.ts";
import { more } from "./more.ts";
import { short, spans } from "./spans.ts";
import { oneLine } from "./visible.ts";
import { withWord } from "./words.ts";

/** stages shows the applications by the values of a label. A cell leads to its clusters, and a heading to what happens to all of them. */
export function stages(context: Context, { label, stages, rows }: Stages): HTMLElement | undefined {
  const shown = new Set(applicationsShown(context.source, context.route.filter).map((application) => application.name));
  const chosen = rows.filter((row) => shown.has(row.application));
  if (chosen.length === 0) return undefined;
  return h("section", {}, h("h3", {}, `By ${oneLine(label)}`),
    h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": `Applications by ${oneLine(label)}` }, h("table", { class: "stages" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Application"), ...stages.map((stage) => h("th", { scope: "col" }, heading(context, label, stage))))),
      more(h("tbody"), chosen, 20, (row) => h("tr", {}, h("th", { scope: "row" }, applicationLink(context, row.application)),
        ...row.cells.map((cell, i) => h("td", {}, ...(cell === null ? [] : content(context, cell, row.application, label, stages[i]!)))))))));
}

function heading(context: Context, label: string, stage: string): Child {
  if (stage === "") return `no ${oneLine(label)}`;
  const view = context.source.changes === undefined ? "clusters" : "changes";
  return link(context, { view, filter: withWord(context.route.filter, label, stage) }, oneLine(stage));
}

function content(context: Context, cell: StageCell, application: string, label: string, stage: string): Child[] {
  const filter = withWord(withWord(context.route.filter, "application", application), label, stage);
  const to = (view: string, version: string, text: Child): HTMLElement => link(context, { view, filter: withWord(filter, "version", version) }, text);
  const { ready, total, odd = [], versions } = cell;
  return [
    h("div", { class: "versions" }, ...versions.slice(0, 4).flatMap((of, i): Child[] => [
      i > 0 && ", ", to("clusters", of.version, oneLine(of.version)), versions.length > 1 && ` \u00d7${thousands(of.clusters)}`,
    ]), versions.length > 4 && ` and ${counted(versions.length - 4, "other version")}`),
    h("div", {}, cell.clusters > 0 && to("clusters", "", counted(cell.clusters, "cluster")), " ",
      total !== undefined && total > 0 && badge(`${thousands(ready ?? 0)}/${thousands(total)}`, ready === total ? "good" : "bad"), " ",
      cell.actions !== undefined && link(context, { view: "changes", filter }, countBadges(new Map(Object.entries(cell.actions))))),
    odd.length > 0 && h("div", { class: "odd" }, "\u2260 ", odd.length === 1 ? clusterLink(context, odd[0]!) : short(spans(odd), 3)),
  ];
}
