import assert from "node:assert/strict";
import { test } from "node:test";
import { cut, Joiner } from "../../src/playground/pieces.ts";

const values: Record<string, unknown>[] = [
  {}, { a: [] }, { a: 1 }, { a: null, b: "x" }, { a: [1, 2, 3], "b\"c": { d: ["]", "}", "\\\""] } }, { a: [[1], {}, "a,b", [], { x: [1, 2] }] },
  { rows: Array.from({ length: 100 }, (_, i) => ({ i, text: `{[",${i}` })) },
];

test("pieces are the same value again", async () => {
  for (const value of values) {
    for (const size of [0, 1, 10, 1000]) {
      const pieces = cut(JSON.stringify(value), size);
      assert.deepEqual(await new Joiner(JSON.parse, async () => undefined).join(pieces), value);
    }
  }
});

test("what has not changed is not read again", async () => {
  let reads = 0, pauses = 0;
  const joiner = new Joiner<{ a: { n: number }[]; b: string }>((text) => (reads++, JSON.parse(text) as unknown), async () => void pauses++);
  const value = { a: [{ n: 1 }, { n: 2 }, { n: 3 }], b: "x" };
  const first = await joiner.join(cut(JSON.stringify(value), 1));
  assert.deepEqual([reads, pauses], [4, 3]);
  assert.equal(await joiner.join(cut(JSON.stringify(value), 1)), first);
  assert.equal(reads, 4);
  const second = await joiner.join(cut(JSON.stringify({ ...value, a: [{ n: 1 }, { n: 5 }, { n: 3 }] }), 1));
  assert.equal(reads, 5);
  assert.deepEqual(second.a, [{ n: 1 }, { n: 5 }, { n: 3 }]);
  assert.equal(second.a[0], first.a[0]);
  assert.deepEqual(await joiner.join(cut('{"b":"y"}', 1)), { b: "y" });
  assert.deepEqual(await joiner.join(cut(JSON.stringify(value), 1)), value);
});
