import { actions, joined, states } from "../parts/join.ts";
import { keyOf } from "../parts/lookup.ts";
import { objectsOf } from "../parts/match.ts";
import { placeLink, placeText } from "../parts/place.ts";
import { type Column, table } from "../parts/table.ts";
import { actionBadge, stateBadge } from "../parts/tones.ts";
import type { Context, View } from "../view.ts";

export const objects: View = {
  name: "objects",
  title: "Objects",
  count: (source) => (source.fleet.refused ? undefined : source.fleet.objects.length),
  show: (context) => {
    const { source, route } = context;
    const rows = objectsOf(source, route.filter);
    context.tell(rows.length, source.fleet.objects.length, "object");
    return table<number>({
      name: "objects",
      caption: "Objects",
      columns: columnsOf(context),
      rows,
      key: (row) => source.fleet.objects[row]?.path ?? row,
      scope: JSON.stringify(route.filter),
      onOpen: (row) => context.go({ object: row, place: undefined }),
      current: (row, now) => now.object === row,
      empty: source.fleet.objects.length === 0 ? "Nothing is rendered." : "No object has all these.",
    });
  },
};

/** columnsOf are columns of the indexes of objects. */
function columnsOf(context: Context): Column<number>[] {
  const { fleet, status, changes } = context.source;
  const known = joined(context.source);
  const of = (row: number) => fleet.objects[row]!;
  const cluster = (row: number) => fleet.clusters[of(row).cluster]?.name ?? "";
  const application = (row: number) => fleet.applications[of(row).application]?.name ?? "";
  const state = (row: number) => known.states.get(keyOf(of(row)))?.state;
  const action = (row: number) => known.changes.get(keyOf(of(row)))?.action;
  const columns: Column<number>[] = [
    { title: "Name", cell: (row) => of(row).name, sort: (row) => of(row).name, width: 15, grow: 3 },
    { title: "Kind", cell: (row) => of(row).kind, sort: (row) => of(row).kind, width: 9.5, rank: 4, below: true },
    { title: "Namespace", cell: (row) => of(row).namespace, sort: (row) => of(row).namespace ?? "", width: 8, grow: 1, rank: 6 },
    { title: "Cluster", cell: cluster, sort: cluster, width: 9, grow: 1, rank: 3, below: true },
    { title: "Application", cell: application, sort: application, width: 9, grow: 1, rank: 5 },
  ];
  if (status) {
    const rank = (row: number) => (states.indexOf(state(row) ?? "") + states.length + 1) % (states.length + 1);
    columns.push({ title: "State", cell: (row) => { const s = state(row); return s && stateBadge(s); }, sort: rank, width: 7, rank: 0 });
  }
  if (changes) {
    const rank = (row: number) => { const a = action(row); return a === undefined ? actions.length : actions.indexOf(a); };
    columns.push({ title: "Change", cell: (row) => { const a = action(row); return a && actionBadge(a); }, sort: rank, width: 7, rank: 1 });
  }
  columns.push({ title: "Place", cell: (row) => placeLink(context, of(row)), sort: (row) => placeText(of(row)), width: 11, grow: 1, rank: 7 });
  return columns;
}
