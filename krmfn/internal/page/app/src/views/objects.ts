import type { Child } from "../dom.ts";
import { actions, type Item, sideOf, states } from "../parts/item.ts";
import { keyOf } from "../parts/lookup.ts";
import { namesBy } from "../parts/name.ts";
import { nothing } from "../parts/nothing.ts";
import { type Column, roomOf, table } from "../parts/table.ts";
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

/** columnsOf are as wide as their texts. */
function columnsOf({ source: { status, changes }, selection: { items } }: Context): Column<Item>[] {
  const column = (title: string, text: (item: Item) => string | undefined, more: Partial<Column<Item>>): Column<Item> => {
    const texts = [...new Set(items.map((item) => text(item) ?? ""))], show = namesBy(texts);
    return { title, text, cell: (item) => show(text(item) ?? ""), sort: (item) => text(item) || undefined, width: roomOf([title, ...texts]), ...more };
  };
  const words = <Word extends string>(title: string, text: (item: Item) => Word | undefined, order: readonly Word[], show: (word: Word) => Child, rank: number): Column<Item> =>
    column(title, text, { cell: (item) => text(item) && show(text(item)!), sort: (item) => text(item) && order.indexOf(text(item)!), rank, below: true });
  return [
    column("Name", ({ id }) => id.name, {}),
    column("Kind", ({ id }) => id.kind, { rank: 4, below: true }),
    column("Namespace", ({ id }) => id.namespace, { rank: 7 }),
    column("Cluster", (item) => sideOf(item).cluster, { rank: 3, below: true }),
    column("Version", (item) => sideOf(item).version, { rank: 6 }),
    column("Application", (item) => sideOf(item).application, { rank: 5 }),
    ...(status ? [words("State", ({ state }) => state?.state, states, stateBadge, 1)] : []),
    ...(changes ? [words("Change", ({ change }) => change?.action, actions, actionBadge, 2)] : []),
  ];
}
