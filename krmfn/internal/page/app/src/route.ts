// The route is what the page shows. It is in the fragment of the address, so that links lead to it and "back" leads back. The slash tells readers
// of screens and their checkers that it is no place on the page.

export const filters = ["search", "application", "cluster", "label", "kind", "state", "action", "severity"] as const;
export type Filter = (typeof filters)[number];

export interface Route {
  /** The name of a view. */
  view: string;
  /** What the tables show; an absent filter shows all. */
  filter: Partial<Record<Filter, string>>;
  /** Index of the object in the panel. */
  object?: number;
  /** Name of the cluster in the panel. */
  place?: string;
}

export function parseRoute(fragment: string): Route {
  const [view = "", query = ""] = fragment.replace(/^#\/?/, "").split("?", 2);
  const values = new URLSearchParams(query);
  const route: Route = { view, filter: {} };
  for (const name of filters) {
    const value = values.get(name);
    if (value) route.filter[name] = value;
  }
  const object = Number(values.get("object") ?? NaN);
  if (Number.isInteger(object) && object >= 0) route.object = object;
  const place = values.get("place");
  if (place) route.place = place;
  return route;
}

export function printRoute(route: Route): string {
  const values = new URLSearchParams();
  for (const name of filters) {
    const value = route.filter[name];
    if (value) values.set(name, value);
  }
  if (route.object !== undefined) values.set("object", String(route.object));
  if (route.place !== undefined) values.set("place", route.place);
  const query = values.toString();
  return `#/${route.view}${query === "" ? "" : `?${query}`}`;
}
