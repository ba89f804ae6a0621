import assert from "node:assert/strict";
import test from "node:test";

import type { Value } from "../../src/contract.ts";
import { parse, print } from "../../src/json.ts";

// keepsDigits tells whether this engine gives the source of a number. Node 20 does not yet, and the browsers of the tests do.
let keepsDigits = false;
JSON.parse("1", (_key: string, value: unknown, context?: { source?: string }) => {
  keepsDigits = context?.source !== undefined;
  return value;
});

test("a value is printed as it was read", () => {
  for (const text of [
    "null", "true", "0", "-1", "1.5", '""', "[]", "{}", '[1,"a",null,{"b":[false]}]', '{"b":1,"a":{"c":[]}}', '{"__proto__":1,"constructor":2}',
    '"\\u2028 </script> \\"\\\\ é 日本語 👩‍👩‍👧"',
  ]) {
    assert.equal(print(parse<Value>(text)), text.replace("\\u2028", "\u2028"), text);
  }
});

test("a number keeps its digits", { skip: keepsDigits ? false : "this engine does not tell the source of a number" }, () => {
  for (const text of ["1.10", "1e3", "12345678901234567890123", '{"version":1.10,"list":[0.0]}']) assert.equal(print(parse<Value>(text)), text);
  assert.equal(String(parse<Value>("1.10")), "1.10");
});

test("a text that is no JSON is an error", () => {
  for (const text of ["", "{", "a", "[1,]"]) assert.throws(() => parse(text), SyntaxError);
});
