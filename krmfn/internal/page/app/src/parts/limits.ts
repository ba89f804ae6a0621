import type { Finding } from "../contract.ts";
import { h } from "../dom.ts";
import type { Context } from "../view.ts";
import { placeLink } from "./place.ts";
import { oneLine, visible } from "./visible.ts";

/** limits shows what holds the change, and what would if it was not acknowledged. */
export function limits(context: Context, all: readonly Finding[] = []): HTMLElement[] {
  return all.map((finding) => h("section", { class: `limit ${finding.severity}` },
    h("h3", {}, finding.severity === "error" ? "A limit holds this change" : "A limit"),
    h("p", {}, visible(finding.detail)),
    h("p", { class: "from" }, placeLink(context, finding), " ", finding.path && h("code", {}, oneLine(finding.path)), ` ${finding.code}`)));
}
