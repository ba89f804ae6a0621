import type { Application } from "../contract.ts";
import { h } from "../dom.ts";
import { countBadges, named, readyBadge, share, total } from "../parts/groups.ts";
import { joined } from "../parts/join.ts";
import { present } from "../parts/lookup.ts";
import { applicationsShown } from "../parts/match.ts";
import { placeLink, placeText } from "../parts/place.ts";
import { type Column, table } from "../parts/table.ts";
import { thousands } from "../parts/counted.ts";
import { oneLine } from "../parts/visible.ts";
import { withWord } from "../parts/words.ts";
import type { Context, View } from "../view.ts";

export const applications: View = {
  name: "applications",
  title: "Applications",
  count: (source) => present(source.fleet.applications),
  show: (context) => {
    const { source, route } = context;
    const rows = applicationsShown(source, route.filter);
    context.tell(rows, source.fleet.applications, "application");
    return table<Application>({
      name: "applications",
      caption: "Applications",
      columns: columnsOf(context),
      rows,
      key: (row) => row.name,
      scope: route.filter,
      onOpen: (row) => context.go({ view: "objects", filter: withWord(route.filter, "application", row.name) }),
      empty: source.fleet.applications.length === 0 ? "The documents have no application." : "No application has all these words.",
    });
  },
};

function columnsOf(context: Context): Column<Application>[] {
  const known = joined(context.source);
  const group = (row: Application) => known.ofApplication.get(row.name);
  const columns: Column<Application>[] = [
    { title: "Application", cell: (row) => named(row), sort: (row) => row.name, width: 10, grow: 2 },
    { title: "Type", cell: (row) => row.workload, sort: (row) => row.workload ?? "", width: 8.5, rank: 4, below: true },
  ];
  if (context.source.status) {
    columns.push({ title: "Ready", cell: (row) => readyBadge(group(row)), sort: (row) => share(group(row)), width: 6 });
  }
  if (context.source.changes) {
    columns.push({ title: "Changes", cell: (row) => countBadges(group(row)?.actions), sort: (row) => -total(group(row)?.actions), width: 12, grow: 1, rank: 1, below: true });
  }
  columns.push(
    { title: "Source", cell: sources, sort: (row) => row.sources[0] ?? "", width: 15, grow: 4, rank: 5 },
    { title: "Chart", cell: (row) => row.chart, sort: (row) => row.chart ?? "", width: 7, grow: 1, rank: 6 },
    { title: "Version", cell: versions, sort: (row) => row.versions[0]?.version ?? "", width: 11, grow: 1, rank: 2, below: true },
    { title: "Clusters", cell: (row) => thousands(row.clusters), sort: (row) => row.clusters, width: 6.5, rank: 3, number: true },
    { title: "Objects", cell: (row) => thousands(row.objects), sort: (row) => row.objects, width: 6.5, rank: 7, number: true },
    { title: "Waves", cell: (row) => (row.waves > 1 ? row.waves : "\u2013"), sort: (row) => row.waves, width: 6, rank: 8, number: true },
    { title: "Place", cell: (row) => placeLink(context, row), sort: placeText, width: 9, grow: 1, rank: 9 },
  );
  return columns;
}

/** shownSources is how many sources a cell has. */
const shownSources = 3;

/** sources shows each source with its address first: that is what tells it from others. */
function sources(row: Application): HTMLElement {
  const shown = row.sources.slice(0, shownSources).map((source) => {
    const [kind = "", ...address] = source.split(" ");
    return h("span", { class: "source" }, oneLine(address.join(" ")), h("span", { class: "muted" }, ` ${kind}`));
  });
  return h("span", {}, ...shown, row.sources.length > shownSources && ` and ${thousands(row.sources.length - shownSources)} more`);
}

/** versions lists the versions, with the number of their clusters where there are several. */
function versions(row: Application): string {
  return row.versions.map((v) => (row.versions.length > 1 ? `${v.version} \u00d7${thousands(v.clusters)}` : v.version)).join(", ");
}
