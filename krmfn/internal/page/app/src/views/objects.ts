import { actions, states } from "../parts/join.ts";
import { changeOf, indexOf, keyOf, present, stateOf } from "../parts/lookup.ts";
import { objectsShown } from "../parts/match.ts";
import { nameCut } from "../parts/name.ts";
import { placeLink, placeText } from "../parts/place.ts";
import { type Column, table } from "../parts/table.ts";
import { actionBadge, stateBadge } from "../parts/tones.ts";
import type { Context, View } from "../view.ts";

export const objects: View = {
  name: "objects",
  title: "Objects",
  count: ({ fleet }) => (fleet.refused ? undefined : present(fleet.objects)),
  show: (context) => {
    const { source, route } = context, { fleet } = source; // the rows are of this fleet, also when the source has a newer one
    const rows = objectsShown(source, route.filter);
    context.tell(rows.map((row) => fleet.objects[row]!), fleet.objects, "object");
    return table<number>({
      name: "objects",
      caption: "Objects",
      columns: columnsOf(context),
      rows,
      key: (row) => keyOf(fleet.objects[row]!),
      scope: route.filter,
      onOpen: (row) => context.go({ object: keyOf(fleet.objects[row]!), place: undefined }),
      current: (row, now) => now.object !== undefined && indexOf(fleet, now.object) === row,
      empty: fleet.objects.length === 0 ? "Nothing is rendered." : "No object has all these words.",
    });
  },
};

/** columnsOf are columns of the indexes of objects. */
function columnsOf(context: Context): Column<number>[] {
  const { fleet, status, changes } = context.source;
  const of = (row: number) => fleet.objects[row]!;
  const cluster = (row: number) => fleet.clusters[of(row).cluster]?.name ?? "";
  const application = (row: number) => fleet.applications[of(row).application]?.name ?? "";
  const state = (row: number) => stateOf(status, of(row))?.state;
  const action = (row: number) => changeOf(changes, of(row))?.action;
  const columns: Column<number>[] = [
    { title: "Name", cell: (row) => nameCut(of(row).name), sort: (row) => of(row).name, width: 15, grow: 3 },
    { title: "Kind", cell: (row) => of(row).kind, sort: (row) => of(row).kind, width: 9.5, rank: 4, below: true },
    { title: "Namespace", cell: (row) => of(row).namespace, sort: (row) => of(row).namespace ?? "", width: 8, grow: 1, rank: 6 },
    { title: "Cluster", cell: (row) => nameCut(cluster(row)), sort: cluster, width: 9, grow: 1, rank: 3, below: true },
    { title: "Version", cell: (row) => of(row).version, sort: (row) => of(row).version ?? "", width: 7, grow: 1, rank: 8 },
    { title: "Application", cell: application, sort: application, width: 9, grow: 1, rank: 5 },
  ];
  if (status) {
    columns.push({ title: "State", cell: (row) => { const s = state(row); return s && stateBadge(s); }, sort: (row) => rank(states, state(row)), width: 7, rank: 0 });
  }
  if (changes) {
    columns.push({ title: "Change", cell: (row) => { const a = action(row); return a && actionBadge(a); }, sort: (row) => rank(actions, action(row)), width: 7, rank: 1 });
  }
  columns.push({ title: "Place", cell: (row) => placeLink(context, of(row)), sort: (row) => placeText(of(row)), width: 11, grow: 1, rank: 7 });
  return columns;
}

/** rank sorts by an order. What is not in it is last. */
function rank<Value>(order: readonly Value[], value: Value | undefined): number {
  const at = order.findIndex((other) => other === value);
  return at < 0 ? order.length : at;
}
