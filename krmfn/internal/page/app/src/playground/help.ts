// Completion and help come from the JSON Schemas.

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import type { EditorState } from "@codemirror/state";
import { type EditorView, hoverTooltip, type Tooltip } from "@codemirror/view";
import { h } from "../dom.ts";
import { marks, where } from "./cursor.ts";
import { type Offer, offers } from "./offers.ts";
import type { Field, Schema } from "./schema.ts";

/** around is how many lines above and below a place are looked at: enough for a document, and not a whole file of 10 MB. */
const around = 3000;

function linesAround(state: EditorState, row: number): { lines: string[]; row: number } {
  const first = Math.max(1, row - around), last = Math.min(state.doc.lines, row + around);
  const from = state.doc.line(first).from, to = state.doc.line(last).to;
  return { lines: state.doc.sliceString(from, to).split("\n"), row: row - first };
}

/** completion offers fields that are not there yet, and values. */
export function completion(schema: Schema): (context: CompletionContext) => CompletionResult | null {
  return (context) => {
    const line = context.state.doc.lineAt(context.pos), { lines, row } = linesAround(context.state, line.number);
    const place = where(lines, row, context.pos - line.from);
    if (place === undefined || (!context.explicit && context.pos - line.from === place.from && !/:\s+$|^\s*-?\s*$/.test(line.text))) return null;
    const isKey = line.text[place.to] === ":"; // its name is written anew, and the colon stays
    const options = offers(schema, place).map((offer, i) => option(isKey ? { ...offer, insert: offer.label } : offer, i));
    if (options.length === 0) return null;
    return { from: line.from + place.from, options, validFor: /^[\w.+-]*$/ };
  };
}

function option(offer: Offer, index: number): Completion {
  return {
    label: offer.label,
    detail: offer.detail,
    info: offer.info || undefined,
    apply: offer.insert,
    type: offer.kind,
    boost: -index / 100, // the order of the schema, where names match alike
  } as Completion;
}

/** hover shows what a field is. */
export function hover(schema: Schema) {
  return hoverTooltip((view: EditorView, pos: number): Tooltip | null => {
    const line = view.state.doc.lineAt(pos), { lines, row } = linesAround(view.state, line.number);
    const key = marks(line.text).at(-1), name = key?.key;
    if (key === undefined || name === undefined) return null;
    const from = line.from + key.column, end = from + name.length;
    const place = from <= pos && pos <= end ? where(lines, row, key.column) : undefined;
    const field = place?.at === "key" ? schema.at(place.kind, [...place.path, name]) : undefined;
    return field === undefined ? null : { pos: from, end, above: true, create: () => ({ dom: helpOf(field) }) };
  }, { hoverTime: 400 });
}

function helpOf(field: Field): HTMLElement {
  return h("div", { class: "field-help" },
    h("code", {}, field.name), h("span", { class: "kind" }, `  ${field.type}${field.required ? ", required" : ""}`),
    field.description !== "" && h("p", {}, field.description),
    field.values.length > 0 && h("p", {}, `One of: ${field.values.join(", ")}`));
}
