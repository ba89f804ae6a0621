import { type Child, h, replace } from "../dom.ts";
import type { Context } from "../view.ts";
import { cluster, differencesOf } from "./cluster.ts";
import { object, titleOf } from "./object.ts";
import { itemsNamed, itemsOn } from "./item.ts";
import { clusterNamed, indexOf } from "./lookup.ts";
import { oneLine } from "./visible.ts";
import { yaml } from "./yaml.ts";

/** patience is for how many milliseconds nothing is said about loading: most is there at once, and what flickers is hard to read. */
const patience = 150;

/** panel shows the object or the cluster of the route; undefined when the route has none. */
export async function panel(context: Context): Promise<HTMLElement | undefined> {
  const { object: key, place } = context.route;
  if (key !== undefined) return objectPanel(context, key);
  if (place !== undefined) return clusterPanel(context, place);
  return undefined;
}

async function objectPanel(now: Context, key: string): Promise<HTMLElement> {
  const { source, source: { fleet } } = now, items = itemsNamed(source, key);
  const index = indexOf(fleet, key) ?? -1, row = fleet.objects[index], context = { ...now, past: row?.gone === true };
  if (row === undefined) return frame(context, ["Object"], h("p", { class: "empty" }, `There is no ${oneLine(key)}. Perhaps the link is of another run.`));
  const loading = source.details(index);
  const about = [row, fleet.applications[row.application]?.name, fleet.clusters[row.cluster]?.name, items];
  return unlessShown(context, about, loading, () => {
    const aside = frame(context, titleOf(row), ...object(context, row, items));
    aside.classList.toggle("gone", context.past);
    aside.append(later(loading, (details) => yaml(context, details.yaml, details.leaves)));
    return aside;
  });
}

async function clusterPanel(context: Context, name: string): Promise<HTMLElement> {
  const { fleet } = context.source;
  const index = clusterNamed(fleet, name) ?? -1, about = fleet.clusters[index];
  const title = [h("span", { class: "kind" }, "Cluster"), " ", oneLine(name)];
  if (about === undefined) return frame(context, title, h("p", { class: "empty" }, "There is no such cluster. Perhaps the link is of another run."));
  if (about.gone) return frame(context, title, ...cluster({ ...context, past: true }, about, undefined));
  const loading = context.source.differences(index);
  return unlessShown(context, [about, itemsOn(context.source, name)], loading, () =>
    frame(context, title, ...cluster(context, about, later(loading, (all) => differencesOf(context, all)))));
}

/** Shown is a panel, and a text of all that it shows; undefined while that is loaded. */
interface Shown {
  shows: string | undefined;
  aside: HTMLElement;
}

let last: Shown | undefined;

/**
 * unlessShown makes a panel, or returns the last one where it shows the same: the data of a playground change while somebody types, and what is
 * open in a panel stays open then. It waits a little for what is loaded, so that the panel is complete when it comes soon.
 */
async function unlessShown<T>(context: Context, about: unknown, loading: Promise<T>, make: () => HTMLElement): Promise<HTMLElement> {
  const told = loading.then((loaded) => JSON.stringify([context.route.object, context.source.about.now, about, loaded]), () => undefined);
  const soon = await Promise.race([told, new Promise<undefined>((resolve) => setTimeout(resolve, patience))]);
  if (last !== undefined && soon !== undefined && last.shows === soon) return last.aside;
  const made: Shown = { shows: soon, aside: make() };
  last = made;
  if (soon !== undefined) await loading; // what waits for it has its turn first
  else void told.then((shows) => (made.shows = shows));
  return made.aside;
}

/** frame makes the panel. */
function frame(context: Context, title: Child[], ...content: Child[]): HTMLElement {
  const close = (): void => context.go({ object: undefined, place: undefined });
  return h("aside", { class: "panel", "aria-labelledby": "panel-title" },
    h("div", { class: "head" }, h("h2", { id: "panel-title", tabindex: -1 }, ...title), h("button", { type: "button", class: "close", "aria-label": "Close", click: close }, "×")),
    ...content);
}

/** later is what takes time to load, or why it failed. */
function later<T>(loading: Promise<T>, show: (value: T) => Node): HTMLElement {
  const place: HTMLElement = h("div", { class: "later", role: "status" }, "Loading …");
  const found = (value: T): void => {
    place.className = "";
    place.removeAttribute("role");
    replace(place, show(value));
  };
  void loading.then(found).catch((error: unknown) => {
    place.setAttribute("role", "alert");
    replace(place, h("strong", {}, "This could not be read. "), error instanceof Error ? error.message : String(error));
  });
  return place;
}
