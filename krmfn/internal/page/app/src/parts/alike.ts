import type { Change, ChangedField, Value } from "../contract.ts";

/** anyCluster is written for the name of the cluster where changes differ in it only. */
const anyCluster = "$(cluster.name)";

/** fieldsOf returns the fields of changes that are alike. Where their texts differ, it is in the name of their cluster. */
export function fieldsOf(changes: readonly Change[]): ChangedField[] {
  const first = changes[0];
  return (first?.fields ?? []).map((field, i) => {
    const others = changes.map((change) => change.fields?.[i]);
    const shared = <T extends "path" | "before" | "after">(name: T): ChangedField[T] =>
      others.every((other) => same(other?.[name], field[name])) ? field[name] : (without(field[name], first?.cluster) as ChangedField[T]);
    return { ...field, path: shared("path"), ...(field.before !== undefined && { before: shared("before") }), ...(field.after !== undefined && { after: shared("after") }) };
  });
}

/** textOf returns a text that all changes have, or one with a mark for the name of the cluster. */
export function textOf(changes: readonly Change[], text: (change: Change) => string): string {
  const first = text(changes[0]!);
  return changes.every((change) => text(change) === first) ? first : replaced(first, changes[0]!.cluster);
}

/** same compares values without printing them: a group may have hundreds of long lists. Numbers with their digits are of a class of their own. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  const keys = Object.keys(a), others = Object.keys(b);
  return keys.length === others.length && keys.every((key, i) => key === others[i] && same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}

/** without puts the mark into all texts of a value. */
function without(value: Value | undefined, cluster: string | undefined): Value | undefined {
  if (typeof value === "string") return replaced(value, cluster);
  if (Array.isArray(value)) return value.map((item) => without(item, cluster) as Value);
  if (value === undefined || value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [replaced(key, cluster), without(item, cluster) as Value]));
}

/** replaced puts the mark in the place of each name of a cluster that is a whole word. */
export function replaced(text: string, cluster: string | undefined): string {
  if (!cluster) return text;
  const pieces = text.split(cluster);
  let result = pieces[0]!;
  for (let i = 1; i < pieces.length; i++) {
    const before = pieces[i - 1]!, after = pieces[i]!;
    result += (/[\p{L}\p{N}]$/u.test(before) || /^[\p{L}\p{N}]/u.test(after) ? cluster : anyCluster) + after;
  }
  return result;
}
