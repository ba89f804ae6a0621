// All elements of the pages are made here: from names of elements that the code knows, attributes and texts. Text of documents never
// becomes markup, because nothing here parses HTML.

export type Child = Node | string | number | undefined | false | null;

type Attributes = Record<string, string | number | boolean | undefined | ((event: never) => void)>;

/** h makes an HTML element. An attribute that is a function listens to the event of its name; true is an attribute without a value. */
export function h<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(attribute, value as EventListener);
    else if (value === true) element.setAttribute(attribute, "");
    else if (value !== undefined && value !== false) element.setAttribute(attribute, String(value));
  }
  append(element, ...children);
  return element;
}

/** append adds children behind those that an element has. */
export function append(element: Element, ...children: Child[]): void {
  for (const child of children) {
    if (child === undefined || child === false || child === null) continue;
    element.append(typeof child === "number" ? String(child) : child);
  }
}

/** replace gives an element other children. */
export function replace(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  append(element, ...children);
}
