import type { Value } from "./contract.ts";

/** Digits is a number that JavaScript would print in another way, for example 1.10 or one of 30 digits. */
class Digits {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
  toString(): string {
    return this.source;
  }
}

/** parse reads JSON and keeps the digits of numbers. Browsers that do not tell the source of a number read it as JavaScript does. */
export function parse<T>(text: string): T {
  return JSON.parse(text, (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === "number" && context?.source !== undefined && String(value) !== context.source ? new Digits(context.source) : value,
  ) as T;
}

/** print writes a value as compact JSON, with the digits that it was read with. */
export function print(value: Value): string {
  if (value instanceof Digits) return value.source;
  if (Array.isArray(value)) return `[${value.map(print).join(",")}]`;
  if (value !== null && typeof value === "object") {
    return `{${Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${print(item)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}
