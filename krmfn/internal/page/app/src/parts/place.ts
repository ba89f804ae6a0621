import type { Place } from "../contract.ts";
import { h } from "../dom.ts";
import type { Context } from "../view.ts";
import { oneLine } from "./visible.ts";

/** placeText prints a place as compilers do: file:line:column. */
export function placeText(place: Place): string {
  return [oneLine(place.file || "?"), place.line, place.column].filter((part) => part).join(":");
}

/** placeLink shows a place. Where there is an editor, it is a button that shows the place there. */
export function placeLink(context: Context, place: Place): HTMLElement {
  if (!place.file && !place.line) return h("span", { class: "place" });
  const { source } = context;
  if (source.open === undefined) return h("span", { class: "place", title: placeText(place) }, h("bdi", {}, placeText(place)));
  return h("button", { type: "button", class: "place", title: placeText(place), click: () => source.open?.(place) }, h("bdi", {}, placeText(place)));
}
