import { h } from "../dom.ts";
import type { View } from "../view.ts";

export const objects: View = {
  name: "objects",
  title: "Objects",
  count: () => undefined,
  show: () => h("div"),
};
