import type { Leaf } from "../contract.ts";
import { h } from "../dom.ts";
import type { Context } from "../view.ts";
import { more } from "./more.ts";
import { settingOf } from "./setting.ts";
import { shownValue } from "./value.ts";
import { oneLine } from "./visible.ts";

/** fields lists the fields of an object with what sets each. */
export function fields(context: Context, leaves: readonly Leaf[]): Node {
  if (leaves.length === 0) return h("p", { class: "empty" }, "fluxapp has not made the fields of this object, so it cannot tell what sets them.");
  return more(h("ul", { class: "fields" }), leaves, 300, (leaf) => h("li", {},
    h("div", { class: "path" }, oneLine(leaf.path)),
    shownValue(leaf.value, leaf.hidden, "(removed)"),
    settingOf(context, leaf)));
}
