import assert from "node:assert/strict";
import { test } from "node:test";
import { unfolded, whole, wholeDifference } from "../../src/report/pieces.ts";

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
  const named = '{"path":"metadata.name","value":"web-\0"}';
  const all = unfolded([
    { lines: 3, texts: ["kind: A\n", 5, "name: web-\0\n", JSON.stringify(packedLeaf), JSON.stringify(short), named] },
    { lines: 3, texts: [-2, "name: other\n", -3] },
  ]);
  const leaves = (name: string): unknown[] => [leaf, short, { path: "metadata.name", value: `web-${name}` }];
  assert.deepEqual(await whole(3, all[0]!, "berlin", piece), { object: 3, yaml: "kind: A\nspec: {}\nname: web-berlin\n", leaves: leaves("berlin") });
  assert.deepEqual(await whole(4, all[1]!, "oslo", piece), { object: 4, yaml: "kind: A\nspec: {}\nname: other\n", leaves: leaves("oslo") });
  assert.deepEqual(await wholeDifference({ object: 3, ...packedLeaf, usualPiece: 4 }, piece), { object: 3, ...leaf, usual: "usual" });
  assert.deepEqual(await wholeDifference({ object: 3, ...short, usual: null }, piece), { object: 3, ...short, usual: null });
});
