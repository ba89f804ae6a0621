import { append, type Child, h } from "../dom.ts";

let dialogs = 0;

export interface DialogOptions {
  title: string;
  /** The name of the button that does it; without one the dialog only tells. */
  submit?: string;
  content: Child[];
  /** Called by the button. It returns what is wrong, and the dialog stays open. */
  onSubmit?(): string | undefined | void;
}

/** openDialog shows a dialog until it is closed. It returns its element. */
export function openDialog(options: DialogOptions): HTMLDialogElement {
  const title = `dialog-${++dialogs}`;
  const problem = h("p", { class: "problem", role: "alert" });
  const before = document.activeElement;
  const submit = (event: Event): void => {
    event.preventDefault();
    const wrong = options.onSubmit?.();
    problem.textContent = wrong ?? "";
    if (wrong === undefined) dialog.close();
  };
  const form = h("form", { method: "dialog", novalidate: true, submit },
    h("h2", { id: title }, options.title), h("div", { class: "fields" }, ...options.content), problem,
    h("div", { class: "buttons" },
      options.submit !== undefined && h("button", { type: "submit", class: "primary" }, options.submit),
      h("button", { type: "button", click: () => dialog.close() }, options.submit === undefined ? "Close" : "Cancel")));
  const dialog = h("dialog", { "aria-labelledby": title, close: () => {
    dialog.remove();
    if (before instanceof HTMLElement) before.focus();
  } }, form);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** labelled puts a label above a control, and a hint below it. */
export function labelled(label: string, control: HTMLElement, hint?: string): HTMLElement {
  const id = `field-${++dialogs}`;
  control.id = id;
  if (hint !== undefined) control.setAttribute("aria-describedby", `${id}-hint`);
  const field = h("div", { class: "field" }, h("label", { for: id }, label), control);
  if (hint !== undefined) append(field, h("p", { class: "hint", id: `${id}-hint` }, hint));
  return field;
}
