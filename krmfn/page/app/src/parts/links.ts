import type { ObjectID } from "../contract.ts";
import { h } from "../dom.ts";
import { printRoute } from "../route.ts";
import type { Context } from "../view.ts";
import { clusterNamed, indexOf } from "./lookup.ts";
import { oneLine } from "./visible.ts";

/** nameOf is the namespace/name of an object. */
export function nameOf(id: ObjectID): string {
  return oneLine(id.namespace ? `${id.namespace}/${id.name}` : id.name);
}

/** objectLink leads to an object; it is the plain name of one that is not rendered. */
export function objectLink(context: Context, id: ObjectID, label = nameOf(id)): HTMLElement {
  const object = indexOf(context.source.fleet, id);
  if (object === undefined) return h("span", { class: "name" }, label);
  return h("a", { class: "name", href: printRoute({ ...context.route, object, place: undefined }) }, label);
}

/** clusterLink leads to a cluster; it is the plain name of one that is gone. */
export function clusterLink(context: Context, name: string): HTMLElement {
  if (clusterNamed(context.source.fleet, name) === undefined) return h("span", { class: "name" }, oneLine(name));
  return h("a", { class: "name", href: printRoute({ ...context.route, object: undefined, place: name }) }, oneLine(name));
}

/** applicationLink leads to the objects of an application. */
export function applicationLink(context: Context, name: string): HTMLElement {
  return h("a", { class: "name", href: printRoute({ ...context.route, view: "objects", filter: { application: name } }) }, oneLine(name));
}
