import { type Child, h, replace } from "../dom.ts";
import type { Context } from "../view.ts";
import { cluster, differencesOf } from "./cluster.ts";
import { detailsOf, object, titleOf } from "./object.ts";
import { clusterNamed } from "./lookup.ts";
import { oneLine } from "./visible.ts";

/** patience is for how many milliseconds nothing is said about loading: most is there at once, and what flickers is hard to read. */
const patience = 150;

/** panel shows the object or the cluster of the route; undefined when the route has none. */
export async function panel(context: Context): Promise<HTMLElement | undefined> {
  const { object: index, place } = context.route;
  if (index !== undefined) return objectPanel(context, index);
  if (place !== undefined) return clusterPanel(context, place);
  return undefined;
}

async function objectPanel(context: Context, index: number): Promise<HTMLElement> {
  const row = context.source.fleet.objects[index];
  if (row === undefined) return frame(context, ["Object"], h("p", { class: "empty" }, "There is no such object. Perhaps the link is of another run."));
  const aside = frame(context, titleOf(row), ...object(context, row));
  await later(aside, context.source.details(index), (details) => detailsOf(context, details));
  return aside;
}

async function clusterPanel(context: Context, name: string): Promise<HTMLElement> {
  const index = clusterNamed(context.source.fleet, name) ?? -1;
  const about = context.source.fleet.clusters[index];
  const title = [h("span", { class: "kind" }, "Cluster"), " ", oneLine(name)];
  if (about === undefined) return frame(context, title, h("p", { class: "empty" }, "There is no such cluster. Perhaps the link is of another run."));
  const differences = h("div");
  const aside = frame(context, title, ...cluster(context, index, about, differences));
  await later(differences, context.source.differences(index), (all) => differencesOf(context, all));
  return aside;
}

/** frame makes the panel. */
function frame(context: Context, title: Child[], ...content: Child[]): HTMLElement {
  const close = (): void => context.go({ object: undefined, place: undefined });
  return h("aside", { class: "panel", "aria-labelledby": "panel-title" },
    h("div", { class: "head" }, h("h2", { id: "panel-title" }, ...title), h("button", { type: "button", class: "close", "aria-label": "Close", click: close }, "×")),
    ...content);
}

/** later adds what takes time, or why it failed. It waits a little, so that the panel is complete when it comes soon. */
async function later<T>(element: HTMLElement, loading: Promise<T>, show: (value: T) => Node): Promise<void> {
  const place: HTMLElement = h("div", { class: "later", role: "status" });
  element.append(place);
  const done = loading.then((value) => place.replaceWith(show(value)), (error: unknown) => {
    place.setAttribute("role", "alert");
    replace(place, h("strong", {}, "This could not be read. "), error instanceof Error ? error.message : String(error));
  });
  await Promise.race([done, new Promise((resolve) => setTimeout(resolve, patience))]);
  if (!place.hasChildNodes()) place.append("Loading …");
}
