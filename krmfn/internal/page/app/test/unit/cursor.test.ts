import assert from "node:assert/strict";
import { test } from "node:test";
import { type Where, where } from "../../src/playground/cursor.ts";
import { item } from "../../src/playground/schema.ts";

/** at returns what is at the mark ¦ of a text. */
function at(text: string): Where | undefined {
  const lines = text.split("\n"), row = lines.findIndex((line) => line.includes("¦"));
  const offset = lines[row]?.indexOf("¦") ?? 0;
  lines[row] = (lines[row] ?? "").replace("¦", "");
  return where(lines, row, offset);
}

const path = (text: string): string | undefined => {
  const found = at(text);
  return found && `${found.at} ${found.path.map((step) => (step === item ? "[]" : String(step))).join(".")}`;
};

test("the way to a place in block style", () => {
  const head = "kind: FluxApplication\nspec:\n  config:\n    helmRelease:\n      deploy:\n";
  assert.equal(path(`${head}      - name: a\n        ¦`), "key spec.config.helmRelease.deploy.[]");
  assert.equal(path(`${head}      - ¦`), "key spec.config.helmRelease.deploy.[]");
  assert.equal(path(`${head}      - na¦`), "key spec.config.helmRelease.deploy.[]");
  assert.equal(path(`${head}        - name: a\n          destination:\n            ¦`), "key spec.config.helmRelease.deploy.[].destination");
  assert.equal(path(`${head}      - name: a\n      ¦`), "key spec.config.helmRelease");
  assert.equal(path(`${head}    ¦`), "key spec.config");
  assert.equal(path(`${head}¦`), "key ");
  assert.equal(path("kind: ¦"), "value kind");
  assert.equal(path("spec:\n  source:\n    sourceRef:\n      kind: Git¦"), "value spec.source.sourceRef.kind");
  assert.equal(path("spec:\n  a: 1\n\n  # comment\n  ¦"), "key spec");
  assert.equal(path("a: 1\n---\n  b:\n    ¦"), "key b");
  assert.equal(path("a:\n- - b: 1\n    ¦"), "key a.[].[]");
});

test("the way to a place in flow style", () => {
  assert.equal(path("metadata: {name: web, ¦}"), "key metadata");
  assert.equal(path("metadata: {name: ¦}"), "value metadata.name");
  assert.equal(path("deploy:\n- {destination: {cluster: x, ¦}}"), "key deploy.[].destination");
  assert.equal(path("l:\n- a: {b: [{c: 1}, {d¦}]}"), "key l.[].a.b.[]");
  assert.deepEqual([...(at("metadata: {name: web, ¦, labels: {}}")?.present ?? [])], ["name", "labels"]);
});

test("texts and comments are no places", () => {
  assert.equal(path("a: 1 # co¦"), undefined);
  assert.equal(path("a: |\n  text ¦\n"), undefined);
  assert.equal(path("a: >-\n  b:\n    ¦\n"), undefined);
  assert.equal(path("---¦"), undefined);
  assert.equal(path('a: "x # y" ¦'), "value a");
  assert.equal(path("- a # co¦"), undefined);
  assert.equal(path("a: {b: 1}¦"), undefined);
  assert.equal(path("a: {b: 1,\n¦"), "key ");
  assert.equal(path('a: "\n¦"'), undefined);
});

test("the keys that are there", () => {
  const present = (text: string): string[] => [...(at(text)?.present ?? [])].sort();
  assert.deepEqual(present("spec:\n  a: 1\n  ¦\n  b:\n    c: 1\nd: 1"), ["a", "b"]);
  assert.deepEqual(present("l:\n- a: 1\n  ¦\n  b: 1\n- c: 1"), ["a", "b"]);
  assert.deepEqual(present("l:\n- z: 1\n- ¦\n  b: 1\n- c: 1"), ["b"]);
  assert.deepEqual(present("l:\n- z: 1\n- x¦: 2\n  b: 1"), ["b"]);
  assert.deepEqual(present("a: 1\n---\nb: 1\n¦"), ["b"]);
  assert.deepEqual(present("l:\n- na¦\n  b: 1"), ["b"]);
  assert.deepEqual(present("a: {b¦: {d: 1}, c: 1}"), ["c"]);
});

test("the kind of the document, and what is written", () => {
  assert.equal(at("kind: A\n---\nkind: B\n¦\n---\nkind: C")?.kind, "B");
  const found = at("spec:\n  topol¦ogy: Hub");
  assert.deepEqual([found?.from, found?.to], [2, 10]);
  const value = at("spec:\n  topology: Hu¦b # why");
  assert.deepEqual([value?.from, value?.to], [12, 15]);
});

test("any text has places within its line, or none", () => {
  let seed = 1;
  const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const parts = ["a", "b:", " ", "  ", "- ", "? ", '"', "'", "|", "#", "\t", "1", "{", "}", "[", "]", ",", ": ", "&", "*", "---", "kind: A"];
  for (let i = 0; i < 5000; i++) {
    const lines = Array.from({ length: 1 + next(6) }, () => Array.from({ length: next(8) }, () => parts[next(parts.length)]).join(""));
    const row = next(lines.length), { length } = lines[row]!, place = where(lines, row, next(length + 1));
    assert.ok(place === undefined || (0 <= place.from && place.from <= place.to && place.to <= length), JSON.stringify([lines, row, place?.from, place?.to]));
  }
});
