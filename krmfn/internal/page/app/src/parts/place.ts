import type { Place } from "../contract.ts";
import { h } from "../dom.ts";
import type { Context } from "../view.ts";
import { oneLine } from "./visible.ts";

/** placeText prints a place as compilers do: file:line:column. */
export function placeText(place: Place): string {
  return [oneLine(place.file || "?"), place.line, place.column].filter((part) => part).join(":");
}

/** placeLink shows a place. It leads to the place where there is an editor, or an address. */
export function placeLink({ source, past }: Context, place: Place): HTMLElement {
  if (!place.file && !place.line) return h("span", { class: "place" });
  const address = addressOf(source.about.link, place), title = placeText(place), text = h("bdi", {}, title);
  if (past) return h("span", { class: "place", title }, text);
  if (source.open !== undefined) return h("button", { type: "button", class: "place", title, click: () => source.open?.(place) }, text);
  if (address !== undefined) return h("a", { class: "place", title, href: address, target: "_blank", rel: "noopener noreferrer" }, text);
  return h("span", { class: "place", title }, text);
}

/** addressOf fills a link. */
function addressOf(link: string | undefined, { file, line }: Place): string | undefined {
  if (!link || !file || !/^https?:/.test(link)) return undefined;
  return link.replaceAll("{file}", file.split("/").map(encodeURIComponent).join("/")).replaceAll("{line}", String(line ?? 1));
}
