import assert from "node:assert/strict";
import test from "node:test";

import { pairs, words } from "../../src/parts/hunks.ts";

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

const marked = (before: string, after: string): string[] | undefined => {
  const found = words(before, after);
  return found && [found.before, found.after].map((side) => side.map(({ text, differs }) => (differs ? `[${text}]` : text)).join(""));
};

test("the words in which two lines differ are marked", () => {
  assert.deepEqual(marked("image: shop:4.1.0 # a", "image: shop:4.2.1 # a"), ["image: shop:4.[1].[0] # a", "image: shop:4.[2].[1] # a"]);
  assert.deepEqual(marked("./deploy", "./deploy/next"), ["./deploy", "./deploy[/next]"]);
  assert.deepEqual(marked("größe: 1", "größe:  1"), ["größe:[ ]1", "größe:[  ]1"]);
  assert.equal(marked("- one", "- two"), undefined, "only signs are equal");
});

test("the pieces of two lines are the lines, however long", () => {
  const line = (name: string): string => Array.from({ length: 300 }, (_, i) => (i % 7 === 0 ? "same" : `${name}${i}`)).join(" ");
  const { before, after } = words(line("a"), line("b"))!;
  assert.deepEqual([before, after].map((side) => side.map(({ text }) => text).join("")), [line("a"), line("b")]);
  assert.ok(before.some(({ differs }) => differs) && before.some(({ differs }) => !differs));
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
