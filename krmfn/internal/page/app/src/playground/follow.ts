import type { Fleet, ObjectRow } from "../contract.ts";
import { parseRoute, printRoute } from "../route.ts";

/** follow keeps the object of the panel when the objects have changed: in the address it is an index. */
export function follow(before: Fleet, after: Fleet): void {
  const route = parseRoute(location.hash);
  const object = route.object === undefined ? undefined : before.objects[route.object];
  if (object === undefined) return;
  const index = indexOf(object, route.object as number, after);
  if (index === route.object) return;
  const { object: _, ...others } = route;
  history.replaceState(null, "", printRoute(index === undefined ? others : { ...route, object: index }));
}

function indexOf(object: ObjectRow, last: number, after: Fleet): number | undefined {
  const same = (other: ObjectRow | undefined): boolean =>
    other?.kind === object.kind && other.name === object.name && other.namespace === object.namespace && other.server === object.server;
  if (same(after.objects[last])) return last;
  // While the documents have errors there are no objects; the panel waits for its own.
  if (after.objects.length === 0) return last;
  const index = after.objects.findIndex(same);
  return index < 0 ? undefined : index;
}
