import type { Finding, Severity } from "../contract.ts";
import { h } from "../dom.ts";
import { badge, type Tone } from "../parts/badge.ts";
import { findingsShown } from "../parts/match.ts";
import { more } from "../parts/more.ts";
import { placeLink } from "../parts/place.ts";
import { sorted } from "../parts/sorting.ts";
import { thousands } from "../parts/counted.ts";
import { oneLine, visible } from "../parts/visible.ts";
import type { Context, View } from "../view.ts";

const tones: Record<Severity, Tone> = { error: "bad", warning: "warn", info: "plain" };

const order: readonly Severity[] = ["error", "warning", "info"];

/** atOnce is how many findings a section shows until somebody asks for more: there can be thousands that are alike. */
const atOnce = 50;

/** few is how many findings people read from the first to the last. More of them are in sections by their code. */
const few = 50;

export const findings: View = {
  name: "findings",
  title: "Findings",
  count: (source) => source.fleet.findings.length,
  show: (context) => {
    const { source, route } = context;
    const shown = findingsShown(source.fleet, route.filter);
    context.tell(shown, source.fleet.findings, "finding");
    if (shown.length === 0) {
      return h("div", { class: "findings" }, h("p", { class: "empty" }, source.fleet.findings.length === 0 ? "There are no findings." : "No finding has all these."));
    }
    return h("div", { class: "findings" }, ...grouped(shown).map((group) => section(context, group)));
  },
};

/** grouped are the findings by severity, errors first; many are also by their code. */
function grouped(all: Finding[]): Finding[][] {
  const groups = new Map<string, Finding[]>();
  for (const f of all) {
    const key = `${order.indexOf(f.severity)} ${all.length > few ? f.code : ""}`, group = groups.get(key);
    if (group === undefined) groups.set(key, [f]);
    else group.push(f);
  }
  return sorted([...groups], ([key]) => Number(key.split(" ")[0]), "ascending").map(([, group]) => group);
}

function section(context: Context, group: Finding[]): HTMLElement {
  const { severity, code } = group[0] as Finding;
  const title = group.every((f) => f.code === code) ? code : "";
  const key = JSON.stringify(["findings", severity, title, context.route.filter]);
  return h("section", { "data-key": key }, h("h2", {}, badge(severity, tones[severity]), title, h("span", { class: "count" }, thousands(group.length))),
    more(h("ul"), group, atOnce, (f) => item(context, f), key));
}

export function item(context: Context, f: Finding): HTMLElement {
  return h("li", {},
    h("div", { class: "where" }, placeLink(context, f), f.path && h("code", {}, oneLine(f.path)), h("span", { class: "end" }, f.code)),
    h("p", {}, h("bdi", {}, visible(f.detail))),
    (f.current !== undefined || f.proposed !== undefined) && h("dl", {},
      f.current !== undefined && h("div", {}, h("dt", {}, "now"), h("dd", {}, h("code", { class: "now" }, visible(f.current)))),
      f.proposed !== undefined && h("div", {}, h("dt", {}, "proposed"), h("dd", {}, h("code", { class: "proposed" }, visible(f.proposed))))));
}
