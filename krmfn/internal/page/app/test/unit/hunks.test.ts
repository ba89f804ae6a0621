import assert from "node:assert/strict";
import test from "node:test";

import { pairs } from "../../src/parts/hunks.ts";

const lines = (text: string): string[] => (text === "" ? [] : text.split(" "));
const show = (before: string, after: string): string => pairs(lines(before), lines(after)).map((p) => `${p.before ?? ""}/${p.after ?? ""}`).join(" ");

test("lines are beside those that they became", () => {
  assert.equal(show("a b c d", "a x c c d"), "a/a b/x /c c/c d/d");
  assert.equal(show("a b c", "a c"), "a/a b/ c/c");
  assert.equal(show("", "a b"), "/a /b");
  assert.equal(show("a", "a"), "a/a");
  assert.equal(show("a a a", "a a"), "a/a a/a a/");
});

test("both texts are whole in the pairs", () => {
  let seed = 7;
  const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let i = 0; i < 1000; i++) {
    const text = (): string[] => Array.from({ length: next(9) }, () => "abc"[next(3)]!);
    const before = text(), after = text(), all = pairs(before, after);
    assert.deepEqual(all.flatMap((p) => p.before ?? []), before);
    assert.deepEqual(all.flatMap((p) => p.after ?? []), after);
  }
});

test("a text of very many lines is compared with a short one", () => {
  const many = Array.from({ length: 150_000 }, () => "");
  assert.equal(pairs(many, ["x"]).length, many.length);
  assert.equal(pairs(["x"], many).length, many.length);
});

test("long texts are compared soon", () => {
  const begin = performance.now();
  const long = (first: string): string[] => Array.from({ length: 20_000 }, (_, i) => first + i);
  assert.equal(pairs(long("a"), long("b")).length, 20_000);
  assert.ok(performance.now() - begin < 10_000);
});
