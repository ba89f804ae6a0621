import type { Route } from "./route.ts";
import type { Selection } from "./parts/select.ts";
import type { Source } from "./source.ts";

/** Context is what a view works with. */
export interface Context {
  readonly source: Source;
  readonly route: Route;
  /** What the words of the route choose. */
  readonly selection: Selection;
  /** What is shown is of the documents before: no link leads to their lines. */
  readonly past?: boolean;
  /** Shows another route: the given parts replace those of the route; a part that is undefined is taken away. */
  go(change: Partial<Route>): void;
}

/** View is one of the contents of the page. */
export interface View {
  /** Name in the route. */
  readonly name: string;
  readonly title: string;
  /** How many of the chosen things the view shows, for the navigation; undefined hides the view. */
  count(source: Source, selection: Selection): number | undefined;
  /**
   * Returns the content for a route. It is called again when the data or the filters change, and not when only the panel does. A view that
   * returns the same element as before keeps its place and its focus.
   */
  show(context: Context): Promise<HTMLElement> | HTMLElement;
}
