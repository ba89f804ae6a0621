import type { Action, Change, Finding } from "../contract.ts";
import { h } from "../dom.ts";
import { replaced } from "../parts/alike.ts";
import { causes, causesOf } from "../parts/causes.ts";
import { counted } from "../parts/counted.ts";
import { limits } from "../parts/limits.ts";
import { link } from "../parts/links.ts";
import { grouped } from "../parts/lookup.ts";
import { more } from "../parts/more.ts";
import type { Selection } from "../parts/select.ts";
import { stages } from "../parts/stages.ts";
import { visible } from "../parts/visible.ts";
import { withText, withWord } from "../parts/words.ts";
import type { Source } from "../source.ts";
import type { Context, View } from "../view.ts";
import { groupsOf, titleOf } from "./changes.ts";
import { alike, item } from "./findings.ts";

/** What people should look at: what is not ready, what a change does that they may not want, limits and findings. */
export const attention: View = {
  name: "attention",
  title: "Attention",
  count: (source, selection) => (source.fleet.refused ? undefined : causesOf(source, selection).length + removing(source, selection).length + alike(urgent(source, selection)).length),
  show: (context) => {
    const { source, selection, route: { filter } } = context;
    const parts = [...limits(context, selection.limits), causes(context), effects(context), source.stages && stages(context, source.stages), findings(context)];
    const nothing = filter === "" ? "Nothing needs your attention: all is well." : selection.searching ? "Searching …" : "Nothing with all these words needs your attention.";
    return h("div", { class: "attention", "data-key": `attention ${filter}` }, ...parts,
      parts.every((part) => part === undefined) && h("p", { class: "empty" }, nothing));
  },
};

/** removing are the changes that do more than to apply new fields: those of a row are what its words choose. */
function removing({ changes }: Source, selection: Selection): Change[][] {
  const all = changes === undefined ? [] : groupsOf(changes, selection).flat().filter(({ effect, action }) => effect || !plain.includes(action));
  return [...grouped(all, ({ action, application, object }) => JSON.stringify([action, application, object.kind])).values()];
}

const plain: readonly Action[] = ["changed", "created"];

function effects(context: Context): HTMLElement | undefined {
  const rows = removing(context.source, context.selection);
  if (rows.length === 0) return undefined;
  const to = ({ action, application, object: { kind } }: Change): string => {
    const all = withWord(withWord(withWord(context.route.filter, "change", action), "application", application), "kind", kind);
    return plain.includes(action) ? withText(all, "effect") : all;
  };
  return h("section", {}, h("h3", {}, "What the change does"), more(h("ul", { class: "rows" }), rows, 20, (members) => h("li", {},
    link(context, { view: "changes", filter: to(members[0]!) }, h("span", {}, ...titleOf(members))),
    ...effectsOf(members)), "effects"));
}

/** mostEffects is how many different effects a row has. */
const mostEffects = 3;

/** effectsOf tells each effect of several changes once; the view of the changes has those that are left. */
function effectsOf(members: readonly Change[]): HTMLElement[] {
  const all = new Set(members.flatMap(({ effect, cluster }) => (effect === undefined ? [] : [replaced(effect, members.length > 1 ? cluster : undefined)])));
  const shown = [...all].slice(0, mostEffects).map(visible), left = all.size - shown.length;
  return [...shown, ...(left > 0 ? [`and ${counted(left, "other effect")}`] : [])].map((text) => h("p", { class: "why" }, text));
}

/** urgent are the findings that are errors and warnings, but for limits, which are shown above. */
function urgent({ changes }: Source, { findings }: Selection): readonly Finding[] {
  const held = new Set(changes?.limits?.map((limit) => limit.code));
  return findings.filter((finding) => finding.severity !== "info" && !held.has(finding.code));
}

function findings(context: Context): HTMLElement | undefined {
  const items = alike(urgent(context.source, context.selection));
  if (items.length === 0) return undefined;
  return h("section", { class: "findings" }, h("h3", {}, link(context, { view: "findings" }, "Findings")), more(h("ul"), items, 5, (all) => item(context, all, "attention"), "findings"));
}
