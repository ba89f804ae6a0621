import { h, replace } from "./dom.ts";
import { panel } from "./parts/panel.ts";
import { parseRoute, printRoute, type Route } from "./route.ts";
import type { Source } from "./source.ts";
import type { Context, View } from "./view.ts";
import { applications } from "./views/applications.ts";
import { changes } from "./views/changes.ts";
import { clusters } from "./views/clusters.ts";
import { findings } from "./views/findings.ts";
import { objects } from "./views/objects.ts";
import { order } from "./views/order.ts";

const views: View[] = [changes, applications, clusters, objects, order, findings];

/** show makes the page of a source in an element, and keeps it up to date. */
export function show(source: Source, root: HTMLElement): void {
  const content = h("div", { class: "content" });
  const side = h("div", { class: "side" });
  replace(root, h("header", {}, h("h1", {}, source.about.title)), content, side);
  let shown = "";
  const update = async (force: boolean): Promise<void> => {
    const route = parseRoute(location.hash);
    const view = views.find((v) => v.name === route.view) ?? views.find((v) => v.count(source) !== undefined) ?? applications;
    const context: Context = {
      source,
      route,
      go: (change: Partial<Route>) => {
        location.hash = printRoute({ ...route, ...change });
      },
    };
    const key = printRoute({ view: view.name, filter: route.filter });
    if (force || key !== shown) {
      shown = key;
      replace(content, await view.show(context));
    }
    replace(side, await panel(context));
  };
  addEventListener("hashchange", () => void update(false));
  source.onChange(() => void update(true));
  void update(true);
}
