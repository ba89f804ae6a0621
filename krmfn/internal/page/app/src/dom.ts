// All elements of the pages are made here: from names of elements that the code knows, attributes and texts. Text of documents never
// becomes markup, because nothing here parses HTML.

export type Child = Node | string | number | undefined | false | null;

type Attributes = Record<string, string | number | boolean | undefined | ((event: never) => void)>;

/** h makes an HTML element. An attribute that is a function listens to the event of its name; true is an attribute without a value. */
export function h<K extends keyof HTMLElementTagNameMap>(name: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

/** svg makes an element of a drawing. */
export function svg<K extends keyof SVGElementTagNameMap>(name: K, attributes: Attributes = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  fill(element, attributes, children);
  return element;
}

function fill(element: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  append(element, ...children);
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
