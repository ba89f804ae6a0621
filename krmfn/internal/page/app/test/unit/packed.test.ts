import assert from "node:assert/strict";
import { test } from "node:test";
import { whole, wholeDifference } from "../../src/report/pieces.ts";

const piece = async (number: number): Promise<string> => ['"value"', '"set"', '"param"', '"covered"', '"usual"', "spec: {}\n"][number]!;

const packedLeaf = {
  path: "spec.values.text", piece: 0, set: { layer: "defaults", value: null, piece: 1 },
  params: [{ layer: "params", value: null, piece: 2 }, { layer: "labels", value: "short" }], covers: [{ layer: "base", value: null, piece: 3 }],
};
const leaf = {
  path: "spec.values.text", value: "value", set: { layer: "defaults", value: "set" },
  params: [{ layer: "params", value: "param" }, { layer: "labels", value: "short" }], covers: [{ layer: "base", value: "covered" }],
};

test("long texts of an object and of a difference are back at their places", async () => {
  const short = { path: "spec.suspend", value: null };
  assert.deepEqual(await whole({ object: 3, yaml: ["kind: A\n", 5, "end: 1\n"], leaves: [packedLeaf, short] }, piece),
    { object: 3, yaml: "kind: A\nspec: {}\nend: 1\n", leaves: [leaf, short] });
  assert.deepEqual(await wholeDifference({ object: 3, ...packedLeaf, usualPiece: 4 }, piece), { object: 3, ...leaf, usual: "usual" });
  assert.deepEqual(await wholeDifference({ object: 3, ...short, usual: null }, piece), { object: 3, ...short, usual: null });
});
