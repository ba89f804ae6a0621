import type { Route } from "./route.ts";
import type { Source } from "./source.ts";

/** Row is anything that a view shows; what only the documents before have is not counted. */
export type Row = object & { gone?: boolean };

/** Context is what a view works with. */
export interface Context {
  readonly source: Source;
  readonly route: Route;
  /** Shows another route: the given parts replace those of the route; a part that is undefined is taken away. */
  go(change: Partial<Route>): void;
  /** Tells people how many of all things the view shows; nothing where there are none. */
  tell(shown: readonly Row[], all: readonly Row[], thing: string): void;
}

/** View is one of the contents of the page. */
export interface View {
  /** Name in the route. */
  readonly name: string;
  readonly title: string;
  /** How many things the view has to show, for the navigation; undefined hides the view. */
  count(source: Source): number | undefined;
  /**
   * Returns the content for a route. It is called again when the data or the filters change, and not when only the panel does. A view that
   * returns the same element as before keeps its place and its focus.
   */
  show(context: Context): Promise<HTMLElement> | HTMLElement;
}
