import { h, replace } from "../dom.ts";
import type { State } from "./live.ts";

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

  show(state: State): void {
    this.text.setAttribute("aria-busy", String(state.busy));
    if (state.busy) {
      this.timer ||= window.setTimeout(() => this.tellSlow(), slow);
      return;
    }
    clearTimeout(this.timer);
    this.timer = 0;
    this.stop.hidden = true;
    this.element.classList.toggle("problem", state.problem !== undefined);
    this.text.textContent = state.problem ?? `Rendered in ${Math.round(state.took ?? 0)} ms`;
  }

  private tellSlow(): void {
    this.text.textContent = "Rendering…";
    this.stop.hidden = false;
  }
}
