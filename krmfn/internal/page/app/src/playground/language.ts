// The language of the editor: its colours come from the tokens that the panel has too, folds and indents from the columns of lines.

import { foldService, HighlightStyle, StreamLanguage, syntaxHighlighting, type TreeIndentContext } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { goesOn, indentOf } from "../parts/yaml/lines.ts";
import { type Kind, type Line, scan } from "../parts/yaml/tokens.ts";

/** maxFold is how many lines are looked at for a fold. */
const maxFold = 5000;

const names: Partial<Record<Kind, string>> = { key: "propertyName", number: "number", word: "atom", comment: "comment" };

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--accent)" },
  { tag: tags.number, color: "var(--warn)" },
  { tag: tags.atom, color: "var(--mark)" },
  { tag: tags.comment, color: "var(--muted)" },
]);

export const language = StreamLanguage.define<Line>({
  startState: () => ({ tokens: [], column: 0, open: undefined, inside: false }),
  token(stream, state) {
    if (stream.sol()) Object.assign(state, scan(stream.string, state.open));
    const token = state.tokens.shift();
    stream.pos = token === undefined ? stream.string.length : stream.pos + token.text.length;
    return (token && names[token.kind]) ?? null;
  },
  /** A new line begins where the map or the list of the line above does, or further in behind a key without a value. */
  indent({ inside }, _text, given) {
    const context = given as TreeIndentContext, { tokens, column } = scan(context.lineAt(context.pos, -1).text, undefined);
    const last = tokens.findLast(({ kind }) => kind !== "space" && kind !== "comment");
    if (inside || context.simulatedBreak === null) return null;
    return column + (last?.kind === "mark" && /^[:|>[{]/.test(last.text) ? context.unit : 0);
  },
  languageData: { commentTokens: { line: "#" } },
});

const folds = foldService.of(({ doc }, from) => {
  const first = doc.lineAt(from), indent = indentOf(first.text), isItem = first.text[indent] === "-";
  let end = first.number;
  for (let number = end + 1; indent < first.length && number <= doc.lines; number++) {
    const { text } = doc.line(number), own = indentOf(text);
    if (number > first.number + maxFold) return null;
    if (!goesOn(text, own, indent) || (isItem && own === indent && own < text.length)) break;
    if (own < text.length) end = number;
  }
  return end > first.number ? { from: first.to, to: doc.line(end).to } : null;
});

export const yaml = [language, syntaxHighlighting(colours), folds];
