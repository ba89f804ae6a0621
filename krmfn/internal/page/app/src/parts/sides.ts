import type { ChangedField, Value } from "../contract.ts";
import { type Child, h } from "../dom.ts";
import type { Context } from "../view.ts";
import { counted } from "./counted.ts";
import { type Pair, type Piece, pairs, words } from "./hunks.ts";
import { layerOf } from "./setting.ts";
import { cut, shownValue, text } from "./value.ts";
import { oneLine } from "./visible.ts";

/** around is how many equal lines are shown before and behind those that differ. */
const around = 3;

/** atOnce is how many lines of a field are shown until somebody asks for more. */
const atOnce = 200;

/** maxCompared is how long values are that are compared line by line, and lines that are compared word by word. */
const maxCompared = 200_000, maxLine = 1000;

/** sides shows changed fields: the values before and after beside each other, and what sets the new one. */
export function sides(context: Context, fields: readonly ChangedField[]): HTMLElement {
  return h("table", { class: "sides" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Before"), h("th", { scope: "col" }, "After"))),
    ...fields.map((field) => h("tbody", {}, heading(context, field), ...values(field))));
}

function heading(context: Context, field: ChangedField): HTMLElement {
  return h("tr", { class: "field" }, h("th", { colspan: 2, scope: "rowgroup" },
    h("span", { class: "path" }, oneLine(field.path)), " ", field.set && layerOf(context, field.set)));
}

function values(field: ChangedField): HTMLElement[] {
  const { before, after, hidden } = field;
  if (hidden || before === undefined || after === undefined) return [row(side("del", before, hidden), side("ins", after, hidden))];
  const old = text(before), now = text(after);
  if (old.length + now.length > maxCompared) return [row(side("del", before), side("ins", after))];
  if (!old.includes("\n") && !now.includes("\n")) return [row(...marked(old, now))];
  return compared(pairs(old.split("\n"), now.split("\n")));
}

function side(name: "del" | "ins", value: Value | undefined, hidden = false): HTMLElement {
  return value === undefined ? shownValue(value) : h(name, {}, shownValue(value, hidden));
}

function row(before: Child, after: Child): HTMLElement {
  return h("tr", {}, h("td", {}, before), h("td", {}, after));
}

/** compared shows the lines that differ and those around them. Each part that is left out is a button that shows it. */
function compared(all: readonly Pair[]): HTMLElement[] {
  const near = nearDifferences(all);
  const rows: HTMLElement[] = [];
  for (let from = 0, to = 0; from < all.length; from = to) {
    if (rows.length >= atOnce) return [...rows, left(all.slice(from), "more line")];
    while (to < all.length && near[to] === near[from] && rows.length + to - from < atOnce) to++;
    if (near[from]) {
      rows.push(...all.slice(from, to).map(line));
      continue;
    }
    while (to < all.length && !near[to]) to++;
    rows.push(left(all.slice(from, to), "equal line"));
  }
  return rows;
}

function nearDifferences(all: readonly Pair[]): boolean[] {
  const near = new Array<boolean>(all.length).fill(false);
  all.forEach((pair, i) => {
    if (pair.before !== pair.after) near.fill(true, Math.max(0, i - around), i + around + 1);
  });
  return near;
}

function line({ before, after }: Pair): HTMLElement {
  const [old, now] = before === after ? [shown(before), shown(after)] : marked(before, after);
  return h("tr", { class: "line" }, h("td", {}, old), h("td", {}, now));
}

function shown(text: string | undefined): Child {
  return text !== undefined && text !== "" && cut(text);
}

/** marked shows two lines that differ, and marks the words in which they do. Words of long lines are not looked for. */
function marked(before: string | undefined, after: string | undefined): [Child, Child] {
  const found = before !== undefined && after !== undefined && Math.max(before.length, after.length) <= maxLine ? words(before, after) : undefined;
  return [before !== undefined && h("del", {}, found ? value(found.before) : shown(before)), after !== undefined && h("ins", {}, found ? value(found.after) : shown(after))];
}

function value(all: readonly Piece[]): HTMLElement {
  return h("span", { class: "value" }, ...all.map(({ text, differs }) => (differs ? h("mark", {}, text) : text)));
}

/** rowsOf adds rows one by one: there can be more of them than a call takes arguments. */
function rowsOf(part: readonly Pair[]): DocumentFragment {
  const rows = document.createDocumentFragment();
  for (const pair of part) rows.append(line(pair));
  return rows;
}

function left(part: readonly Pair[], what: string): HTMLElement {
  const whole: HTMLElement = h("tr", { class: "left" }, h("td", { colspan: 2 },
    h("button", { type: "button", class: "show-more", click: () => whole.replaceWith(rowsOf(part)) }, `… ${counted(part.length, what)}`)));
  return whole;
}
