import { type Child, h } from "../dom.ts";
import { badge } from "../parts/badge.ts";
import { clustersText, counted, thousands } from "../parts/counted.ts";
import { actions, isWorkload, type Item, states } from "../parts/item.ts";
import { link } from "../parts/links.ts";
import { clusterNamed, indexOf, keyOf } from "../parts/lookup.ts";
import { type Column as Application, matrixOf, type Row } from "../parts/matrix.ts";
import { namesBy } from "../parts/name.ts";
import { nothing } from "../parts/nothing.ts";
import { clustersIn } from "../parts/select.ts";
import { type Column, roomOf, table } from "../parts/table.ts";
import { badgesOf, tally, versionsOf, versionText } from "../parts/tally.ts";
import { actionBadge, stateBadge } from "../parts/tones.ts";
import { oneLine } from "../parts/visible.ts";
import { withLabel, withWord } from "../parts/words.ts";
import type { Context, View } from "../view.ts";

/** Widths in rem: of the column for the applications that do not fit, and where one application fits at a time. */
const restWidth = 9, narrow = 40;

/** Whether all applications are shown beside each other, and the one that somebody has chosen where one fits. */
let every = false, chosen = "";

/** The clusters in rows, by stage; an application in each column. */
export const clusters: View = {
  name: "clusters",
  title: "Clusters",
  count: ({ fleet }, selection) => (fleet.refused ? undefined : clustersIn(selection)),
  show: (context) => {
    const { rows, columns } = matrixOf(context), { route, source } = context, nameOf = namesBy(rows.map((row) => row.cluster ?? ""));
    const text = ({ cluster = "", leave }: Row): string => `${cluster}${leave > 0 ? "  leaves" : ""}`, longest = roomOf(["Cluster", ...rows.map(text)]);
    const byName = source.stages === undefined && { sort: (row: Row) => row.cluster ?? "" };
    const name: Column<Row> = { title: "Cluster", text, cell: (row) => cluster(context, row, nameOf), width: longest, ...byName };
    const severalSpaces = new Set(source.fleet.applications.map((of) => of.name.split("/")[0])).size > 1;
    const all = columns.map((of) => ({ of, title: of.name, head: heading(context, of, severalSpaces), cell: (row: Row) => cell(context, row, of.name), width: widthOf(of), grow: 1 }));
    return table<Row>({
      name: "clusters", caption: "Clusters and their applications", rows, scope: route.filter,
      key: (row) => row.cluster ?? `\n${row.stage}`,
      columns: (width) => columnsOf(context, { ...name, width: Math.min(longest, Math.max(12, width * 0.4)) }, all, width),
      group: (row) => row.cluster === undefined && stage(context, row),
      onOpen: (row) => context.go(row.cluster === undefined ? { filter: withLabel(route.filter, source.stages!.label, row.stage) } : { place: row.cluster, object: undefined }),
      current: (row, now) => row.cluster !== undefined && now.place === row.cluster,
      empty: nothing(context, "cluster"),
    });
  },
};

/** columnsOf are as many applications as have room. */
function columnsOf(context: Context, name: Column<Row>, all: readonly (Column<Row> & { of: Application })[], width: number): Column<Row>[] {
  const again = (): void => void clusters.show(context);
  if (width < narrow && all.length > 1) {
    const one = all.find(({ title }) => title === chosen) ?? all[0]!;
    const pick: HTMLSelectElement = h("select", { "aria-label": "Application", change: () => ((chosen = pick.value), again()) },
      ...all.map(({ of, title }) => h("option", { value: title, selected: title === one.title }, joined(": ", title, wrongOf(of)))));
    return [name, { ...one, head: pick, width: width - name.width }];
  }
  let room = width - name.width, fit = 0;
  while (fit < all.length && (fit === 0 || room >= all[fit]!.width + (fit < all.length - 1 ? restWidth : 0))) room -= all[fit++]!.width;
  if (fit === all.length) return [name, ...all];
  const rest = every ? [] : all.slice(fit), names = new Set(rest.map(({ title }) => title));
  const left = (row: Row): Item[] => [...row.now.filter((item) => names.has(item.now!.application)), ...row.left.filter((item) => names.has(item.before!.application))];
  const button = h("button", { type: "button", class: "more", click: () => ((every = !every), again()) }, every ? "show fewer" : `and ${thousands(rest.length)} more`);
  return [name, ...all.slice(0, all.length - rest.length), { title: "more", width: restWidth, head: button, cell: (row) => badgesOf(tally(left(row))) }];
}

/** widthOf is that of the heading or of the longest cell. */
function widthOf({ name, works, about }: Application): number {
  const head = Math.max(9, name.replace(/^.*\//, "").length, (about?.chart ?? about?.workload ?? "").length);
  return Math.min(18, 1.75 + 0.6 * works.reduce((most, { now, before, state, change, odd }) => {
    const version = now?.version ?? before?.version ?? "there", from = before?.version !== undefined && before.version !== version ? before.version.length + 3 : 0;
    const marks = (state && state.state !== "ready" ? state.state.length + 2 : 0) + (change && from === 0 ? change.action.length + 2 : 0) + (odd ? 2 : 0);
    return Math.max(most, version.length + from + marks);
  }, head));
}

/** joined joins texts of one line that there are. */
function joined(separator: string, ...all: readonly (string | false | undefined)[]): string {
  return all.flatMap((text) => (text ? oneLine(text) : [])).join(separator);
}

/** wrongOf tells what needs attention. */
function wrongOf({ attention: [failing, changing, odd] }: Application): string {
  return joined(", ", failing > 0 && `${thousands(failing)} not ready`, changing > 0 && counted(changing, "change"), odd > 0 && `${thousands(odd)} odd`);
}

/** heading tells about an application, and leads to its clusters. */
function heading(context: Context, application: Application, severalSpaces: boolean): HTMLElement {
  const { name, about: of } = application, [space = "", short = name] = name.split("/"), { workload, chart, sources = [], versions = [] } = of ?? {};
  const title = joined("\n", name, joined(" ", workload, chart), ...sources, versions.map(({ version, clusters }) => `${version} \u00d7${thousands(clusters)}`).join(", "),
    of && `${counted(of.clusters, "cluster")}, ${counted(of.objects, "object")}`, wrongOf(application));
  return h("span", { class: "application", title }, link(context, { filter: withWord(context.route.filter, "application", name) }, oneLine(short)), of?.gone && " gone",
    h("span", { class: "of" }, joined(" \u00b7 ", severalSpaces && space, chart === short ? workload : chart ?? workload)));
}

/** stage is the heading of the clusters of a stage. */
function stage(context: Context, { stage, clusters, leave }: Row): HTMLElement {
  const { label } = context.source.stages!, filter = withLabel(context.route.filter, label, stage);
  return h("span", { class: "of-stage" }, link(context, { filter }, stage === "" ? `no ${oneLine(label)}` : oneLine(stage)),
    ` ${clustersText(clusters, leave)}`);
}

function cluster({ source: { fleet } }: Context, { cluster = "", labels, leave }: Row, nameOf: (name: string) => HTMLElement): DocumentFragment {
  const of = fleet.clusters[clusterNamed(fleet, cluster) ?? -1], mark = of === undefined || of.gone ? badge("gone", "bad") : leave > 0 && badge("leaves", "warn");
  const all = document.createDocumentFragment(), title = Object.entries(labels).map(([key, value]) => oneLine(`${key}=${value}`)).join("\n");
  all.append(h("span", { title }, of?.gone ? h("del", {}, nameOf(cluster)) : nameOf(cluster)), ...(mark ? [" ", mark] : []));
  return all;
}

/** cell shows which version of an application a cluster has, what is the matter with it, and what happens to it. */
function cell(context: Context, row: Row, application: string): Child {
  const { source, route } = context, works = (all: readonly Item[]): Item[] => all.filter((item) => isWorkload(source, item));
  const now = row.now.filter((item) => item.now!.application === application), left = row.left.filter((item) => item.before!.application === application);
  const all = [...now, ...left], some = works(all), shown = some.length > 0 ? some : all, first = shown[0];
  if (first === undefined) return undefined;
  const there = shown.filter((item) => now.includes(item)), leaving = shown.filter((item) => !now.includes(item)), versions = versionsOf(there), of = tally(all);
  const was = [...new Set(leaving.flatMap((item) => item.before?.version ?? []))], changes = versions.some(({ from }) => from.length > 0);
  const text = (versions: readonly string[], items: readonly Item[]): string => joined(", ", ...versions) || (some.length > 0 ? "there" : counted(items.length, "object"));
  const objects = { view: "objects", filter: withWord(withWord(route.filter, "application", application), "cluster", row.cluster!) };
  const one = shown.length === 1 && indexOf(source.fleet, keyOf(first.id)) !== undefined;
  return link(context, one ? { object: keyOf(first.id), place: undefined } : objects, h("span", {},
    shown.some((item) => item.odd) && h("span", { class: "odd", title: "Most clusters have another version" }, "\u2260 "),
    there.length > 0 && text(versions.map(versionText), there), leaving.length > 0 && h("del", {}, text(was, leaving)),
    ...states.filter((state) => state !== "ready" && of.states.has(state)).flatMap((state) => [" ", stateBadge(state)]),
    ...actions.filter((action) => of.actions.has(action) && !(action === "changed" && changes)).flatMap((action) => [" ", actionBadge(action)])));
}
