import type { Application } from "../contract.ts";
import { type Child, h } from "../dom.ts";
import { badge } from "../parts/badge.ts";
import { counted, thousands } from "../parts/counted.ts";
import { type Box, type Lane, lanesOf } from "../parts/lanes.ts";
import { applicationLink } from "../parts/links.ts";
import { more } from "../parts/more.ts";
import { namesBy } from "../parts/name.ts";
import { nothing } from "../parts/nothing.ts";
import { short, spans } from "../parts/spans.ts";
import { actionBadges, badgesOf, toneOf, versionText } from "../parts/tally.ts";
import { oneLine } from "../parts/visible.ts";
import { withWord } from "../parts/words.ts";
import { printRoute } from "../route.ts";
import type { Context, View } from "../view.ts";

/** shownNames is how many clusters, versions or applications are told by name where there can be many. */
const shownNames = 3;

/** The order in which clusters get what: an application in each row, a wave in each column. */
export const order: View = {
  name: "order",
  title: "Order",
  count: (source, selection) => (source.fleet.objects.length > 0 ? lanesOf(source, selection).length : undefined),
  show: (context) => {
    const lanes = lanesOf(context.source, context.selection);
    return h("div", { class: "order" }, lanes.length === 0 ? nothing(context, "application") : table(context, lanes));
  },
};

/** table has a column for each wave that an application has: documents number them as they like. */
function table(context: Context, lanes: readonly Lane[]): DocumentFragment {
  const waves = [...new Set(lanes.flatMap((lane) => lane.boxes.flatMap((box) => box.wave ?? [])))].sort((a, b) => a - b);
  const head = h("tr", {}, h("th", { scope: "col" }, "Application"), ...waves.map((wave) => h("th", { scope: "col" }, `Wave ${wave}`)), waves.length === 0 && h("th", { scope: "col" }, "At once"));
  const all = h("table", {}, h("caption", {}, "A wave begins when all waves before it are ready."), h("thead", {}, head));
  all.style.setProperty("--waves", String(Math.max(1, waves.length)));
  const shown = namesBy(lanes.map(({ application }) => application.name));
  return more(all, lanes, 100, (lane) => row(context, lane, waves, shown(lane.application.name)), "order");
}

/** row is a lane. Its own part of the table keeps the focus when the data change. */
function row(context: Context, { application, boxes, beside }: Lane, waves: readonly number[], name: Child): HTMLElement {
  const whole = boxes.filter((of) => of.wave === undefined);
  const cells = whole.length > 0 || waves.length === 0
    ? [h("td", { colspan: Math.max(1, waves.length) }, ...boxes.map((of) => box(context, application, of)))]
    : waves.map((wave) => cell(context, application, wave, boxes.find((of) => of.wave === wave)));
  return h("tbody", { "data-key": application.name }, h("tr", {}, h("th", { scope: "row" },
    applicationLink(context, application.name, name), application.gone && badge("gone", "bad"),
    h("div", { class: "of" }, [application.workload, application.chart].filter((text) => text).map((text) => oneLine(text!)).join(" ")),
    after(context, application.waitsFor ?? []),
    beside.actions.size > 0 && h("div", { class: "of" }, "besides: ", ...actionBadges(beside))), ...cells));
}

/** after leads to what an application waits for. */
function after(context: Context, names: readonly string[]): Child {
  if (names.length === 0) return undefined;
  const shown = names.slice(0, shownNames).flatMap((name, i): Child[] => [i > 0 && ", ", applicationLink(context, name)]);
  return h("div", { class: "of" }, "after ", ...shown, names.length > shownNames && ` and ${thousands(names.length - shownNames)} more`);
}

function cell(context: Context, application: Application, wave: number, content: Box | undefined): HTMLElement {
  return h("td", { "data-wave": content && `Wave ${wave}` }, content && box(context, application, content));
}

/** box leads to what is in it. */
function box(context: Context, { name, workload }: Application, { wave, clusters, versions, tally }: Box): HTMLElement {
  const all = withWord(context.route.filter, "application", name);
  const filter = wave === undefined ? withWord(all, "kind", workload) : withWord(all, "wave", String(wave));
  const texts = versions.map((of) => ({ text: `${versionText(of)}${versions.length > 1 ? ` (${thousands(of.clusters)})` : ""}`, names: 1 }));
  return h("a", { class: `box ${toneOf(tally)}`, href: printRoute({ view: "objects", filter }) },
    h("b", {}, clusters.length === 0 ? "gone" : counted(clusters.length, "cluster")), " ", h("span", { class: "of" }, short(spans(clusters.map(oneLine)), shownNames)),
    h("span", { class: "version" }, short(texts, shownNames)), " ",
    h("span", { class: "badges" }, tally.total > 0 && h("span", {}, `${thousands(tally.ready)}/${thousands(tally.total)} ready `), badgesOf(tally)));
}
