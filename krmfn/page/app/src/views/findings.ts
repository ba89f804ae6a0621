import { h } from "../dom.ts";
import type { View } from "../view.ts";

export const findings: View = {
  name: "findings",
  title: "Findings",
  count: () => undefined,
  show: () => h("div"),
};
