import { h, replace } from "../dom.ts";

/** Notice is a line at the edge of the page that tells what has happened, and can take it back. */
export class Notice {
  readonly element = h("div", { class: "pg-notice", role: "status" });
  private timer = 0;

  /** tell shows a text until the next one, or for a while. */
  tell(text: string, action?: { name: string; run(): void }): void {
    clearTimeout(this.timer);
    const close = h("button", { type: "button", class: "close", "aria-label": "Close", click: () => this.clear() }, "×");
    const act = action && h("button", { type: "button", click: () => { this.clear(); action.run(); } }, action.name);
    replace(this.element, h("span", {}, text), act, close);
    this.timer = window.setTimeout(() => this.clear(), action ? 20_000 : 8_000);
  }

  clear(): void {
    clearTimeout(this.timer);
    replace(this.element);
  }
}
