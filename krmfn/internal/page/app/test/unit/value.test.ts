import assert from "node:assert/strict";
import test from "node:test";

import { age } from "../../src/parts/age.ts";
import { left, text } from "../../src/parts/value.ts";
import { oneLine, visible } from "../../src/parts/visible.ts";

test("strings that look like other values are in quotes", () => {
  for (const [value, shown] of [["a", "a"], ["1", '"1"'], ["1.5.0", "1.5.0"], ["true", '"true"'], ["", '""'], [" a", '" a"'], ["(hidden)", '"(hidden)"'], ["a\nb\n", "a\nb\n"]] as const) {
    assert.equal(text(value), shown);
  }
  assert.equal(text(1), "1");
  assert.equal(text(null), "null");
});

test("long lists and maps have several lines", () => {
  assert.equal(text({ a: [1, "x"] }), '{"a":[1,"x"]}');
  assert.equal(text([{ name: "a".repeat(60) }, {}]), `[\n  {\n    "name": "${"a".repeat(60)}"\n  },\n  {}\n]`);
});

test("what is left of a text is told in lines, or in characters of a line that is cut", () => {
  assert.equal(left("x".repeat(1300)), "1,300 more characters");
  assert.equal(left("x\ny"), "3 more characters");
  assert.equal(left("\nx\ny"), "2 more lines");
});

test("what nobody sees is an escape", () => {
  assert.equal(visible("a\u202eb\u200bc\u0000\n\té"), "a\\u202eb\\u200bc\\u0000\n\té");
  assert.equal(visible("a\u3164\u115f\u1160\uffa0\u2800b"), "a\\u3164\\u115f\\u1160\\uffa0\\u2800b");
  assert.equal(visible("a\u{e0041}\u{e007f}\u{1f600}"), "a\\U000e0041\\U000e007f\u{1f600}");
  assert.equal(oneLine("a\nb\tc"), "a\\nb\\tc");
});

test("ages have their two largest units", () => {
  const now = "2026-11-24T12:00:00Z";
  const ages = ["2026-11-24T12:00:00Z", "2026-11-24T11:59:18Z", "2026-11-24T11:00:00Z", "2026-11-22T08:00:00Z", "2026-11-24T12:00:01Z", "no time", undefined].map((t) => age(t, now));
  assert.deepEqual(ages, ["0s", "42s", "1h", "2d4h", undefined, undefined, undefined]);
  assert.equal(age(now, undefined), undefined);
});
