import type { Finding, Severity } from "../contract.ts";
import { h } from "../dom.ts";
import { badge, type Tone } from "../parts/badge.ts";
import { grouped } from "../parts/lookup.ts";
import { more } from "../parts/more.ts";
import { nothing } from "../parts/nothing.ts";
import { placeLink } from "../parts/place.ts";
import { sorted } from "../parts/sorting.ts";
import { thousands } from "../parts/counted.ts";
import { oneLine, visible } from "../parts/visible.ts";
import type { Context, View } from "../view.ts";

const tones: Record<Severity, Tone> = { error: "bad", warning: "warn", info: "plain" };

const order: readonly Severity[] = ["error", "warning", "info"];

/** atOnce is how many sentences a section has, and places a sentence, until somebody asks for more: there can be thousands. */
const atOnce = 50, placesAtOnce = 5;

/** few is how many sentences people read from the first to the last. More of them are in sections by their code. */
const few = 50;

export const findings: View = {
  name: "findings",
  title: "Findings",
  count: (_, { findings }) => findings.filter((finding) => finding.severity !== "info").length,
  show: (context) => {
    const { source: { fleet }, selection: { findings: shown } } = context;
    if (fleet.findings.length === 0) return h("div", { class: "findings" }, h("p", { class: "empty" }, "No findings: nothing is wrong, and nothing needs a warning."));
    return h("div", { class: "findings" }, ...(shown.length === 0 ? [nothing(context, "finding")] : sections(alike(shown)).map((group) => section(context, group))));
  },
};

/** alike puts findings together that say the same. */
export function alike(all: readonly Finding[]): Finding[][] {
  return [...grouped(all, (f) => JSON.stringify([f.severity, f.code, f.detail])).values()];
}

/** sections are sentences by severity, errors first; many are also by their code. */
function sections(all: Finding[][]): Finding[][][] {
  const rank = ([f]: Finding[]): number => order.indexOf(f!.severity);
  return sorted([...grouped(all, (item) => `${rank(item)} ${all.length > few ? item[0]!.code : ""}`).values()], (items) => rank(items[0]!), "ascending");
}

function section(context: Context, items: Finding[][]): HTMLElement {
  const { severity, code } = items[0]![0]!;
  const title = items.every(([f]) => f!.code === code) ? code : "";
  const key = JSON.stringify(["findings", severity, title, context.route.filter]);
  return h("section", { "data-key": key }, h("h3", {}, badge(severity, tones[severity]), title, h("span", { class: "count" }, thousands(items.flat().length))),
    more(h("ul"), items, atOnce, (all) => item(context, all, key, title), key));
}

/** item is a sentence with its places, and with its code unless the section tells that. */
export function item(context: Context, all: readonly Finding[], section: string, told = ""): HTMLElement {
  const { code, detail } = all[0]!;
  return h("li", {},
    h("p", {}, h("bdi", {}, visible(detail)), h("span", { class: "code" }, [told === "" && code, all.length > 1 && `${thousands(all.length)} places`].filter((text) => text).join(", "))),
    more(h("ul", { class: "places" }), all, placesAtOnce, (f) => place(context, f), `${section} ${code} ${detail}`));
}

function place(context: Context, f: Finding): HTMLElement {
  return h("li", {}, placeLink(context, f), f.path && h("code", {}, oneLine(f.path)),
    f.current !== undefined && h("span", {}, "now ", h("code", { class: "now" }, visible(f.current))),
    f.proposed !== undefined && h("span", {}, "proposed ", h("code", { class: "proposed" }, visible(f.proposed))));
}
