import assert from "node:assert/strict";
import { test } from "node:test";
import { yamlLanguage } from "@codemirror/lang-yaml";
import type { Input, PartialParse } from "@lezer/common";

import { orPlain, yaml } from "../../src/playground/language.ts";

const text = `a: ${"[".repeat(1000)}`;

function parseThatEnds(error: Error): PartialParse {
  const input: Input = { length: text.length, lineChunks: false, chunk: (from) => text.slice(from), read: (from, to) => text.slice(from, to) };
  return orPlain({ parsedPos: 0, stoppedAt: null, stopAt() {}, advance() { throw error; } }, input, [], [{ from: 0, to: text.length }]);
}

test("a text that is too deep for the parser is one node", () => {
  const tree = parseThatEnds(new RangeError("Maximum call stack size exceeded")).advance();
  assert.equal(tree?.length, text.length);
  assert.equal(tree?.type, yamlLanguage.parser.topNode);
  assert.equal(tree?.topNode.firstChild, null);
});

test("a text that is too deep to be coloured is one node, whether its nodes are in buffers or not", () => {
  for (const [deep, brackets] of [[false, 200], [true, 700], [true, 1000], [true, 3000]] as const) {
    const tree = yaml.language.parser.parse(`a: ${"[".repeat(brackets)}${"]".repeat(brackets)}`);
    assert.equal(tree.topNode.firstChild === null, deep, `${brackets}`);
  }
});

test("another error of the parser is not hidden", () => {
  assert.throws(() => parseThatEnds(new TypeError("a fault")).advance(), TypeError);
});

test("other texts have the tree of YAML", () => {
  assert.equal(yaml.language.parser.parse("a: [b]").toString(), yamlLanguage.parser.parse("a: [b]").toString());
});
