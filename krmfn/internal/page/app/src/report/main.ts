import { h, replace } from "../dom.ts";
import { show } from "../page.ts";
import { selectionOf } from "../parts/select.ts";
import type { Source } from "../source.ts";
import { order } from "../views/order.ts";
import { embedded } from "./source.ts";

/** main shows the page. The tables that need no scripts stay until it is there, and for good where it cannot be made. */
async function main(root: HTMLElement): Promise<void> {
  const tables = document.getElementById("static");
  try {
    const source = await embedded();
    // First, so that nobody waits for their layout.
    tables?.remove();
    show(source, root);
    if (order.count(source, selectionOf(source, "")) !== undefined) orderFirst(source, root);
  } catch (error) {
    if (tables) root.after(tables);
    const message = error instanceof Error ? error.message : String(error);
    replace(root, h("p", { class: "broken", role: "alert" }, `The page cannot be shown: ${message}. The tables below are complete.`));
  }
  root.hidden = false;
}

/** orderFirst puts the order on the first page of a print, in front of what is printed. */
function orderFirst(source: Source, root: HTMLElement): void {
  const page = h("section", { class: "first-page" });
  addEventListener("beforeprint", () => {
    if (root.querySelector(".content .order") !== null) return;
    root.querySelector(".work")?.before(page);
    replace(page, h("h2", {}, "Order"), order.show({ source, route: { view: order.name, filter: "" }, selection: selectionOf(source, ""), go: () => undefined }) as HTMLElement);
  });
  addEventListener("afterprint", () => page.remove());
}

// The script is in front of the data, so that it can tell when a file was cut off in them.
document.addEventListener("DOMContentLoaded", () => {
  const app = document.getElementById("app");
  if (app !== null) void main(app);
});
