import { h } from "../dom.ts";
import { oneLine } from "./visible.ts";

/** The end of a name that is always seen: names of a fleet begin alike. */
const end = /.{8}$/u;

/** nameCut shows a name that is cut in its middle where it has no room. The whole name is its text, for copies and readers of screens, and its title. */
export function nameCut(name: string): HTMLElement {
  const whole = oneLine(name), [tail] = end.exec(whole) ?? [];
  if (tail === undefined) return h("span", {}, whole);
  return h("span", { class: "name-cut", title: whole, "data-head": whole.slice(0, whole.length - tail.length), "data-tail": tail }, h("span", {}, whole));
}
