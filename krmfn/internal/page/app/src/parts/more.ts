import { h } from "../dom.ts";
import { thousands } from "./counted.ts";

/** atOnce is how many items a button adds. */
const atOnce = 500;

/** added is how many items lists have that somebody has added some to, by their key: a view is made anew with each change of the data. */
const added = new Map<string, number>();

/**
 * more fills a list with its first items. A button behind the list adds those that are left, so that a long list costs nothing until
 * somebody wants it.
 */
export function more<T>(list: HTMLElement, items: readonly T[], first: number, show: (item: T) => Node, key?: string): DocumentFragment {
  const whole = document.createDocumentFragment();
  let shown = 0;
  const add = (count: number): void => {
    list.append(...items.slice(shown, shown + count).map(show));
    shown = Math.min(items.length, shown + count);
  };
  const least = Math.max(first, (key === undefined ? undefined : added.get(key)) ?? 0);
  add(items.length <= least + 1 ? items.length : least); // "and 1 more" is as long as the item
  whole.append(list);
  if (shown === items.length) return whole;
  const label = (): string => `and ${thousands(items.length - shown)} more`;
  const button: HTMLButtonElement = h("button", {
    type: "button", class: "show-more",
    click: () => {
      const next = list.children.length;
      add(atOnce);
      if (key !== undefined) added.set(key, shown);
      if (shown < items.length) button.textContent = label();
      else button.remove();
      focusOn(list.children[next]);
    },
  }, label());
  whole.append(button);
  return whole;
}

/** focusOn gives the focus to an added item, so that a keyboard goes on from there. */
function focusOn(item: Element | undefined): void {
  const inner = item?.querySelector<HTMLElement>("a, button, summary") ?? (item as HTMLElement | undefined);
  if (inner === undefined) return;
  if (inner.tabIndex < 0) inner.tabIndex = -1;
  inner.focus({ preventScroll: true });
}
