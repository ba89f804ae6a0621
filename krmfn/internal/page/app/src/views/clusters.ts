import { clustersOf } from "../parts/select.ts";
import { nothing } from "../parts/nothing.ts";
import { table } from "../parts/table.ts";
import type { View } from "../view.ts";

export const clusters: View = {
  name: "clusters",
  title: "Clusters",
  count: (_, { items, here, idle }) => clustersOf(items, here).here.size + idle.length,
  show: (context) => {
    const { items, here, idle } = context.selection, all = clustersOf(items, here);
    const rows = [...all.here, ...idle.map(({ name }) => name), ...all.left].map((name) => ({ name }));
    return table<{ name: string }>({
      name: "clusters", caption: "Clusters", rows, key: (row) => row.name, scope: context.route.filter,
      columns: [{ title: "Cluster", cell: (row) => row.name, sort: (row) => row.name, width: 10, grow: 1 }],
      onOpen: (row) => context.go({ place: row.name, object: undefined }), current: (row, now) => now.place === row.name, empty: nothing(context, "cluster"),
    });
  },
};
