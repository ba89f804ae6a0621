import assert from "node:assert/strict";
import test from "node:test";

import { has, withLabel, withText, withWord, type Word, wordOf, wordsOf } from "../../src/parts/words.ts";

/** short is a word in few letters: ! for a word that is turned round, and ' around a quoted value. */
const short = ({ key, value, quoted, not }: Word): string => `${not ? "!" : ""}${key === undefined ? "" : `${key}=`}${quoted ? `'${value}'` : value}`;

test("words have keys, quotes and a !", () => {
  for (const [filter, ...wanted] of [
    [""], ["  "], ["a  b ", "a", "b"], ["stage=production failed", "stage=production", "failed"], ["note=a=b=c", "note=a=b=c"], ["=e", "=e"],
    ['"failed"', "'failed'"], ['"a b" c', "'a b'", "c"], ['version=">=1.0.0 <2.0.0"', "version='>=1.0.0 <2.0.0'"], [String.raw`"a \"b\" \\c"`, String.raw`'a "b" \c'`],
    [">=5.1.0", ">=5.1.0"], ["<=2", "<=2"], ["!=3", "!=3"], ["!failed", "!failed"], ["!stage", "!stage"], ["!stage=test", "!stage=test"], ['!version=">=1 <2" x', "!version='>=1 <2'", "x"], ["!", ],
    ['"not closed', "'not closed'"], ['version="not closed', "version='not closed'"], ['a"b c"', 'a"b', 'c"'], ["apps/web:8080", "apps/web:8080"], ["example.com/stage=a", "example.com/stage=a"],
    ["key=", "key="], ['key=""', "key=''"],
  ] as const) assert.deepEqual(wordsOf(filter).map(short), wanted, filter);
});

test("what is written is read again, whatever is in it", () => {
  for (const value of ["a", "a b", ">=1.0.0 <2.0.0", "a=b", 'a "b" \\ c', "\\", '"', "!a", "é b"]) {
    const filter = `x ${wordOf("version", value)} !y`;
    assert.deepEqual(wordsOf(filter).map(({ key, value }) => [key, value]), [[undefined, "x"], ["version", value], [undefined, "y"]], filter);
    assert.equal(wordsOf(withWord(filter, "stage", "test")).find(({ key }) => key === "version")?.value, value);
  }
});

test("words are added, replaced and taken away", () => {
  assert.equal(withWord("x stage=test y", "stage", "production"), "x y stage=production");
  assert.equal(withWord("x stage=test", "stage", ""), "x");
  assert.equal(withWord('version=">=1 <2" !stage=test', "stage", "a b"), 'version=">=1 <2" !stage=test stage="a b"');
  assert.equal(withLabel("x stage=test", "stage", ""), "x !stage");
  assert.equal(withLabel("x !stage", "stage", ""), "x !stage");
  assert.equal(withLabel("x !stage", "stage", "test"), "x stage=test", "no cluster is without a label and has a value of it");
  assert.equal(withText("x", "odd"), "x odd");
  assert.equal(withText("odd x", "odd"), "odd x");
  assert.ok(has("x stage=test", "stage=test"));
  assert.ok(!has("x stage=tests", "stage=test"));
});
