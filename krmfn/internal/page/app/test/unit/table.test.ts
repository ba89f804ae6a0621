import assert from "node:assert/strict";
import test from "node:test";

import { type Column, fitting, widths } from "../../src/parts/columns.ts";
import { sorted } from "../../src/parts/sorting.ts";

const column = (title: string, width: number, rank?: number, grow?: number): Column<number> =>
  ({ title, width, cell: String, ...(rank !== undefined && { rank }), ...(grow !== undefined && { grow }) });

test("columns of the highest rank are left out first, and the first never", () => {
  const columns = [column("name", 10, 9), column("kind", 5, 2), column("state", 5), column("place", 5, 3)];
  const titles = (width: number): string => fitting(columns, width).map((c) => c.title).join(" ");
  assert.equal(titles(25), "name kind state place");
  assert.equal(titles(24), "name kind state");
  assert.equal(titles(15), "name state");
  assert.equal(titles(1), "name state");
});

test("columns share the width", () => {
  assert.deepEqual(widths([column("a", 10, 0, 1), column("b", 10, 0, 3)], 40), [15 / 40, 25 / 40]);
  assert.deepEqual(widths([column("a", 10), column("b", 10)], 40), [10 / 40, 30 / 40], "the last one gets what is left");
  assert.deepEqual(widths([column("a", 30), column("b", 10)], 20), [0.5, 0.5], "the first one gives way");
  assert.deepEqual(widths([column("a", 30), column("b", 32)], 20), [8 / 40, 32 / 40]);
});

test("numbers in names are sorted as numbers, and equal rows keep their order", () => {
  const names = ["b10", "b9", "a"];
  assert.deepEqual(sorted(names, (name) => name, "ascending"), ["a", "b9", "b10"]);
  assert.deepEqual(sorted(names, (name) => name, "descending"), ["b10", "b9", "a"]);
  assert.deepEqual(sorted(names, () => 1, "descending"), names);
  for (const direction of ["ascending", "descending"] as const) assert.equal(sorted(names, (name) => (name === "b9" ? undefined : name), direction).at(-1), "b9");
});
