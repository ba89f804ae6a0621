import { type Child, h } from "../dom.ts";

/** facts shows names and their values. Those without a value are left out. */
export function facts(all: readonly (readonly [string, Child])[]): HTMLElement {
  const rows = all.filter(([, value]) => value !== undefined && value !== "" && value !== false && value !== null);
  return h("dl", { class: "facts" }, ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}
