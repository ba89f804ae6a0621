import type { Cluster } from "../contract.ts";
import { h } from "../dom.ts";
import { groupBadges, readyBadge, stateBadges, total } from "../parts/groups.ts";
import { joined } from "../parts/join.ts";
import { clustersShown } from "../parts/match.ts";
import { type Column, table } from "../parts/table.ts";
import { thousands } from "../parts/counted.ts";
import { oneLine } from "../parts/visible.ts";
import type { Context, View } from "../view.ts";

/** shownNames is how many names a cell has. */
const shownNames = 8;

export const clusters: View = {
  name: "clusters",
  title: "Clusters",
  count: (source) => source.fleet.clusters.length,
  show: (context) => {
    const { source, route } = context;
    const rows = clustersShown(source, route.filter);
    context.tell(rows.length, source.fleet.clusters.length, "cluster");
    return table<Cluster>({
      name: "clusters",
      caption: "Clusters",
      columns: columnsOf(context),
      rows,
      key: (row) => row.name,
      scope: JSON.stringify(route.filter),
      onOpen: (row) => context.go({ place: row.name, object: undefined }),
      current: (row, now) => now.place === row.name,
      empty: source.fleet.clusters.length === 0 ? "The documents name no cluster." : "No cluster has all these.",
    });
  },
};

function columnsOf(context: Context): Column<Cluster>[] {
  const { fleet, status, changes } = context.source;
  const known = joined(context.source);
  const columns: Column<Cluster>[] = [
    { title: "Cluster", cell: (row) => row.name, sort: (row) => row.name, width: 10, grow: 1 },
  ];
  if (status) {
    columns.push(
      { title: "Ready", cell: (row) => readyBadge(known.ofCluster.get(row.name)), sort: (row) => known.ofCluster.get(row.name)?.ready ?? -1, width: 6 },
      { title: "State", cell: (row) => stateBadges(known.ofCluster.get(row.name)), width: 11, grow: 1, rank: 1, below: true },
    );
  }
  if (changes) columns.push({ title: "Changes", cell: (row) => groupBadges(known.ofCluster.get(row.name)), sort: (row) => -total(known.ofCluster.get(row.name)?.actions), width: 12, grow: 1, rank: 2, below: true });
  columns.push(
    { title: "Labels", cell: (row) => labels(context, row), sort: (row) => texts(row).join(), width: 16, grow: 3, rank: 3, below: true },
    { title: "Applications", cell: (row) => names(row, fleet.applications), sort: (row) => row.applications.length, width: 12, grow: 2, rank: 5 },
    { title: "Objects", cell: (row) => thousands(row.objects), sort: (row) => row.objects, width: 6.5, rank: 4, number: true },
  );
  return columns;
}

function texts(row: Cluster): string[] {
  return Object.keys(row.labels).sort().map((key) => `${key}=${row.labels[key]}`);
}

/** labels are buttons that show all clusters with the same label. */
function labels(context: Context, row: Cluster): HTMLElement {
  return h("span", {}, ...texts(row).map((label) => h("button", {
    type: "button", class: "label", click: () => context.go({ filter: { ...context.route.filter, label } }),
  }, oneLine(label))));
}

/** names tells how many applications there are, and the first ones. */
function names(row: Cluster, applications: readonly { name: string }[]): HTMLElement {
  const all = row.applications.slice(0, shownNames).map((i) => oneLine(applications[i]?.name ?? "")).join(", ");
  return h("span", {}, row.applications.length > 1 && `${thousands(row.applications.length)}: `, all, row.applications.length > shownNames && ", \u2026");
}
