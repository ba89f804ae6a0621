import type { Child } from "../dom.ts";

/** Column is a column of a table. Widths are in rem. */
export interface Column<Row> {
  title: string;
  /** What its heading shows in the place of the title. */
  head?: Child;
  /** What a cell shows. It must fit in a line; what is too long is cut. */
  cell(row: Row): Child;
  /** The value to sort by; absent where people cannot sort by the column. */
  sort?(row: Row): string | number;
  /** The least width. */
  width: number;
  /** The share of the room that is left; 0 when absent. */
  grow?: number;
  /** Where not all columns fit, those of the highest rank are left out first. The first column and those of rank 0 always stay. */
  rank?: number;
  /** Show the cell in a second line below the first column when the column is left out. */
  below?: boolean;
  /** Numbers are aligned at their end. */
  number?: boolean;
}

/** fitting returns the columns that fit into a width in rem. */
export function fitting<Row>(columns: readonly Column<Row>[], width: number): Column<Row>[] {
  let shown = [...columns];
  let needed = shown.reduce((sum, column) => sum + column.width, 0);
  while (needed > width) {
    const last = shown.reduce<Column<Row> | undefined>((worst, c) => ((c.rank ?? 0) > 0 && c !== shown[0] && (c.rank ?? 0) >= (worst?.rank ?? 0) ? c : worst), undefined);
    if (last === undefined) break;
    shown = shown.filter((column) => column !== last);
    needed -= last.width;
  }
  return shown;
}

/** widths returns the shares of columns of the width of their table, which are 1 together. */
export function widths<Row>(columns: readonly Column<Row>[], width: number): number[] {
  const needed = columns.reduce((sum, column) => sum + column.width, 0);
  const growing = columns.reduce((sum, column) => sum + (column.grow ?? 0), 0);
  const left = growing > 0 ? Math.max(0, width - needed) : 0;
  return columns.map((column) => (column.width + (left * (column.grow ?? 0)) / (growing || 1)) / (needed + left));
}
