export type Direction = "ascending" | "descending";

const collator = new Intl.Collator("en", { numeric: true });

function compare(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}

/** sorted returns rows in the order of a key. Rows with equal keys stay in the order that they have, in both directions. */
export function sorted<Row>(rows: readonly Row[], key: (row: Row) => string | number, direction: Direction): Row[] {
  const sign = direction === "ascending" ? 1 : -1;
  return rows.map((row) => ({ row, key: key(row) })).sort((a, b) => sign * compare(a.key, b.key)).map((item) => item.row);
}
