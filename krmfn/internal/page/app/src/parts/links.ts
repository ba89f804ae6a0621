import type { ObjectID } from "../contract.ts";
import { type Child, h } from "../dom.ts";
import { printRoute, type Route } from "../route.ts";
import type { Context } from "../view.ts";
import { clusterNamed, indexOf, keyOf } from "./lookup.ts";
import { oneLine } from "./visible.ts";
import { withWord } from "./words.ts";

/** link leads to another route. Its address is for a new tab; a click changes the route that there is then. */
export function link(context: Context, change: Partial<Route>, label: Child): HTMLElement {
  const go = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    context.go(change);
  };
  return h("a", { class: "name", href: printRoute({ ...context.route, ...change }), click: go }, label);
}

/** nameOf is the namespace/name of an object. */
export function nameOf(id: ObjectID): string {
  return oneLine(id.namespace ? `${id.namespace}/${id.name}` : id.name);
}

/** objectLink leads to an object; it is the plain name of one that is not rendered. */
export function objectLink(context: Context, id: ObjectID, label: Child = nameOf(id)): HTMLElement {
  const object = keyOf(id);
  if (indexOf(context.source.fleet, object) === undefined) return h("span", { class: "name" }, label);
  return link(context, { object, place: undefined }, label);
}

/** clusterLink leads to a cluster; it is the plain name of one that is gone. */
export function clusterLink(context: Context, name: string, label: Child = oneLine(name)): HTMLElement {
  if (clusterNamed(context.source.fleet, name) === undefined) return h("span", { class: "name" }, label);
  return link(context, { object: undefined, place: name }, label);
}

/** applicationLink leads to the objects of an application, of those that the filter chooses. */
export function applicationLink(context: Context, name: string, label: Child = oneLine(name)): HTMLElement {
  return link(context, { view: "objects", filter: withWord(context.route.filter, "application", name) }, label);
}
