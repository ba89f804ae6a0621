import { h } from "../dom.ts";
import type { View } from "../view.ts";

export const clusters: View = {
  name: "clusters",
  title: "Clusters",
  count: () => undefined,
  show: () => h("div"),
};
