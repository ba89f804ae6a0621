import type { Child } from "../dom.ts";

/** Column is a column of a table. Widths are in rem. */
export interface Column<Row> {
  title: string;
  /** What its heading shows in the place of the title. */
  head?: Child;
  /** What a cell shows. It must fit in a line; what is too long is cut, but in the first column it goes on in the next line. */
  cell(row: Row): Child;
  /** The value to sort by; absent where people cannot sort by the column. Rows without one are last. */
  sort?(row: Row): string | number | undefined;
  /** The least width, but for the first column, which gives way. */
  width: number;
  /** What a cell says, for the height of rows. Absent where all cells need a line only. */
  text?(row: Row): string | undefined;
  /** The share of the room that is left; 0 when absent. Where no column has one, the last one gets it all. */
  grow?: number;
  /** Where not all columns fit, those of a low rank stay. The first column and those of rank 0 always do. */
  rank?: number;
  /** Show the cell in a second line below the first column when the column is left out. */
  below?: boolean;
}

/** roomOf is how wide a column must be for its texts, in rem, also where they are badges or buttons. */
export function roomOf(texts: readonly string[]): number {
  const { fontSize, fontFamily } = getComputedStyle(document.documentElement), rem = Number.parseFloat(fontSize), pen = document.createElement("canvas").getContext("2d")!;
  pen.font = `600 ${0.9375 * rem}px ${fontFamily}`;
  const most = texts.reduce((length, text) => Math.max(length, text.length), 0), long = texts.filter((text) => text.length > most - 3).slice(0, 100);
  return 2.5 + Math.max(...long.map((text) => pen.measureText(text).width)) / rem;
}

/** fitting returns the columns that fit into a width in rem. */
export function fitting<Row>(columns: readonly Column<Row>[], width: number): Column<Row>[] {
  const rank = (column: Column<Row>): number => (column === columns[0] ? -1 : column.rank ?? 0);
  let room = width;
  const fit = new Set([...columns].sort((a, b) => rank(a) - rank(b)).filter((column) => {
    const fits = rank(column) <= 0 || column.width <= room;
    if (fits) room -= column.width;
    return fits;
  }));
  return columns.filter((column) => fit.has(column));
}

/** widths returns the shares of columns of the width of their table, which are 1 together. */
export function widths<Row>(columns: readonly Column<Row>[], width: number): number[] {
  const left = width - columns.reduce((sum, column) => sum + column.width, 0), growing = columns.reduce((sum, column) => sum + (column.grow ?? 0), 0);
  const more = (grow: number, i: number): number => (growing > 0 ? (left * grow) / growing : i === columns.length - 1 ? left : 0);
  const all = columns.map(({ width, grow = 0 }, i) => (left >= 0 ? width + more(grow, i) : i === 0 ? Math.max(width + left, Math.min(width, 8)) : width));
  const sum = all.reduce((a, b) => a + b, 0);
  return all.map((one) => one / sum);
}
