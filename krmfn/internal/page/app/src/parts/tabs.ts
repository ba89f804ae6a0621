import { h } from "../dom.ts";

export interface Tab {
  title: string;
  /** Makes the content when somebody looks at it first. */
  content(): Node;
}

let made = 0;

/** The title of the tab that was chosen last: it is chosen again for the next object. */
let chosen = "";

/** tabs shows one of several contents. Arrow keys, Home and End go from tab to tab. */
export function tabs(label: string, all: readonly Tab[]): HTMLElement {
  const id = `tabs-${++made}`;
  const filled = new Set<number>();
  const contents = all.map((_, i) => h("div", { role: "tabpanel", id: `${id}-content-${i}`, "aria-labelledby": `${id}-${i}`, tabindex: 0, hidden: true }));
  const buttons = all.map((tab, i) => h("button", {
    type: "button", role: "tab", id: `${id}-${i}`, "aria-controls": `${id}-content-${i}`, click: () => choose(i),
  }, tab.title));
  const choose = (index: number): void => {
    chosen = all[index]!.title;
    if (!filled.has(index)) contents[index]!.append(all[index]!.content());
    filled.add(index);
    buttons.forEach((button, i) => {
      button.setAttribute("aria-selected", String(i === index));
      button.tabIndex = i === index ? 0 : -1;
      contents[i]!.hidden = i !== index;
    });
  };
  const move = (event: KeyboardEvent): void => {
    const at = buttons.indexOf(event.target as HTMLButtonElement), last = buttons.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    choose(to);
    buttons[to]!.focus();
  };
  choose(Math.max(0, all.findIndex((tab) => tab.title === chosen)));
  return h("div", { class: "tabs" }, h("div", { role: "tablist", "aria-label": label, keydown: move }, ...buttons), ...contents);
}
