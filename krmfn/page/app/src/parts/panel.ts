import { h } from "../dom.ts";
import type { Context } from "../view.ts";

/** panel shows the object or the cluster of the route; undefined when the route has none. */
export async function panel(context: Context): Promise<HTMLElement | undefined> {
  if (context.route.object === undefined && context.route.place === undefined) return undefined;
  return h("aside");
}
