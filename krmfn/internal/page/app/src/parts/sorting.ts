export type Direction = "ascending" | "descending";

const collator = new Intl.Collator("en", { numeric: true });

type Key = string | number | undefined;

function compare(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}

/** sorted returns rows in the order of a key. Those with equal keys stay in the order that they have, and those without one are last, in both directions. */
export function sorted<Row>(rows: readonly Row[], key: (row: Row) => Key, direction: Direction): Row[] {
  const sign = direction === "ascending" ? 1 : -1, without = (of: Key): number => (of === undefined ? 1 : 0);
  return rows.map((row) => ({ row, key: key(row) })).sort((a, b) => without(a.key) - without(b.key) || sign * compare(a.key ?? 0, b.key ?? 0)).map((item) => item.row);
}
