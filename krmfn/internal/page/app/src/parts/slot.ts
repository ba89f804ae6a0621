import { h, replace } from "../dom.ts";

/** Slot is a place of the page whose content may come late, or not at all. */
export interface Slot {
  readonly element: HTMLElement;
  /** Shows what a function makes. What an earlier one makes later is not shown any more. An error is shown as a message. */
  show(make: () => Promise<HTMLElement | undefined> | HTMLElement | undefined): Promise<boolean>;
}

export function slot(element: HTMLElement): Slot {
  let newest = 0;
  const show: Slot["show"] = async (make) => {
    const mine = ++newest;
    element.setAttribute("aria-busy", "true");
    let made: HTMLElement | undefined;
    try {
      made = await make();
    } catch (error) {
      made = failed(error, () => void show(make));
    }
    if (mine !== newest) return false;
    element.removeAttribute("aria-busy");
    if (element.firstElementChild !== made || made === undefined) replace(element, made);
    return true;
  };
  return { element, show };
}

function failed(error: unknown, again: () => void): HTMLElement {
  return h("div", { class: "failed", role: "alert" },
    h("h2", {}, "This cannot be shown"),
    h("p", {}, error instanceof Error ? error.message : String(error)),
    h("button", { type: "button", class: "button", click: again }, "Try again"));
}
