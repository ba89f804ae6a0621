/**
 * focusIn remembers what has the focus in an element whose content is about to be made anew: a control of the part that has a data-key. It
 * returns a function that gives the focus back to the same control, unless somebody has gone elsewhere. Where it is gone, the element gets it.
 */
export function focusIn(element: HTMLElement): () => void {
  const focused = document.activeElement, part = focused?.closest<HTMLElement>("[data-key]");
  if (!focused || !part || !element.contains(part)) return () => undefined;
  const key = part.dataset["key"], at = controls(part).indexOf(focused as HTMLElement);
  return () => {
    if (document.activeElement !== document.body) return;
    const again = [...element.querySelectorAll<HTMLElement>("[data-key]")].find((other) => other.dataset["key"] === key);
    ((again && controls(again)[at]) ?? element).focus({ preventScroll: true });
  };
}

function controls(part: HTMLElement): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>("a, button, summary, [tabindex]")];
}
