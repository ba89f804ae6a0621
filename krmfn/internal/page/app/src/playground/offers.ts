import type { Where } from "./cursor.ts";
import type { Schema } from "./schema.ts";

/** Offer is what completion can write at a place. */
export interface Offer {
  label: string;
  /** What is written. */
  insert: string;
  detail: string;
  info: string;
  kind: "property" | "enum";
}

/** offers returns what a place may have: fields that are not there yet, or values. */
export function offers(schema: Schema, place: Where): Offer[] {
  return place.at === "key" ? fieldOffers(schema, place) : valueOffers(schema, place);
}

function fieldOffers(schema: Schema, place: Where): Offer[] {
  if (place.kind === "" && place.path.length === 0) return heads(schema, place);
  return schema.fields(place.kind, place.path)
    .filter((field) => !place.present.has(field.name))
    .map((field) => ({
      label: field.name,
      insert: `${field.name}:${/object|array/.test(field.type) ? "" : " "}`,
      detail: field.required ? `${field.type}, required` : field.type,
      info: field.description,
      kind: "property" as const,
    }));
}

/** heads offers the beginning of a document. */
function heads(schema: Schema, place: Where): Offer[] {
  if (place.present.has("kind")) return [];
  return schema.kinds().map((kind) => ({
    label: kind,
    insert: `${place.present.has("apiVersion") ? "" : `apiVersion: ${schema.values(kind, ["apiVersion"])[0]}\n`}kind: ${kind}\n`,
    detail: "new document",
    info: "",
    kind: "enum" as const,
  }));
}

function valueOffers(schema: Schema, place: Where): Offer[] {
  const known = place.path.at(-1) === "kind" && place.path.length === 1 ? schema.kinds() : schema.values(place.kind, place.path);
  return known.map((value) => ({ label: String(value), insert: String(value), detail: "", info: "", kind: "enum" as const }));
}
