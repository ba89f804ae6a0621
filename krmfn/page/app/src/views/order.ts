import { h } from "../dom.ts";
import type { View } from "../view.ts";

export const order: View = {
  name: "order",
  title: "Order",
  count: () => undefined,
  show: () => h("div"),
};
