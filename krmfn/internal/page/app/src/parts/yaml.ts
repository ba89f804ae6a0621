import type { Leaf } from "../contract.ts";
import { h } from "../dom.ts";
import type { Context } from "../view.ts";
import { copyButton } from "./copy.ts";
import { counted } from "./counted.ts";
import { more } from "./more.ts";
import { settingOf } from "./setting.ts";
import { shownValue } from "./value.ts";
import { foldable, type Lines, linesOf } from "./yaml/lines.ts";
import { oneLine, visible } from "./visible.ts";
import { type Token, tokens } from "./yaml/tokens.ts";

/** What is longer is shown as plain text: elements for each token would make the page slow. */
const maxCharacters = 300_000, maxLines = 5_000;

/** chunk is how many lines are laid out together. */
const chunk = 100;

/** shownItems is how many items of a list of dependencies are not folded: a wave can wait for hundreds. */
const shownItems = 3;

/** Tokens of these kinds have the colour of the text. */
const plainKinds: ReadonlySet<Token["kind"]> = new Set(["space", "string", "mark"]);

/** yaml shows YAML with numbers of lines. A line that a field has tells what sets it, when somebody chooses it. Fields without lines follow. */
export function yaml(context: Context, text: string, leaves: readonly Leaf[]): HTMLElement {
  const lines = text.replace(/\n$/, "").split("\n");
  const plain = text.length > maxCharacters || lines.length > maxLines;
  const found = plain ? new Map<string, Lines>() : linesOf(lines, leaves.map((leaf) => leaf.path));
  const code = plain ? uncoloured(lines) : coloured(context, lines, leaves, found);
  const hint = plain ? `${counted(lines.length, "line")}; too long for colours` : leaves.length > 0 ? "Choose a line to see what sets it."
    : "fluxapp has not made the fields of this object, so it cannot tell what sets them.";
  return h("section", { class: "yaml" },
    h("div", { class: "above" }, h("h3", {}, "YAML"), h("span", { class: "hint" }, hint), copyButton(text, () => code)),
    code, others(context, leaves.filter((leaf) => !found.has(leaf.path))));
}

/** others lists fields that no line has: those that a layer removes, and those whose lines are not certain. */
function others(context: Context, leaves: readonly Leaf[]): HTMLElement | undefined {
  if (leaves.length === 0) return undefined;
  const title = leaves.every((leaf) => leaf.value === undefined) ? "Removed fields" : "Fields without a line of their own";
  return h("section", {}, h("h3", {}, title), more(h("ul", { class: "fields" }), leaves, 300, (leaf) => h("li", {},
    h("div", { class: "path" }, oneLine(leaf.path)), shownValue(leaf.value, leaf.hidden, "(removed)"), settingOf(context, leaf))));
}

function uncoloured(lines: readonly string[]): HTMLElement {
  const texts = Array.from({ length: Math.ceil(lines.length / chunk) }, (_, i) => `${visible(lines.slice(i * chunk, (i + 1) * chunk).join("\n"))}\n`);
  return h("div", { class: "listing plain", role: "group", "aria-label": "YAML", tabindex: 0 }, ...texts.map((text) => h("div", { class: "chunk" }, text)));
}

function coloured(context: Context, lines: readonly string[], leaves: readonly Leaf[], found: ReadonlyMap<string, Lines>): HTMLElement {
  const leafOf = new Array<Leaf | undefined>(lines.length);
  for (const leaf of leaves) leafOf.fill(leaf, found.get(leaf.path)?.first ?? 0, found.get(leaf.path)?.end ?? 0);
  const rows = tokens(lines).map((line, i) => row(i, line, leafOf));
  const stops = rows.filter((line) => line.hasAttribute("role"));
  if (stops[0] !== undefined) stops[0].tabIndex = 0;
  const choose = (line: HTMLElement | null): void => {
    const leaf = line === null ? undefined : leafOf[rows.indexOf(line)], own = leaf && found.get(leaf.path);
    if (own !== undefined) toggle(context, rows.slice(own.first, own.end), leaf!);
  };
  const listing = h("div", {
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
  for (const { first, end } of foldable(lines, "dependsOn", shownItems)) fold(rows.slice(first, end));
  return listing;
}

/** fold hides lines behind a button that shows them. */
function fold(rows: readonly HTMLElement[]): void {
  const hide = (hidden: boolean): void => rows.forEach((line) => (line.hidden = hidden));
  const open = (): void => {
    hide(false);
    button.remove();
    rows[0]!.tabIndex = -1;
    rows[0]!.focus({ preventScroll: true });
  };
  const button: HTMLElement = h("button", { type: "button", class: "show-more", click: open }, `\u2026 ${counted(rows.length, "more line")}`);
  hide(true);
  rows[0]!.before(button);
}

/** chunks puts lines into parts that a browser need not lay out while nobody sees them. */
function chunks(rows: readonly HTMLElement[]): HTMLElement[] {
  return Array.from({ length: Math.ceil(rows.length / chunk) }, (_, i) => h("div", { class: "chunk" }, ...rows.slice(i * chunk, (i + 1) * chunk)));
}

/** row makes a line. The first line of a field is a button, so that a keyboard can choose it. */
function row(i: number, found: readonly Token[], leafOf: readonly (Leaf | undefined)[]): HTMLElement {
  const leaf = leafOf[i], first = leaf !== undefined && leafOf[i - 1] !== leaf;
  return h("div", { class: leaf === undefined ? "line" : "line set", "data-line": i + 1, ...(first && { role: "button", tabindex: -1, "aria-expanded": "false" }) },
    ...found.map((token) => (plainKinds.has(token.kind) ? visible(token.text) : h("span", { class: `y-${token.kind}` }, visible(token.text)))), "\n");
}

/** toggle shows below the last line of a field what sets it, or takes that away. */
function toggle(context: Context, lines: readonly HTMLElement[], leaf: Leaf): void {
  const listing = lines[0]!.closest(".listing")!;
  const open = listing.querySelector<HTMLElement>(".answer");
  for (const line of listing.querySelectorAll(".chosen")) line.classList.remove("chosen");
  listing.querySelector("[aria-expanded=true]")?.setAttribute("aria-expanded", "false");
  open?.remove();
  if (open?.dataset.path === leaf.path) return;
  for (const line of lines) line.classList.add("chosen");
  lines[0]!.setAttribute("aria-expanded", "true");
  const answer = h("div", { class: "answer", role: "status", "data-path": leaf.path }, h("div", { class: "path" }, oneLine(leaf.path)), settingOf(context, leaf));
  lines.at(-1)!.after(answer);
  answer.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** move goes from field to field with the arrow keys: all are one stop of the Tab key. */
function move(event: KeyboardEvent, lines: readonly HTMLElement[]): void {
  const stops = lines.filter((line) => !line.hidden); // others are folded
  const at = stops.indexOf(event.target as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: stops.length - 1 }[event.key];
  const next = at < 0 || to === undefined ? undefined : stops[to];
  if (next === undefined) return;
  event.preventDefault();
  stops[at]!.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}
