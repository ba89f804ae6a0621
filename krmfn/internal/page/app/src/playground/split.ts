import { h } from "../dom.ts";

/** splitter is the bar between the two halves of the page; pointers and arrow keys move it. */
export function splitter(whole: HTMLElement): HTMLElement {
  let share = 44;
  const set = (to: number): void => {
    share = Math.max(20, Math.min(80, to));
    whole.style.setProperty("--share", `${share}%`);
    bar.setAttribute("aria-valuenow", String(Math.round(share)));
  };
  const drag = (event: PointerEvent): void => {
    if (!bar.hasPointerCapture(event.pointerId)) return;
    const box = whole.getBoundingClientRect();
    set(((event.clientX - box.left) / box.width) * 100);
  };
  const key = (event: KeyboardEvent): void => {
    const to = { ArrowLeft: share - 2, ArrowRight: share + 2, Home: 20, End: 80 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    set(to);
  };
  const bar = h("div", {
    class: "pg-splitter", role: "separator", tabindex: 0, "aria-orientation": "vertical", "aria-label": "Width of the editor", "aria-valuemin": 20,
    "aria-valuemax": 80, "aria-valuenow": share, keydown: key, pointermove: drag,
    pointerdown: (event: PointerEvent) => {
      bar.setPointerCapture(event.pointerId);
      event.preventDefault();
    },
    dblclick: () => set(44),
  });
  set(share);
  return bar;
}
