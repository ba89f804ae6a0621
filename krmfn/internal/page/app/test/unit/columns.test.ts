import assert from "node:assert/strict";
import { test } from "node:test";
import { offsetOf, wordEnd } from "../../src/playground/columns.ts";

test("columns count characters", () => {
  assert.equal(offsetOf("abc", 1), 0);
  assert.equal(offsetOf("abc", 3), 2);
  assert.equal(offsetOf("a😀b", 3), 3);
  assert.equal(offsetOf("a", 9), 1);
});

test("what a finding underlines", () => {
  const word = (line: string, at: number): string => line.slice(at, wordEnd(line, at));
  assert.equal(word("prun: true", 0), "prun");
  assert.equal(word("url: https://example.com:80/x # y", 5), "https://example.com:80/x");
  assert.equal(word('a: "b c: d" e', 3), '"b c: d"');
  assert.equal(word("a: 'it''s' b", 3), "'it''s'");
  assert.equal(word("a: {b: c}", 3), "{");
  assert.equal(word("a:   ", 9), "");
});
