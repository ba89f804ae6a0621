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

/** chunk is how many lines are laid out together. */
const chunk = 100;

/** Tokens of these kinds have the colour of the text. */
const plainKinds: ReadonlySet<Token["kind"]> = new Set(["space", "string", "mark"]);

/** yaml shows YAML with numbers of lines. A line that a field has tells what sets it, when somebody chooses it. */
export function yaml(context: Context, text: string, leaves: readonly Leaf[]): HTMLElement {
  const lines = text.replace(/\n$/, "").split("\n");
  const plain = text.length > maxCharacters || lines.length > maxLines;
  const code = plain ? uncoloured(lines) : coloured(context, lines, leaves);
  return h("div", { class: "yaml" },
    h("div", { class: "above" },
      h("span", { class: "hint" }, plain ? `${counted(lines.length, "line")}; too long for colours` : "Choose a line to see what sets it."),
      copyButton(text, () => code)),
    code);
}

function uncoloured(lines: readonly string[]): HTMLElement {
  const texts = Array.from({ length: Math.ceil(lines.length / chunk) }, (_, i) => `${visible(lines.slice(i * chunk, (i + 1) * chunk).join("\n"))}\n`);
  return h("div", { class: "listing plain", role: "group", "aria-label": "YAML", tabindex: 0 }, ...texts.map((text) => h("div", { class: "chunk" }, text)));
}

function coloured(context: Context, lines: readonly string[], leaves: readonly Leaf[]): HTMLElement {
  const leafOf = leavesByLine(lines, leaves);
  const rows = tokens(lines).map((found, i) => row(i, found, leafOf));
  const stops = rows.filter((line) => line.hasAttribute("role"));
  if (stops[0] !== undefined) stops[0].tabIndex = 0;
  const choose = (line: HTMLElement | null): void => {
    const i = line === null ? -1 : rows.indexOf(line), leaf = leafOf[i];
    if (leaf !== undefined) toggle(context, rows, i, leaf);
  };
  return h("div", {
    class: "listing", role: "group", "aria-label": "YAML", tabindex: 0,
    click: (event: MouseEvent) => {
      if (getSelection()?.isCollapsed !== false) choose((event.target as Element).closest<HTMLElement>(".line"));
    },
    keydown: (event: KeyboardEvent) => {
      if ((event.key === "Enter" || event.key === " ") && stops.includes(event.target as HTMLElement)) {
        event.preventDefault();
        choose(event.target as HTMLElement);
      } else move(event, stops);
    },
  }, ...chunks(rows));
}

/** chunks puts lines into parts that a browser need not lay out while nobody sees them. */
function chunks(rows: readonly HTMLElement[]): HTMLElement[] {
  return Array.from({ length: Math.ceil(rows.length / chunk) }, (_, i) => h("div", { class: "chunk" }, ...rows.slice(i * chunk, (i + 1) * chunk)));
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

/** row makes a line. The first line of a field is a button, so that a keyboard can choose it. */
function row(i: number, found: readonly Token[], leafOf: readonly (Leaf | undefined)[]): HTMLElement {
  const leaf = leafOf[i], first = leaf !== undefined && leafOf[i - 1] !== leaf;
  return h("div", { class: leaf === undefined ? "line" : "line set", "data-line": i + 1, ...(first && { role: "button", tabindex: -1, "aria-expanded": "false" }) },
    ...found.map((token) => (plainKinds.has(token.kind) ? visible(token.text) : h("span", { class: `y-${token.kind}` }, visible(token.text)))), "\n");
}

/** toggle shows below the last line of a field what sets it, or takes that away. */
function toggle(context: Context, rows: readonly HTMLElement[], i: number, leaf: Leaf): void {
  const listing = rows[i]!.closest(".listing")!;
  const open = listing.querySelector<HTMLElement>(".answer");
  for (const line of listing.querySelectorAll(".chosen")) line.classList.remove("chosen");
  listing.querySelector("[aria-expanded=true]")?.setAttribute("aria-expanded", "false");
  open?.remove();
  if (open?.dataset.path === leaf.path) return;
  const begins = (line: HTMLElement | undefined): boolean => line === undefined || !line.classList.contains("set") || line.hasAttribute("role");
  let first = i, end = i + 1;
  while (!begins(rows[first])) first--;
  while (!begins(rows[end])) end++;
  for (const line of rows.slice(first, end)) line.classList.add("chosen");
  rows[first]!.setAttribute("aria-expanded", "true");
  const answer = h("div", { class: "answer", role: "status", "data-path": leaf.path }, h("div", { class: "path" }, oneLine(leaf.path)), settingOf(context, leaf));
  rows[end - 1]!.after(answer);
  answer.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** move goes from field to field with the arrow keys: all are one stop of the Tab key. */
function move(event: KeyboardEvent, stops: readonly HTMLElement[]): void {
  const at = stops.indexOf(event.target as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key];
  const next = at < 0 || to === undefined ? undefined : stops[to];
  if (next === undefined) return;
  event.preventDefault();
  stops[at]!.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
