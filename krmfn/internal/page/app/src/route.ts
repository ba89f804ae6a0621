// The route is what the page shows. It is in the fragment of the address, so that links lead to it and "back" leads back. The slash tells readers
// of screens and their checkers that it is no place on the page.

export interface Route {
  /** The name of a view. */
  view: string;
  /** The words that all that is shown must have, see parts/words.ts; empty for all. */
  filter: string;
  /** The object in the panel: a key of parts/lookup.ts. */
  object?: string;
  /** Name of the cluster in the panel. */
  place?: string;
}

export function parseRoute(fragment: string): Route {
  const [view = "", query = ""] = fragment.replace(/^#\/?/, "").split("?", 2);
  const values = new URLSearchParams(query);
  // Links to the view of applications lead to that of clusters, which has them.
  const route: Route = { view: view === "applications" ? "clusters" : view, filter: values.get("filter") ?? "" };
  const object = values.get("object"), place = values.get("place");
  if (object) route.object = object;
  if (place) route.place = place;
  return route;
}

export function printRoute(route: Route): string {
  const query = (["filter", "object", "place"] as const).flatMap((name) => (route[name] ? [`${name}=${printed(route[name])}`] : []));
  return `#/${route.view}${query.length === 0 ? "" : `?${query.join("&")}`}`;
}

/** printed is a value that people can read in an address: the characters that it may have there stay. */
function printed(value: string): string {
  return encodeURIComponent(value).replaceAll("%20", "+").replaceAll("%2F", "/").replaceAll("%3D", "=");
}
