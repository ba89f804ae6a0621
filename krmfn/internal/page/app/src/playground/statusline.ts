import { h, replace } from "../dom.ts";

/** slow is after how long a rendering can be stopped, in milliseconds. */
const slow = 3000;

/** StatusLine tells below the editor how far the rendering is. */
export class StatusLine {
  readonly element = h("div", { class: "pg-status" });
  private readonly text = h("span", { role: "status" }, "Loading the renderer…");
  private readonly stop: HTMLElement;
  private timer = 0;

  constructor(stop: () => void) {
    this.stop = h("button", { type: "button", hidden: true, click: stop }, "Stop");
    replace(this.element, this.text, this.stop, h("span", { class: "keys" }, "Ctrl-Space completes · Ctrl-. repairs · Escape, then Tab leaves"));
  }

  show(busy: boolean, text = "", isProblem = false): void {
    this.text.setAttribute("aria-busy", String(busy));
    if (busy) {
      this.timer ||= window.setTimeout(() => this.tell("Rendering…", true), slow);
      return;
    }
    clearTimeout(this.timer);
    this.timer = 0;
    this.element.classList.toggle("problem", isProblem);
    this.tell(text, false);
  }

  private tell(text: string, isSlow: boolean): void {
    this.text.textContent = text;
    this.stop.hidden = !isSlow;
  }
}
