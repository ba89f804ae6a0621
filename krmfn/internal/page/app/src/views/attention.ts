import type { Change, Finding, StatusRow } from "../contract.ts";
import { type Child, h } from "../dom.ts";
import { age } from "../parts/age.ts";
import { counted } from "../parts/counted.ts";
import { countBadges } from "../parts/groups.ts";
import { states } from "../parts/join.ts";
import { limits } from "../parts/limits.ts";
import { applicationLink, link, objectLink } from "../parts/links.ts";
import { present } from "../parts/lookup.ts";
import { changesShown, findingsShown, rowsShown } from "../parts/match.ts";
import { more } from "../parts/more.ts";
import { sorted } from "../parts/sorting.ts";
import { stages } from "../parts/stages.ts";
import { stateBadge } from "../parts/tones.ts";
import { cut } from "../parts/value.ts";
import { oneLine, visible } from "../parts/visible.ts";
import { withWord } from "../parts/words.ts";
import type { Source } from "../source.ts";
import type { Context, View } from "../view.ts";
import { groupsOf, titleOf } from "./changes.ts";
import { alike, item } from "./findings.ts";

/** What people should look at: what is not ready, what a change does that they may not want, limits and findings. */
export const attention: View = {
  name: "attention",
  title: "Attention",
  count: (source) => (source.fleet.refused ? undefined : rowsOf(source, "").length + removing(source, "").length + urgent(source, "").length),
  show: (context) => {
    const { source, route: { filter } } = context;
    const parts = [...limits(context, source.changes?.limits), notReady(context), effects(context), source.stages && stages(context, source.stages), findings(context)];
    const quiet = parts.every((part) => part === undefined);
    context.tell([], [], "");
    return h("div", { class: "attention", "data-key": `attention ${filter}` },
      h("h2", {}, sentence(source)), ...parts,
      quiet && h("p", { class: "empty" }, filter === "" ? "Nothing needs your attention: all is well." : "Nothing with all these words needs your attention."));
  },
};

/** sentence is one sentence about all, of which Go has made the parts. */
function sentence({ fleet, status, changes }: Source): string {
  const all = [counted(present(fleet.applications), "application"), counted(present(fleet.clusters), "cluster"), counted(present(fleet.objects), "object")].join(", ");
  return [status?.sentence, changes?.summary.sentence].filter((part) => part !== undefined).join("; ") || all;
}

interface RowOf {
  application: string;
  row: StatusRow;
}

/** rowsOf are the rows of the status that are not ready, the worst first. */
function rowsOf(source: Source, filter: string): RowOf[] {
  const rows = (source.status?.applications ?? []).flatMap(({ name, rows }) =>
    rowsShown(source, name, rows.filter((row) => row.state !== "ready"), filter).map((row) => ({ application: name, row })));
  return sorted(rows, ({ row }) => states.indexOf(row.state as never), "ascending");
}

function notReady(context: Context): HTMLElement | undefined {
  const rows = rowsOf(context.source, context.route.filter);
  if (rows.length === 0) return undefined;
  return h("section", {}, h("h3", {}, "Not ready"), more(h("ul", { class: "rows" }), rows, 20, (of) => h("li", {}, ...rowOf(context, of)), "not ready"));
}

function rowOf(context: Context, { application, row }: RowOf): Child[] {
  const filter = withWord(withWord(context.route.filter, "application", application), "state", row.state);
  const text = oneLine(row.object);
  return [
    h("div", {}, stateBadge(row.state), " ", h("b", {}, row.objects === 1 ? objectLink(context, row.first, text) : link(context, { view: "objects", filter }, text)),
      " of ", applicationLink(context, application), " ",
      row.clusters > 0 && ["on ", row.clusters === 1 ? oneLine(row.where ?? "") : `${counted(row.clusters, "cluster")}: ${oneLine(row.where ?? "")}`].join(""),
      h("span", { class: "end" }, since(context, row))),
    row.why && h("p", { class: "why" }, cut(visible(row.why))),
  ];
}

/** since tells for how long it has been so. Without a time of the report it is the time. */
function since({ source }: Context, { since, until }: StatusRow): string {
  const { now } = source.about, first = age(since, now) ?? since ?? "", last = age(until, now) ?? "";
  return last === "" || first === last ? first : `${last} to ${first}`;
}

/** removing are the groups of changes that do more than to apply new fields. */
function removing(source: Source, filter: string): Change[][] {
  if (source.changes === undefined) return [];
  return groupsOf(source.changes, changesShown(source, filter)).filter(([first]) => first!.effect || !["changed", "created"].includes(first!.action));
}

function effects(context: Context): HTMLElement | undefined {
  const { filter } = context.route, changed = changesShown(context.source, filter), groups = removing(context.source, filter);
  if (changed.size === 0) return undefined;
  const counts = new Map<string, number>();
  for (const { action } of changed) counts.set(action, (counts.get(action) ?? 0) + 1);
  return h("section", {}, h("h3", {}, "What the change does: ", link(context, { view: "changes" }, countBadges(counts))), groups.length > 0 && more(h("ul", { class: "rows" }), groups, 20, (members) => h("li", {},
    link(context, { view: "changes", filter: withWord(withWord(context.route.filter, "change", members[0]!.action), "application", members[0]!.application) }, h("span", {}, ...titleOf(members))),
    members[0]!.effect && h("p", { class: "why" }, visible(members[0]!.effect))), "effects"));
}

/** urgent are the findings that are errors and warnings, but for limits, which are shown above. */
function urgent(source: Source, filter: string): Finding[] {
  const held = new Set(source.changes?.limits?.map((limit) => limit.code));
  return findingsShown(source.fleet, filter).filter((finding) => finding.severity !== "info" && !held.has(finding.code));
}

function findings(context: Context): HTMLElement | undefined {
  const items = alike(urgent(context.source, context.route.filter));
  if (items.length === 0) return undefined;
  return h("section", { class: "findings" }, h("h3", {}, link(context, { view: "findings" }, "Findings")), more(h("ul"), items, 5, (all) => item(context, all, "attention"), "findings"));
}
