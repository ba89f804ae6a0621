import type { Completion } from "@codemirror/autocomplete";
import type { Where } from "./cursor.ts";
import type { Schema } from "./schema.ts";

/** offers returns what completion can write at a place: fields that are not there yet, or values. */
export function offers(schema: Schema, place: Where): Completion[] {
  const { kind, path, present } = place, isRoot = path.length === (place.at === "key" ? 0 : 1);
  if (place.at === "value") return (isRoot && path[0] === "kind" ? schema.kinds() : schema.values(kind, path)).map((value) => ({ label: String(value), type: "enum" }));
  if (kind === "" && isRoot) return present.has("kind") ? [] : schema.kinds().map((label) => head(schema, label, present.has("apiVersion")));
  return schema.fields(kind, path).filter(({ name }) => !present.has(name)).map(({ name, type, required, description }, i) => ({
    label: name,
    apply: place.name !== undefined ? name : `${name}:${/object|array/.test(type) ? "" : " "}`, // in the place of a key, whose colon stays
    detail: required ? `${type}, required` : type,
    ...(description !== "" && { info: description }),
    type: "property",
    boost: -i / 100, // the order of the schema, where names match alike
  }));
}

/** head is the beginning of a document. */
function head(schema: Schema, kind: string, hasVersion: boolean): Completion {
  return { label: kind, apply: `${hasVersion ? "" : `apiVersion: ${schema.values(kind, ["apiVersion"])[0]}\n`}kind: ${kind}\n`, detail: "new document", type: "enum" };
}
