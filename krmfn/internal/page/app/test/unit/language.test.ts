import assert from "node:assert/strict";
import { test } from "node:test";
import { insertNewlineAndIndent } from "@codemirror/commands";
import { foldable } from "@codemirror/language";
import { EditorSelection, EditorState } from "@codemirror/state";
import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";

import { tokens } from "../../src/parts/yaml/tokens.ts";
import { language, yaml } from "../../src/playground/language.ts";

const names = tagHighlighter([{ tag: tags.propertyName, class: "key" }, { tag: tags.number, class: "number" }, { tag: tags.atom, class: "word" }, { tag: tags.comment, class: "comment" }]);
const text = `# an application
kind: FluxApplication
metadata: {name: web, labels: {a: 1,
  b: true}}
spec:
  script: |
    a: 1
  list:
  - &x "name": null # why
  - *x
`;

test("the editor has the colours of the panel", () => {
  const coloured: string[] = [];
  highlightTree(language.parser.parse(text), names, (from, to, name) => coloured.push(`${name} ${text.slice(from, to)}`));
  const wanted = tokens(text.split("\n")).flat().filter(({ kind }) => ["key", "number", "word", "comment"].includes(kind)).map(({ kind, text }) => `${kind} ${text}`);
  assert.deepEqual(coloured, wanted);
  assert.equal(coloured.length, 17);
});

test("a new line begins where its map or list does, or further in behind a key without a value", () => {
  for (const [before, indent] of [["a: 1", 0], ["a:", 2], ["- a: 1", 2], ["- a:", 4], ["- a", 0], ["  - - a: # why", 8], ["a: |", 2], ["a: |\n  b:", 2], ["a: {", 2], ["a: {b: 1,\n   c: 1,", 3], ["  # a:", 2], ["", 0]] as const) {
    let state = EditorState.create({ doc: before, selection: EditorSelection.cursor(before.length), extensions: yaml });
    insertNewlineAndIndent({ state, dispatch: (transaction) => (state = transaction.state) });
    assert.equal(state.doc.toString(), `${before}\n${" ".repeat(indent)}`, before);
  }
});

test("maps, lists and items fold", () => {
  const state = EditorState.create({ doc: text, extensions: yaml });
  const folded = Array.from({ length: state.doc.lines }, (_, i) => {
    const line = state.doc.line(i + 1), range = foldable(state, line.from, line.to);
    return range === null ? [] : [[i + 1, state.doc.lineAt(range.to).number]];
  });
  assert.deepEqual(folded.flat(), [[3, 4], [5, 10], [6, 7], [8, 10]]);
});
