import assert from "node:assert/strict";
import test from "node:test";

import { keyAt } from "../../src/parts/yaml/key.ts";
import { foldable, linesOf } from "../../src/parts/yaml/lines.ts";
import { tokens } from "../../src/parts/yaml/tokens.ts";

const object = `apiVersion: v1
kind: X
metadata:
  annotations:
    a.b/c: one
    "d: e": two
    'it''s': three
  name: x
spec:
  dependsOn:
  - name: a
    readyExpr: first
      second
  - name: b
  empty: {}
  script: |
    not: a key

    spec:
  text: "begins
    - not: an item
    ends" # a comment
  values:
    replicas: 3
`.trimEnd().split("\n");

const show = (line: string, kinds: readonly string[]): string => tokens([line])[0]!.filter((t) => kinds.includes(t.kind)).map((t) => t.text).join("|");

test("a field has its lines", () => {
  const paths = [
    "metadata.annotations[a.b/c]", "metadata.annotations[d: e]", "metadata.annotations.it's", "metadata.name", "spec.dependsOn", "spec.empty", "spec.script",
    "spec.text", "spec.values.replicas", "spec.removed",
  ];
  const found = linesOf(object, paths);
  const got = paths.map((path) => {
    const lines = found.get(path);
    return lines && [lines.first + 1, lines.end];
  });
  assert.deepEqual(got, [[5, 5], [6, 6], undefined, [8, 8], [10, 14], [15, 15], [16, 19], [20, 22], [24, 24], undefined]);
  assert.deepEqual(linesOf(object, ["metadata.annotations[it's]"]).get("metadata.annotations[it's]"), { first: 6, end: 7 });
});

test("items of a list have their lines, where their paths are known", () => {
  const list = ["values:", "  env:", "  - name: a", "    value: 1", "  - b", "  -", "    - deep", "  text: x"];
  const found = linesOf(list, ["values.env", "values.env[0]", "values.env[2]", "values.env[name=c]", "values.text"]);
  assert.deepEqual(Object.fromEntries(found), {
    "values.env": { first: 1, end: 7 }, "values.env[0]": { first: 2, end: 4 }, "values.env[2]": { first: 5, end: 7 }, "values.text": { first: 7, end: 8 },
  });
});

test("a field whose lines are not certain has none", () => {
  assert.equal(linesOf(["a: 1", "a: 2"], ["a"]).size, 0);
  assert.equal(linesOf(["a: 1"], ["a", "a"]).size, 0);
  assert.equal(linesOf(['"\\x41": 1'], ["A"]).size, 0);
  assert.equal(linesOf(["? a", ": b: 1", "b: 2"], ["a.b", "b"]).get("b")?.first, 2);
  assert.equal(linesOf(["  a: 1", "<script>"], ["a"]).size, 0);
});

test("of a list of dependencies the items behind the third one are folded", () => {
  const list = (items: number): string[] => ["spec:", "  dependsOn:", ...Array.from({ length: items }, (_, i) => [`  - name: a${i}`, "    readyExpr: x"]).flat(), "  interval: 1h"];
  assert.deepEqual(foldable(list(3), "dependsOn", 3), []);
  assert.deepEqual(foldable(list(62), "dependsOn", 3), [{ first: 8, end: 126 }]);
  assert.deepEqual(foldable([...list(4), ...list(5)], "dependsOn", 3), [{ first: 8, end: 10 }, { first: 19, end: 23 }]);
  assert.deepEqual(foldable(["other:", "- 1", "- 2", "- 3", "- 4"], "dependsOn", 3), []);
  assert.deepEqual(foldable(["dependsOn: []", "dependsOn:"], "dependsOn", 3), []);
});

test("keys are found as they are written", () => {
  assert.deepEqual(keyAt("a:b: c", 0), { name: "a:b", end: 3 });
  assert.deepEqual(keyAt("  'a'':': c", 2), { name: "a':", end: 8 });
  assert.deepEqual(keyAt('"a\\"b":', 0), { name: 'a"b', end: 6 });
  assert.equal(keyAt("a:b", 0), undefined);
  assert.equal(keyAt("# a: b", 0), undefined);
  assert.equal(keyAt('"a: b', 0), undefined);
});

test("values have the kinds that YAML gives them", () => {
  const kinds = ["number", "word", "string", "hidden", "comment"];
  assert.equal(show("a: 1.5e3 # why", kinds), "1.5e3|# why");
  for (const [text, kind] of [["1", "number"], ["0x1F", "number"], ["1.2.3", "string"], ["true", "word"], ["~", "word"], ["(hidden)", "hidden"], ['"(hidden)"', "hidden"], ["'1'", "string"], ["a#b", "string"]] as const) {
    assert.equal(show(`- a: ${text}`, [kind]), text, kind);
  }
});

test("texts and brackets go on in lines that are further in", () => {
  const text = ["a: {b: 1, 'c': [true, x y], # why", "  d: http://e#f }", "g: |", "  h: 1", "i: &j", "  k: *j", 'l: "', ' m: 1"', "n: [", "o: 1", "p: q", "  r: 1", "- s:t: 1"];
  const found = tokens(text).map((line) => line.filter(({ kind }) => kind !== "mark" && kind !== "space").map(({ kind, text }) => `${kind} ${text}`).join(", "));
  assert.deepEqual(found, [
    "key a, key b, number 1, key 'c', word true, string x y, comment # why", "key d, string http://e#f", "key g", "string   h: 1", "key i, word &j", "key k, word *j",
    'key l, string "', 'string  m: 1"', "key n", "key o, number 1", "key p, string q", "string   r: 1", "key s:t, number 1",
  ]);
});

test("the texts of the tokens are the text, whatever it is", () => {
  let seed = 1;
  const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const parts = ["a", ":", " ", "  ", "- ", "? ", '"', "'", "\\", "|", ">", "#", "\t", "1", "{}", "[", "<b>", "é", "\u2028", "true", "[", "}", ",", "&", "*"];
  for (let i = 0; i < 2000; i++) {
    const lines = Array.from({ length: 1 + next(5) }, () => Array.from({ length: next(12) }, () => parts[next(parts.length)]).join(""));
    assert.deepEqual(tokens(lines).map((line) => line.map((t) => t.text).join("")), lines);
    linesOf(lines, ["a", "a.a"]);
  }
});

test("long texts take no longer than their length asks for", () => {
  const begin = performance.now();
  for (const text of [": ".repeat(500_000), '"'.repeat(1_000_000), "a:".repeat(500_000), " ".repeat(1_000_000), "- ".repeat(500_000), "'' ".repeat(300_000), "[".repeat(1_000_000), `[${"a \t".repeat(300_000)}`, `[${"\t".repeat(500_000)}]`, `[${"a#".repeat(500_000)}`]) {
    tokens([text]);
    linesOf([text], ["a"]);
  }
  assert.ok(performance.now() - begin < 30_000);
});
