import type { Value } from "../contract.ts";
import { h, replace } from "../dom.ts";
import { print } from "../json.ts";
import { counted } from "./counted.ts";
import { visible } from "./visible.ts";

/** maxLine is how long a list or a map may be on one line. */
const maxLine = 60;

/** The most of a value that is shown until somebody asks for more. */
const maxLines = 24, maxCharacters = 1200;

/** text returns a value as people read it, perhaps of several lines. Strings that look like other values are in quotes. */
export function text(value: Value): string {
  if (typeof value === "string") return looksOther(value) ? JSON.stringify(value) : visible(value);
  return visible(block(value, ""));
}

function looksOther(value: string): boolean {
  if (!value.includes("\n") && value.trim() !== value) return true;
  return value === "" || /^(?:null|~|true|false|[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?|\((?:none|hidden|removed)\))$/i.test(value);
}

/** block prints a value as JSON, on several lines when it is long. */
function block(value: Value, indent: string): string {
  const flat = print(value);
  if (flat.length <= maxLine || value === null || typeof value !== "object") return flat;
  const list = Array.isArray(value);
  if (!list && Object.getPrototypeOf(value) !== Object.prototype) return flat; // a number with its digits
  const inner = `${indent}  `;
  const items = list ? value.map((item) => inner + block(item, inner)) : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${block(item, inner)}`);
  return `${list ? "[" : "{"}\n${items.join(",\n")}\n${indent}${list ? "]" : "}"}`;
}

/** shownValue shows a value, or a word in its place. */
export function shownValue(value: Value | undefined, hidden = false, absent = "(none)"): HTMLElement {
  if (hidden && value !== undefined) return h("span", { class: "value word" }, "(hidden)");
  if (value === undefined) return h("span", { class: "value word" }, absent);
  return cut(text(value));
}

/** cut shows the beginning of a text, and all of it when somebody asks for it. */
export function cut(whole: string): HTMLElement {
  const short = beginning(whole);
  const element = h("span", { class: "value" }, short);
  if (short.length === whole.length) return element;
  const all = h("button", { type: "button", class: "show-more", click: () => {
    replace(element, whole);
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
  } }, `… ${left(whole.slice(short.length))}`);
  element.append(" ", all);
  return element;
}

function beginning(whole: string): string {
  let end = 0;
  for (let lines = 0; lines < maxLines && end >= 0; lines++) end = whole.indexOf("\n", end + 1);
  const short = end < 0 ? whole : whole.slice(0, end);
  return short.length <= maxCharacters ? short : short.slice(0, maxCharacters);
}

/** left tells how much a rest is. One that begins with a line break has whole lines. */
export function left(rest: string): string {
  return rest.startsWith("\n") ? counted(rest.split("\n").length - 1, "more line") : counted(rest.length, "more character");
}
