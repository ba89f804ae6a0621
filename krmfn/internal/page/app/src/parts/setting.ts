import type { Leaf, Place, Setting, Value } from "../contract.ts";
import { type Child, h } from "../dom.ts";
import { print } from "../json.ts";
import type { Context } from "../view.ts";
import { counted } from "./counted.ts";
import { placeLink } from "./place.ts";
import { shownValue } from "./value.ts";
import { oneLine } from "./visible.ts";

/** layerOf shows a layer and its place. */
export function layerOf(context: Context, set: (Place & { layer?: string }) | undefined): HTMLElement {
  if (!set?.layer) return h("span", { class: "layer" }, set?.file ? placeLink(context, set) : "nobody wrote it");
  return h("span", { class: "layer" }, h("b", {}, oneLine(set.layer)), set.file ? " " : "", set.file ? placeLink(context, set) : undefined);
}

/** settingOf shows what sets a field: the layer and its place, the text that the author wrote, and what the layer covers. */
export function settingOf(context: Context, leaf: Leaf): HTMLElement {
  const written = writtenAs(leaf);
  return h("div", { class: "setting" },
    h("div", {}, h("span", { class: "said" }, leaf.value === undefined ? "removed by " : "set by "), layerOf(context, leaf.set)),
    written !== undefined && h("div", {}, h("span", { class: "said" }, "written as "), shownValue(written)),
    ...(leaf.params ?? []).map((param) => h("div", {}, h("span", { class: "said" }, "with "), one(context, param, leaf.hidden))),
    covers(context, leaf),
  );
}

function covers(context: Context, leaf: Leaf): Child {
  if (!leaf.covers?.length) return undefined;
  return h("details", {}, h("summary", {}, `covers ${counted(leaf.covers.length, "lower layer")}`),
    h("ul", {}, ...leaf.covers.map((covered) => h("li", {}, one(context, covered, leaf.hidden)))));
}

function one(context: Context, set: Setting, hidden: boolean | undefined): HTMLElement {
  return h("span", { class: "one" }, shownValue(set.value, hidden), " from ", layerOf(context, set));
}

/** writtenAs returns what the author wrote where it is another text than the value, for example a reference. */
function writtenAs(leaf: Leaf): Value | undefined {
  const written = leaf.set?.value;
  if (leaf.hidden || leaf.value === undefined || written === undefined || written === null) return undefined;
  return print(written) === print(leaf.value) ? undefined : written;
}
