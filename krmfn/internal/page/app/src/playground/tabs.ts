import type { Finding } from "../contract.ts";
import { h, replace } from "../dom.ts";
import type { Files } from "./files.ts";

/** Tabs show the open files, and which of them have findings. */
export class Tabs {
  readonly element = h("div", { class: "pg-tabs", role: "tablist", "aria-label": "Files", keydown: (e: KeyboardEvent) => this.key(e) });
  /** How many findings of a severity a file has. */
  private counts = new Map<string, number>();

  constructor(private readonly files: Files, private readonly panel: string) {}

  /** mark shows which files have findings. The tabs stay the same elements: somebody may click one just now. */
  mark(findings: readonly Finding[]): void {
    this.counts.clear();
    for (const { severity, file } of findings) this.counts.set(`${severity} ${file}`, (this.counts.get(`${severity} ${file}`) ?? 0) + 1);
    this.files.list.forEach(({ name }, i) => this.count(this.element.children[i]!, name));
  }

  draw(): void {
    const focused = this.element.contains(document.activeElement);
    replace(this.element, ...this.files.list.map(({ name }, i) => this.tab(name, i)));
    const selected = this.element.querySelector<HTMLElement>('[aria-selected="true"]');
    if (focused) selected?.focus();
    selected?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  private tab(name: string, index: number): HTMLElement {
    const selected = index === this.files.index;
    const tab = h("button", {
      type: "button", role: "tab", "aria-selected": String(selected), "aria-controls": this.panel, tabindex: selected ? 0 : -1, title: name,
      click: () => this.files.select(index),
    }, h("span", { class: "name" }, name));
    this.count(tab, name);
    return tab;
  }

  /** count shows in a tab how many errors, or else warnings, its file has. */
  private count(tab: Element, name: string): void {
    const errors = this.counts.get(`error ${name}`), number = errors ?? this.counts.get(`warning ${name}`);
    const old = tab.querySelector(".badge"), label = number && `${number} ${errors ? "errors" : "warnings"}`;
    if (old?.ariaLabel === label) return;
    old?.remove();
    if (label) tab.append(h("span", { class: `badge ${errors ? "bad" : "warn"}`, "aria-label": label }, number));
  }

  private key(event: KeyboardEvent): void {
    const count = this.files.list.length, now = this.files.index;
    const to = { ArrowRight: (now + 1) % count, ArrowLeft: (now + count - 1) % count, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.files.select(to);
  }
}
