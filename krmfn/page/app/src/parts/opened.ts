import { h } from "../dom.ts";

/** turned tells what people have opened or closed, by its key: a view is made anew with each change of the data. */
const turned = new Map<string, boolean>();

/** openable is an element that opens and closes. Its content is built when it is open for the first time. */
export function openable(key: string, name: string, open: boolean, summary: HTMLElement, content: () => Node): HTMLDetailsElement {
  let now = turned.get(key) ?? open;
  const element: HTMLDetailsElement = h("details", {
    class: name, "data-key": key, open: now,
    toggle: () => {
      if (element.open === now) return; // it is told of what is open from the start too
      now = element.open;
      turned.set(key, now);
      if (now && element.childElementCount === 1) element.append(content());
    },
  }, summary);
  if (now) element.append(content());
  return element;
}
