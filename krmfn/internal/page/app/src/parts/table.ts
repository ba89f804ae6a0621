// A table of any number of rows: only those in view are elements. All rows are equally high, so that the height of those above and below is
// known; two rows that nobody sees have it. A printed table has more rows.

import { type Child, h, replace } from "../dom.ts";
import type { Route } from "../route.ts";
import { type Column, fitting, widths } from "./columns.ts";
import { paper } from "./paper.ts";
import { type Direction, sorted } from "./sorting.ts";
import { oneLine } from "./visible.ts";

export { type Column, roomOf } from "./columns.ts";

export interface TableOptions<Row> {
  /** What the table is about, for those who do not see it. */
  caption: string;
  /** What a function returns for a width in rem is not made narrower: the table is scrolled sideways. */
  columns: readonly Column<Row>[] | ((width: number) => readonly Column<Row>[]);
  rows: readonly Row[];
  /** What a row shows that is a heading of those below it; undefined for others. */
  group?(row: Row): Child;
  /** Opens a row: on a click, and on Enter. */
  onOpen?(row: Row): void;
  /** What is shown instead of a table that has no rows. */
  empty: Child;
  /** Tells a row from the others, also when the data have changed. */
  key?(row: Row): string | number;
  /** Whether the panel shows a row. */
  current?(row: Row, route: Route): boolean;
  /** A table with a name is kept: the next one of that name is the same element, which keeps its order, its focus and its place. */
  name?: string;
  /** What the rows are chosen by. A kept table begins at the top again when this changes. */
  scope?: string;
}

/** routeEvent tells a table that the route has changed. */
export const routeEvent = "fluxapp-route";

/** rowsAround is how many rows above and below those in view are elements. */
const rowsAround = 8;

/** rowsInPrint is how many rows a table has on paper. */
const rowsInPrint = 1000;

// Tables differ in their rows; a kept one of a name always has rows of the same type.
const kept = new Map<string, Table<never>>();

/** table makes a table, or gives a kept one other rows. */
export function table<Row>(options: TableOptions<Row>): HTMLElement {
  const old = options.name === undefined ? undefined : (kept.get(options.name) as Table<Row> | undefined);
  if (old !== undefined) {
    old.update(options);
    return old.element;
  }
  const made = new Table(options);
  if (options.name !== undefined) kept.set(options.name, made as unknown as Table<never>);
  return made.element;
}

class Table<Row> {
  readonly element = h("div", { class: "table", tabindex: -1, keydown: (e: KeyboardEvent) => this.key(e), scroll: () => this.scrolled() });
  private readonly head = h("thead");
  private readonly above = h("tr", { "aria-hidden": "true" });
  private readonly below = h("tr", { "aria-hidden": "true" });
  private readonly body = h("tbody");
  private readonly cols = h("colgroup");
  private readonly caption = h("caption");
  private readonly grid = h("table", { role: "grid" }, this.caption, this.cols, this.head, this.body);
  private readonly note = h("p", { class: "left-out" });
  /** All rows in the order in which they are shown. */
  private rows: readonly Row[] = [];
  private shown: Column<Row>[] = [];
  /** The columns that are below the first one. */
  private rest: Column<Row>[] = [];
  /** The rows that are elements, by their index. */
  private elements = new Map<number, HTMLTableRowElement>();
  private sortedBy: { title: string; direction: Direction } | undefined;
  /** The row that has the focus, or gets it. */
  private active = 0;
  private rowHeight = 0;
  /** The row at the top, and whether the table has been out of the document since: an element that leaves it begins at the top again. */
  private top = 0;
  private away = false;
  private route: Route | undefined;
  /** What the panel showed when its row was last brought into view. */
  private revealed = "";
  private printing = false;

  constructor(private options: TableOptions<Row>) {
    this.body.addEventListener("click", (e) => this.click(e));
    this.body.addEventListener("focusin", (e) => this.focused(e));
    this.body.addEventListener("mouseover", tellCut);
    this.element.addEventListener(routeEvent, (e) => this.mark((e as CustomEvent<Route>).detail));
    this.element.addEventListener(paper.begins, () => this.print(true));
    this.element.addEventListener(paper.ended, () => this.print(false));
    new ResizeObserver(() => this.layout()).observe(this.element);
    this.update(options);
  }

  update(options: TableOptions<Row>): void {
    // The old key knows the old rows: a row can be an index, which means another thing in the new ones.
    const before = this.rows[this.active], wanted = before === undefined ? undefined : this.options.key?.(before);
    const restart = options.scope !== this.options.scope;
    this.away ||= !this.element.isConnected;
    const focus = this.body.contains(document.activeElement);
    this.options = options;
    this.sort();
    const found = wanted !== undefined && !restart ? this.rows.findIndex((row) => options.key?.(row) === wanted) : -1;
    this.active = found >= 0 ? found : restart ? 0 : Math.max(0, Math.min(this.active, this.rows.length - 1));
    this.caption.textContent = options.caption;
    this.grid.setAttribute("aria-rowcount", String(this.rows.length + 1));
    if (this.rows.length === 0) replace(this.element, h("div", { class: "empty" }, options.empty));
    else if (!this.element.contains(this.grid)) replace(this.element, this.grid, this.note);
    if (restart) this.element.scrollTop = this.top = 0;
    this.shown = [];
    this.layout();
    if (focus) this.focus(this.active);
  }

  private sort(): void {
    const by = this.sortedBy, column = by && this.columns(Infinity).find((c) => c.title === by.title);
    this.rows = by && column?.sort ? sorted(this.options.rows, (row) => column.sort?.(row), by.direction) : this.options.rows;
  }

  private columns(width: number): readonly Column<Row>[] {
    const { columns } = this.options;
    return typeof columns === "function" ? columns(width) : fitting(columns, width);
  }

  /** layout chooses the columns for the width, and draws again. */
  private layout(): void {
    if (this.rows.length === 0) return;
    const focus = this.body.contains(document.activeElement), top = this.away ? this.top : this.element.scrollTop / (this.rowHeight || 1);
    const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
    const width = this.element.clientWidth / rem;
    const shown = [...this.columns(this.printing || width === 0 ? Infinity : width)];
    const least = typeof this.options.columns === "function" && !this.printing ? shown.reduce((sum, column) => sum + column.width, 0) : 0;
    this.grid.style.minWidth = `${least}rem`;
    if (shown.length !== this.shown.length || shown.some((column, i) => column !== this.shown[i])) {
      this.shown = shown;
      this.rest = this.columns(Infinity).filter((column) => column.below && !shown.includes(column));
      this.drawHead();
      this.clear();
      this.rowHeight = 0;
    }
    replace(this.cols, ...widths(shown, Math.max(least, width)).map((share) => {
      const col = h("col");
      col.style.width = `${share * 100}%`;
      return col;
    }));
    if (this.rowHeight === 0) this.keepTop(top);
    this.away &&= this.element.clientHeight === 0;
    this.draw();
    if (focus && !this.body.contains(document.activeElement)) this.focus(this.active);
  }

  private scrolled(): void {
    if (!this.away && this.element.isConnected && this.rowHeight > 0) this.top = this.element.scrollTop / this.rowHeight;
    this.draw();
  }

  /** keepTop keeps the same row at the top when rows get another height. */
  private keepTop(row: number): void {
    this.measure();
    if (row <= 0 || this.rowHeight === 0) return;
    setHeight(this.below, this.rows.length * this.rowHeight);
    this.element.scrollTop = row * this.rowHeight;
  }

  private drawHead(): void {
    const focused = this.head.contains(document.activeElement) ? document.activeElement?.textContent : undefined;
    replace(this.head, h("tr", { "aria-rowindex": 1 }, ...this.shown.map((column) => this.heading(column))));
    if (focused === undefined) return;
    const controls = [...this.head.querySelectorAll<HTMLElement>("a, button, select")];
    (controls.find((control) => control.textContent === focused) ?? controls.at(-1))?.focus({ preventScroll: true });
  }

  private heading(column: Column<Row>): HTMLElement {
    const direction = this.sortedBy?.title === column.title ? this.sortedBy.direction : undefined;
    const attributes = { scope: "col", "aria-sort": column.sort && (direction ?? "none") };
    if (!column.sort) return h("th", attributes, column.head ?? column.title);
    return h("th", attributes, h("button", { type: "button", click: () => this.sortBy(column) }, column.title));
  }

  /** sortBy sorts by a column; then the other way round; then not any more. */
  private sortBy(column: Column<Row>): void {
    const by = this.sortedBy?.title === column.title ? this.sortedBy.direction : undefined;
    this.sortedBy = by === "descending" ? undefined : { title: column.title, direction: by === "ascending" ? "descending" : "ascending" };
    this.sort();
    this.active = 0;
    this.element.scrollTop = 0;
    this.drawHead();
    this.clear();
    this.draw();
  }

  private clear(): void {
    this.elements.clear();
    replace(this.body, this.above, this.below);
  }

  /** draw makes the rows in view, and removes those that have left it. */
  private draw(): void {
    if (this.rows.length === 0) return;
    if (this.rowHeight === 0) this.measure();
    const [first, end] = this.inView();
    this.keepFocus(first, end);
    for (const [i, element] of this.elements) {
      if (i >= first && i < end) continue;
      element.remove();
      this.elements.delete(i);
    }
    let next: Element = this.below;
    for (let i = end - 1; i >= first; i--) {
      let element = this.elements.get(i);
      if (element === undefined) {
        element = this.rowElement(i);
        this.elements.set(i, element);
        next.before(element);
      }
      next = element;
    }
    setHeight(this.above, first * this.rowHeight);
    const left = this.rows.length - end;
    setHeight(this.below, this.printing ? 0 : left * this.rowHeight);
    replace(this.note, this.printing && left > 0 && `${left.toLocaleString("en")} more rows are not printed.`);
    this.markTabStop();
  }

  /**
   * keepFocus gives the focus to the table while its row is out of view, so that the keys go on where they were. That makes the browser lay
   * out the page, and must be done while all rows are there: with fewer of them it could not scroll as far.
   */
  private keepFocus(first: number, end: number): void {
    const index = this.indexOf(document.activeElement);
    if (index >= 0 && (index < first || index >= end) && this.elements.get(index)?.contains(document.activeElement)) this.element.focus({ preventScroll: true });
  }

  /** measure finds the height of all rows: that of one with the longest name, and the most below it. */
  private measure(): void {
    this.element.style.removeProperty("--row");
    const longest = (columns: readonly Column<Row>[]): Row => {
      const sizes = this.rows.map((row) => columns.reduce((sum, column) => sum + (column.text?.(row)?.length ?? 0), 0));
      return this.rows[sizes.indexOf(sizes.reduce((a, b) => Math.max(a, b), 0))]!;
    };
    const named = longest(this.shown.slice(0, 1)), most = longest(this.rest);
    const element = h("tr", {}, ...this.cells((column) => cell(column, column === this.shown[0] ? named : most)));
    this.above.after(element);
    this.rowHeight = element.getBoundingClientRect().height;
    element.remove();
    if (this.rowHeight > 0) this.element.style.setProperty("--row", `${this.rowHeight}px`);
  }

  private inView(): [first: number, end: number] {
    if (this.printing) return [0, Math.min(this.rows.length, rowsInPrint)];
    // Out of the document nothing has a height; the first rows do until it has.
    const height = this.rowHeight || 32, top = Math.floor(this.element.scrollTop / height);
    const first = Math.max(0, Math.min(top, this.rows.length - 1) - rowsAround);
    return [first, Math.min(this.rows.length, top + Math.ceil(this.element.clientHeight / height) + rowsAround)];
  }

  private rowElement(index: number): HTMLTableRowElement {
    const row = this.rows[index] as Row;
    const group = this.options.group?.(row), cells = group ? [h("th", { scope: "rowgroup", colspan: this.shown.length }, group)] : this.cells((column) => cell(column, row));
    const element = h("tr", { "aria-rowindex": index + 2, "data-row": index, class: this.options.onOpen && "opens", tabindex: -1 }, ...cells);
    for (const control of element.querySelectorAll("a, button")) control.setAttribute("tabindex", "-1");
    this.markRow(index, element);
    return element;
  }

  /** cells has those of the columns without room in a line of the first one. */
  private cells(show: (column: Column<Row>) => Child): HTMLElement[] {
    const { shown: [first, ...others], rest } = this;
    return [
      h("th", { scope: "row" }, h("div", {}, show(first!)), rest.length > 0 && h("div", { class: "rest" }, ...rest.map((column) => h("span", {}, show(column))))),
      ...others.map((column) => h("td", {}, show(column))),
    ];
  }

  private mark(route: Route): void {
    this.route = route;
    if (this.away) this.layout();
    this.reveal(route);
    for (const [index, element] of this.elements) this.markRow(index, element);
  }

  /** reveal brings the row of what the panel shows into view, once: a link may lead to a row far below. */
  private reveal(route: Route): void {
    const shows = `${route.object}\n${route.place}`;
    if (shows === this.revealed || this.rowHeight === 0) return;
    this.revealed = shows;
    const at = this.rows.findIndex((row) => this.options.current?.(row, route));
    if (at >= 0) this.bringIntoView(at);
  }

  private markRow(index: number, element: Element): void {
    const row = this.rows[index];
    if (row !== undefined && this.route && this.options.current?.(row, this.route)) element.setAttribute("aria-current", "true");
    else element.removeAttribute("aria-current");
  }

  /** markTabStop lets Tab come to one row, and from there to what is in it. */
  private markTabStop(): void {
    const stop = this.elements.has(this.active) ? this.active : Math.min(...this.elements.keys());
    for (const [index, element] of this.elements) {
      const value = index === stop ? 0 : -1;
      if (element.tabIndex === value) continue;
      element.tabIndex = value;
      for (const control of element.querySelectorAll<HTMLElement>("a, button")) control.tabIndex = value;
    }
  }

  private indexOf(target: EventTarget | null): number {
    const element = target instanceof Element ? target.closest<HTMLElement>("tr[data-row]") : null;
    return element === null ? -1 : Number(element.dataset["row"]);
  }

  private focused(event: Event): void {
    const index = this.indexOf(event.target);
    if (index < 0) return;
    this.active = index;
    this.markTabStop();
  }

  private click(event: MouseEvent): void {
    const index = this.indexOf(event.target), row = this.rows[index];
    if (row === undefined || (event.target as Element).closest("a, button") || getSelection()?.isCollapsed === false) return;
    this.active = index;
    this.markTabStop();
    this.options.onOpen?.(row);
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || (event.target as Element).closest("thead, a, button")) return;
    const page = Math.max(1, Math.floor((this.element.clientHeight - this.head.offsetHeight) / (this.rowHeight || 32)) - 1);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const step = steps[event.key], row = this.rows[this.active];
    if (step !== undefined) this.focus(this.active + step);
    else if (event.key === "Enter" && row !== undefined) this.options.onOpen?.(row);
    else return;
    event.preventDefault();
  }

  /** focus brings a row into view, and gives it the focus. */
  private focus(index: number): void {
    this.bringIntoView(Math.max(0, Math.min(index, this.rows.length - 1)));
    this.elements.get(this.active)?.focus({ preventScroll: true });
  }

  private bringIntoView(index: number): void {
    this.active = index;
    const top = index * this.rowHeight, room = this.element.clientHeight - this.head.offsetHeight;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top + this.rowHeight > this.element.scrollTop + room) this.element.scrollTop = top + this.rowHeight - room;
    this.draw();
  }

  private print(on: boolean): void {
    this.printing = on;
    this.layout();
  }
}

/** cell is what a cell shows; a text without characters that nobody sees. */
function cell<Row>(column: Column<Row>, row: Row): Child {
  const shown = column.cell(row);
  return typeof shown === "string" ? oneLine(shown) : shown;
}

function setHeight(element: HTMLElement, height: number): void {
  element.style.height = `${height}px`;
  element.hidden = height === 0;
}

/** tellCut shows the whole text of a cell that is cut. */
function tellCut(event: Event): void {
  const cell = (event.target as Element).closest<HTMLElement>("td, th");
  if (cell && !cell.title && cell.scrollWidth > cell.clientWidth) cell.title = cell.innerText;
}
