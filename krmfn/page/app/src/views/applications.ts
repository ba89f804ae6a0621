import { h } from "../dom.ts";
import type { View } from "../view.ts";

export const applications: View = {
  name: "applications",
  title: "Applications",
  count: () => undefined,
  show: () => h("div"),
};
