import { h, replace } from "../dom.ts";
import type { Files } from "./files.ts";

/** Counts are the errors and warnings of a file. */
export interface Counts {
  errors: number;
  warnings: number;
}

/** Tabs show the open files, and which of them have findings. */
export class Tabs {
  readonly element = h("div", { class: "pg-tabs", role: "tablist", "aria-label": "Files", keydown: (e: KeyboardEvent) => this.key(e) });
  private counts = new Map<string, Counts>();

  constructor(private readonly files: Files, private readonly panel: string) {}

  /** mark shows the counts of files. The tabs stay the same elements: somebody may click one just now. */
  mark(counts: Map<string, Counts>): void {
    this.counts = counts;
    this.files.all().forEach((file, i) => {
      const tab = this.element.children[i];
      if (tab !== undefined) this.count(tab, file.name);
    });
  }

  draw(): void {
    const focused = this.element.contains(document.activeElement);
    replace(this.element, ...this.files.all().map((file, i) => this.tab(file.name, i)));
    const selected = this.element.querySelector<HTMLElement>('[aria-selected="true"]');
    if (focused) selected?.focus();
    if (selected !== null) reveal(this.element, selected);
  }

  private tab(name: string, index: number): HTMLElement {
    const selected = index === this.files.currentIndex();
    const tab = h("button", {
      type: "button", role: "tab", "aria-selected": String(selected), "aria-controls": this.panel, tabindex: selected ? 0 : -1, title: name,
      click: () => this.files.select(index),
    }, h("span", { class: "name" }, name));
    this.count(tab, name);
    return tab;
  }

  /** count shows in a tab how many errors, or else warnings, its file has. */
  private count(tab: Element, name: string): void {
    const { errors, warnings } = this.counts.get(name) ?? { errors: 0, warnings: 0 }, old = tab.querySelector(".badge");
    const [number, tone, word] = errors > 0 ? [errors, "bad", "errors"] : [warnings, "warn", "warnings"];
    const label = `${number} ${word}`;
    if (number > 0 && old?.ariaLabel === label) return;
    old?.remove();
    if (number > 0) tab.append(h("span", { class: `badge ${tone}`, "aria-label": label }, number));
  }

  private key(event: KeyboardEvent): void {
    const count = this.files.all().length, now = this.files.currentIndex();
    const to = { ArrowRight: (now + 1) % count, ArrowLeft: (now + count - 1) % count, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.files.select(to);
  }
}

/** reveal scrolls a tab into view, and nothing else of the page. */
function reveal(list: HTMLElement, tab: HTMLElement): void {
  const left = tab.offsetLeft - list.offsetLeft, right = left + tab.offsetWidth;
  if (left < list.scrollLeft) list.scrollLeft = left;
  else if (right > list.scrollLeft + list.clientWidth) list.scrollLeft = right - list.clientWidth;
}
