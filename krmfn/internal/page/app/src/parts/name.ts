import { h } from "../dom.ts";
import { oneLine } from "./visible.ts";

/** The end of a name that is always seen: names of a fleet begin alike. */
const end = /.{1,12}$/u;

/** nameCut shows a name that is cut in its middle where it has no room. The whole name is its text and its title. */
export function nameCut(name: string): HTMLElement {
  const whole = oneLine(name), tail = end.exec(whole)?.[0] ?? "";
  return h("span", { class: "name-cut", title: whole }, h("span", {}, whole.slice(0, whole.length - tail.length)), tail);
}
