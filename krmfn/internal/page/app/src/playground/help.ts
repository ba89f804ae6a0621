// Completion and help come from the JSON Schemas.

import type { CompletionSource } from "@codemirror/autocomplete";
import type { EditorState, Line } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import { h } from "../dom.ts";
import { type Where, where } from "./cursor.ts";
import { offers } from "./offers.ts";
import type { Field, Schema } from "./schema.ts";

/** around is how many lines above and below a place are looked at: enough for a document, and not a whole file of 10 MB. */
const around = 3000;

/** placeAt returns the line of a position, and what is there. */
function placeAt({ doc }: EditorState, position: number): { line: Line; place: Where | undefined } {
  const line = doc.lineAt(position), first = Math.max(1, line.number - around), last = Math.min(doc.lines, line.number + around);
  const lines = doc.sliceString(doc.line(first).from, doc.line(last).to).split("\n");
  return { line, place: where(lines, line.number - first, position - line.from) };
}

/** completion offers fields that are not there yet, and values. */
export function completion(schema: Schema): CompletionSource {
  return ({ state, pos, explicit }) => {
    const { line, place } = placeAt(state, pos);
    if (place === undefined || (!explicit && pos - line.from === place.from && !/:\s+$|^\s*-?\s*$/.test(line.text))) return null;
    const options = offers(schema, place);
    return options.length === 0 ? null : { from: line.from + place.from, options, validFor: /^[\w.+-]*$/ };
  };
}

/** hover shows what a field is. */
export function hover(schema: Schema) {
  return hoverTooltip(({ state }, position) => {
    const { line, place } = placeAt(state, position);
    if (place?.name === undefined || position < line.from + place.from) return null;
    const field = schema.at(place.kind, [...place.path, place.name]);
    return field === undefined ? null : { pos: line.from + place.from, end: line.from + place.to, above: true, create: () => ({ dom: helpOf(field) }) };
  }, { hoverTime: 400 });
}

function helpOf(field: Field): HTMLElement {
  return h("div", { class: "field-help" },
    h("code", {}, field.name), h("span", { class: "kind" }, `  ${field.type}${field.required ? ", required" : ""}`),
    field.description !== "" && h("p", {}, field.description),
    field.values.length > 0 && h("p", {}, `One of: ${field.values.join(", ")}`));
}
