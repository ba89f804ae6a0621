import { h } from "../dom.ts";
import type { View } from "../view.ts";

export const changes: View = {
  name: "changes",
  title: "Changes",
  count: () => undefined,
  show: () => h("div"),
};
