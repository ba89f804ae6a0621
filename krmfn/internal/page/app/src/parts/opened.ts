import { h } from "../dom.ts";
import { paper } from "./paper.ts";

/** turned tells what people have opened or closed, by its key: a view is made anew with each change of the data. */
const turned = new Map<string, boolean>();

interface Openable {
  key: string;
  name: string;
  open: boolean;
  /** openOnPaper is true for what a print has open, unless somebody has closed it. */
  openOnPaper: boolean;
  summary: HTMLElement;
  content(): Node;
}

/** openable is an element that opens and closes. Its content is built when it is open for the first time. */
export function openable({ key, name, open, openOnPaper, summary, content }: Openable): HTMLDetailsElement {
  let now = turned.get(key) ?? open;
  const build = (): void => {
    if (now && element.childElementCount === 1) element.append(content());
  };
  const turn = (to: boolean): void => {
    now = turned.get(key) ?? to;
    element.open = now;
    build();
  };
  const element: HTMLDetailsElement = h("details", {
    class: name, "data-key": key, open: now,
    toggle: () => {
      if (element.open === now) return; // it is told of what is open from the start too
      now = element.open;
      turned.set(key, now);
      build();
    },
  }, summary);
  build();
  if (openOnPaper) {
    element.addEventListener(paper.begins, () => turn(true));
    element.addEventListener(paper.ended, () => turn(open));
  }
  return element;
}
