import { h } from "../dom.ts";

/** copyButton copies a text. Where a page may not, for example one that is opened as a file, it selects what shows the text. */
export function copyButton(text: string, shown: () => Element): HTMLElement {
  const button: HTMLButtonElement = h("button", {
    type: "button", class: "button copy", "aria-live": "polite",
    click: async () => {
      button.textContent = (await copy(text)) ? "Copied" : select(shown());
      setTimeout(() => (button.textContent = "Copy"), 2500);
    },
  }, "Copy");
  return button;
}

async function copy(text: string): Promise<boolean> {
  if (!globalThis.isSecureContext || navigator.clipboard === undefined) return false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function select(element: Element): string {
  getSelection()?.selectAllChildren(element);
  return "Selected: press Ctrl+C";
}
