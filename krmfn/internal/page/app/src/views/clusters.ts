import type { Cluster } from "../contract.ts";
import { h } from "../dom.ts";
import { countBadges, named, readyBadge, share, stateBadges, total } from "../parts/groups.ts";
import { joined } from "../parts/join.ts";
import { present } from "../parts/lookup.ts";
import { clustersShown } from "../parts/match.ts";
import { type Column, table } from "../parts/table.ts";
import { thousands } from "../parts/counted.ts";
import { oneLine } from "../parts/visible.ts";
import { withWord } from "../parts/words.ts";
import type { Context, View } from "../view.ts";

/** shownNames is how many names a cell has. */
const shownNames = 8;

export const clusters: View = {
  name: "clusters",
  title: "Clusters",
  count: (source) => present(source.fleet.clusters),
  show: (context) => {
    const { source, route } = context;
    const rows = clustersShown(source, route.filter);
    context.tell(rows, source.fleet.clusters, "cluster");
    return table<Cluster>({
      name: "clusters",
      caption: "Clusters",
      columns: columnsOf(context),
      rows,
      key: (row) => row.name,
      scope: route.filter,
      onOpen: (row) => context.go({ place: row.name, object: undefined }),
      current: (row, now) => now.place === row.name,
      empty: source.fleet.clusters.length === 0 ? "The documents name no cluster." : "No cluster has all these words.",
    });
  },
};

function columnsOf(context: Context): Column<Cluster>[] {
  const { fleet, status, changes } = context.source;
  const known = joined(context.source), rank = ranks(fleet.clusters);
  const columns: Column<Cluster>[] = [
    { title: "Cluster", cell: (row) => named(row), sort: (row) => row.name, width: 10, grow: 1 },
  ];
  if (status) {
    columns.push(
      { title: "Ready", cell: (row) => readyBadge(known.ofCluster.get(row.name)), sort: (row) => share(known.ofCluster.get(row.name)), width: 6 },
      { title: "State", cell: (row) => stateBadges(known.ofCluster.get(row.name)), width: 11, grow: 1, rank: 1, below: true },
    );
  }
  if (changes) columns.push({ title: "Changes", cell: (row) => countBadges(known.ofCluster.get(row.name)?.actions), sort: (row) => -total(known.ofCluster.get(row.name)?.actions), width: 12, grow: 1, rank: 2, below: true });
  columns.push(
    { title: "Labels", cell: (row) => labels(context, row, rank), sort: (row) => keysOf(row, rank).map((key) => row.labels[key]).join(), width: 16, grow: 3, rank: 3, below: true },
    { title: "Applications", cell: (row) => names(row, fleet.applications), sort: (row) => row.applications.length, width: 12, grow: 2, rank: 5 },
    { title: "Objects", cell: (row) => thousands(row.objects), sort: (row) => row.objects, width: 6.5, rank: 4, number: true },
  );
  return columns;
}

/** ranks orders the keys of labels: those in which clusters differ are first, those of one cluster each and those that are all alike are last. */
function ranks(all: readonly Cluster[]): Map<string, number> {
  const values = new Map<string, Set<string>>();
  for (const { labels } of all) for (const [key, value] of Object.entries(labels)) values.set(key, (values.get(key) ?? new Set()).add(value));
  return new Map([...values].map(([key, { size }]) => [key, size === 1 ? 2 : size > all.length / 2 ? 1 : 0]));
}

function keysOf({ labels, was }: Cluster, rank: ReadonlyMap<string, number>): string[] {
  const keys = [...new Set([...Object.keys(labels), ...Object.keys(was ?? {})])].sort();
  return keys.sort((a, b) => (rank.get(a) ?? 2) - (rank.get(b) ?? 2));
}

/** labels are buttons that show all clusters with the same label. A label that the cluster had before is struck through. */
function labels(context: Context, row: Cluster, rank: ReadonlyMap<string, number>): HTMLElement {
  const chip = (key: string, value: string): HTMLElement => h("button", {
    type: "button", class: "label", click: () => context.go({ filter: withWord(context.route.filter, key, value) }),
  }, oneLine(`${key}=${value}`));
  return h("span", {}, ...keysOf(row, rank).flatMap((key) => {
    const now = row.labels[key], before = row.was?.[key];
    return [row.was !== undefined && before !== undefined && before !== now && h("del", {}, chip(key, before)), now !== undefined && chip(key, now)];
  }));
}

/** names tells how many applications there are, and the first ones. */
function names(row: Cluster, applications: readonly { name: string }[]): HTMLElement {
  const all = row.applications.slice(0, shownNames).map((i) => oneLine(applications[i]?.name ?? "")).join(", ");
  return h("span", {}, row.applications.length > 1 && `${thousands(row.applications.length)}: `, all, row.applications.length > shownNames && ", \u2026");
}
