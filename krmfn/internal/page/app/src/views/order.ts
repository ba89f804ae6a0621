import type { Application } from "../contract.ts";
import { type Child, h } from "../dom.ts";
import { badge } from "../parts/badge.ts";
import { counted, thousands } from "../parts/counted.ts";
import { countBadges, readyBadge, stateBadges } from "../parts/groups.ts";
import { type Box, type Lane, lanesOf } from "../parts/lanes.ts";
import { applicationLink } from "../parts/links.ts";
import { objectsShown } from "../parts/match.ts";
import { more } from "../parts/more.ts";
import { short, spans } from "../parts/spans.ts";
import { oneLine } from "../parts/visible.ts";
import { withWord } from "../parts/words.ts";
import { printRoute } from "../route.ts";
import type { Source } from "../source.ts";
import type { Context, View } from "../view.ts";

/** shownNames is how many clusters, versions or applications are told by name where there can be many. */
const shownNames = 3;

/** The order in which clusters get what: an application in each row, a wave in each column. */
export const order = {
  name: "order",
  title: "Order",
  count: ({ fleet }: Source) => (fleet.objects.length > 0 ? fleet.applications.length : undefined),
  show: (context: Context): HTMLElement => {
    const { source, route } = context;
    const lanes = lanesOf(source, objectsShown(source, route.filter));
    context.tell(lanes.map((lane) => lane.application), source.fleet.applications, "application");
    return h("div", { class: "order" }, lanes.length === 0 ? h("p", { class: "empty" }, "No application has all these words.") : table(context, lanes));
  },
} satisfies View;

function table(context: Context, lanes: readonly Lane[]): DocumentFragment {
  const waves = Math.max(1, ...lanes.map((lane) => lane.boxes.at(-1)?.wave ?? 0));
  const head = h("tr", {}, h("th", { scope: "col" }, "Application"), ...Array.from({ length: waves }, (_, i) => h("th", { scope: "col" }, `Wave ${i + 1}`)));
  const all = h("table", {}, h("caption", {}, "A wave begins when all waves before it are ready."), h("thead", {}, head));
  all.style.setProperty("--waves", String(waves));
  return more(all, lanes, 100, (lane) => row(context, lane, waves), "order");
}

/** row is a lane. Its own part of the table keeps the focus when the data change. */
function row(context: Context, { application, boxes, beside }: Lane, waves: number): HTMLElement {
  const cells = boxes[0]?.wave === 0
    ? [h("td", { colspan: waves }, ...boxes.map((one) => box(context, application, one)))]
    : Array.from({ length: waves }, (_, i) => cell(context, application, i + 1, boxes.find((one) => one.wave === i + 1)));
  return h("tbody", { "data-key": application.name }, h("tr", {}, h("th", { scope: "row" },
    applicationLink(context, application.name), application.gone && badge("gone", "bad"),
    h("div", { class: "of" }, [application.workload, application.chart].filter((text) => text).map((text) => oneLine(text!)).join(" ")),
    after(context, application.waitsFor ?? []),
    beside.actions.size > 0 && h("div", { class: "of" }, "besides: ", countBadges(beside.actions))), ...cells));
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
function box(context: Context, { name, workload }: Application, { wave, clusters, versions, group }: Box): HTMLElement {
  const all = withWord(context.route.filter, "application", name);
  const filter = wave > 0 ? withWord(all, "wave", String(wave)) : withWord(all, "kind", workload);
  const texts = versions.map(({ version, clusters: on }) => ({ text: versions.length > 1 ? `${oneLine(version)} (${thousands(on)})` : oneLine(version), names: 1 }));
  return h("a", { class: "box", href: printRoute({ view: "objects", filter }) },
    h("b", {}, clusters.length === 0 ? "gone" : counted(clusters.length, "cluster")), " ", h("span", { class: "of" }, short(spans(clusters.map(oneLine)), shownNames)),
    h("span", { class: "version" }, short(texts, shownNames)), " ",
    h("span", { class: "badges" }, group.total > 0 && h("span", {}, readyBadge(group), " ready "), stateBadges(group), countBadges(group.actions)));
}
