import { actions, type Item, sideOf, states } from "../parts/item.ts";
import { keyOf } from "../parts/lookup.ts";
import { namesBy } from "../parts/name.ts";
import { nothing } from "../parts/nothing.ts";
import { type Column, table } from "../parts/table.ts";
import { actionBadge, stateBadge } from "../parts/tones.ts";
import type { Context, View } from "../view.ts";

export const objects: View = {
  name: "objects",
  title: "Objects",
  count: ({ fleet }, { items }) => (fleet.refused ? undefined : items.length),
  show: (context) => table<Item>({
    name: "objects",
    caption: "Objects",
    columns: columnsOf(context),
    rows: context.selection.items,
    key: (item) => keyOf(item.id),
    scope: context.route.filter,
    onOpen: (item) => context.go({ object: keyOf(item.id), place: undefined }),
    current: (item, now) => now.object === keyOf(item.id),
    empty: nothing(context, "object"),
  }),
};

function columnsOf({ source: { status, changes }, selection: { items } }: Context): Column<Item>[] {
  const name = namesBy(items.map(({ id }) => id.name)), cluster = namesBy(items.map((item) => sideOf(item).cluster));
  const application = namesBy(items.map((item) => sideOf(item).application));
  const columns: Column<Item>[] = [
    { title: "Name", cell: ({ id }) => name(id.name), sort: ({ id }) => id.name, width: 15, grow: 3 },
    { title: "Kind", cell: ({ id }) => id.kind, sort: ({ id }) => id.kind, width: 9.5, rank: 4, below: true },
    { title: "Namespace", cell: ({ id }) => id.namespace, sort: ({ id }) => id.namespace ?? "", width: 8, grow: 1, rank: 6 },
    { title: "Cluster", cell: (item) => cluster(sideOf(item).cluster), sort: (item) => sideOf(item).cluster, width: 9, grow: 1, rank: 3, below: true },
    { title: "Version", cell: (item) => sideOf(item).version, sort: (item) => sideOf(item).version ?? "", width: 7, grow: 1, rank: 7 },
    { title: "Application", cell: (item) => application(sideOf(item).application), sort: (item) => sideOf(item).application, width: 9, grow: 1, rank: 5 },
  ];
  if (status) columns.push({ title: "State", cell: ({ state }) => state && stateBadge(state.state), sort: ({ state }) => rank(states, state?.state), width: 7, rank: 0 });
  if (changes) columns.push({ title: "Change", cell: ({ change }) => change && actionBadge(change.action), sort: ({ change }) => rank(actions, change?.action), width: 7, rank: 1 });
  return columns;
}

/** rank sorts by an order. What is not in it is last. */
function rank<Value>(order: readonly Value[], value: Value | undefined): number {
  const at = order.findIndex((other) => other === value);
  return at < 0 ? order.length : at;
}
