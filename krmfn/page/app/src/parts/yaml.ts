import type { Leaf } from "../contract.ts";
import { h } from "../dom.ts";
import type { Context } from "../view.ts";
import { copyButton } from "./copy.ts";
import { counted } from "./counted.ts";
import { settingOf } from "./setting.ts";
import { linesOf } from "./yaml/lines.ts";
import { oneLine, visible } from "./visible.ts";
import { type Token, tokens } from "./yaml/tokens.ts";

/** What is longer is shown as plain text: elements for each token would make the page slow. */
const maxCharacters = 300_000, maxLines = 5_000;

/** yaml shows YAML with numbers of lines. A line that a field has tells what sets it, when somebody chooses it. */
export function yaml(context: Context, text: string, leaves: readonly Leaf[]): HTMLElement {
  const lines = text.replace(/\n$/, "").split("\n");
  const plain = text.length > maxCharacters || lines.length > maxLines;
  const code = plain ? h("pre", { class: "listing plain", tabindex: 0, "aria-label": "YAML" }, visible(text)) : coloured(context, lines, leaves);
  return h("div", { class: "yaml" },
    h("div", { class: "above" },
      h("span", { class: "hint" }, plain ? `${counted(lines.length, "line")}; too long for colours` : "Choose a line to see what sets it."),
      copyButton(text, () => code)),
    code);
}

function coloured(context: Context, lines: readonly string[], leaves: readonly Leaf[]): HTMLElement {
  const leafOf = leavesByLine(lines, leaves);
  const numbers: HTMLButtonElement[] = [];
  const rows = tokens(lines).map((found, i) => row(i, found, leafOf, numbers));
  if (numbers[0] !== undefined) numbers[0].tabIndex = 0;
  const show = (line: HTMLElement): void => {
    const i = rows.indexOf(line as HTMLDivElement), leaf = leafOf[i];
    if (leaf === undefined) return;
    toggle(context, rows, i, leaf);
  };
  return h("div", {
    class: "listing", role: "group", "aria-label": "YAML", tabindex: 0,
    click: (event: MouseEvent) => {
      const line = (event.target as Element).closest<HTMLElement>(".line");
      if (line !== null && getSelection()?.isCollapsed !== false) show(line);
    },
    keydown: (event: KeyboardEvent) => move(event, numbers),
  }, ...rows);
}

/** leavesByLine returns the field of each line. */
function leavesByLine(lines: readonly string[], leaves: readonly Leaf[]): (Leaf | undefined)[] {
  const found = linesOf(lines, leaves.map((leaf) => leaf.path));
  const all = new Array<Leaf | undefined>(lines.length);
  for (const leaf of leaves) {
    const own = found.get(leaf.path);
    if (own !== undefined) all.fill(leaf, own.first, own.end);
  }
  return all;
}

/** row makes a line. The number of the first line of a field is a button, so that a keyboard can choose it. */
function row(i: number, found: readonly Token[], leafOf: readonly (Leaf | undefined)[], numbers: HTMLButtonElement[]): HTMLDivElement {
  const leaf = leafOf[i];
  const text = h("span", { class: "text" }, ...found.map((token) => (token.kind === "space" ? token.text : h("span", { class: `y-${token.kind}` }, visible(token.text)))), "\n");
  if (leaf === undefined) return h("div", { class: "line" }, h("span", { class: "number", "data-line": i + 1 }), text);
  if (leafOf[i - 1] === leaf) return h("div", { class: "line set" }, h("span", { class: "number", "data-line": i + 1 }), text);
  const button = h("button", {
    type: "button", class: "number", tabindex: -1, "data-line": i + 1, "aria-expanded": "false", "aria-label": `line ${i + 1}: what sets ${oneLine(leaf.path).slice(0, 200)}`,
  });
  numbers.push(button);
  return h("div", { class: "line set" }, button, text);
}

/** toggle shows below the last line of a field what sets it, or takes that away. */
function toggle(context: Context, rows: readonly HTMLElement[], i: number, leaf: Leaf): void {
  const parent = rows[i]!.parentElement!;
  const open = parent.querySelector(".answer");
  for (const line of parent.querySelectorAll(".chosen")) line.classList.remove("chosen");
  for (const button of parent.querySelectorAll("[aria-expanded=true]")) button.setAttribute("aria-expanded", "false");
  open?.remove();
  if ((open as HTMLElement | null)?.dataset.path === leaf.path) return;
  let first = i, last = i;
  while (rows[first - 1]?.classList.contains("set") && rows[first]!.querySelector("button.number") === null) first--;
  while (rows[last + 1]?.classList.contains("set") && rows[last + 1]!.querySelector("button.number") === null) last++;
  for (const line of rows.slice(first, last + 1)) line.classList.add("chosen");
  rows[first]!.querySelector("button")?.setAttribute("aria-expanded", "true");
  rows[last]!.after(h("div", { class: "answer", role: "status", "data-path": leaf.path }, h("div", { class: "path" }, oneLine(leaf.path)), settingOf(context, leaf)));
}

/** move goes from field to field with the arrow keys: all are one stop of the Tab key. */
function move(event: KeyboardEvent, numbers: readonly HTMLButtonElement[]): void {
  const at = numbers.indexOf(event.target as HTMLButtonElement);
  if (at < 0) return;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: numbers.length - 1 }[event.key];
  const next = to === undefined ? undefined : numbers[to];
  if (next === undefined) return;
  event.preventDefault();
  numbers[at]!.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
