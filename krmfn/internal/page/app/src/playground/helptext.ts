import { h } from "../dom.ts";
import { openDialog } from "./dialog.ts";

/** help tells what the playground is, and its keys. */
export function help(): void {
  const keys: [string, string][] = [
    ["Ctrl-Space", "Complete a field or a value"],
    ["Ctrl-.", "Write what a finding proposes"],
    ["F8", "Go to the next finding"],
    ["Ctrl-Shift-M", "List the findings of the file"],
    ["Ctrl-F", "Search and replace"],
    ["Ctrl-Z, Ctrl-Y", "Undo, redo"],
    ["Escape, then Tab", "Leave the editor with the keyboard"],
  ];
  openDialog({
    title: "About the playground",
    content: [
      h("p", {}, "Write documents of fluxapp on the left, and see on the right what Flux gets on each cluster. It is the renderer of the command fluxapp, in your browser."),
      h("p", {}, "Nothing leaves your browser: the page makes no request. A link has the text in its fragment, which browsers do not send. Up to 1 MB of text is kept in this tab until you close it; what kubectl printed is never kept."),
      h("dl", { class: "keys" }, ...keys.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)])),
      h("p", {}, "On a Mac, Cmd is Ctrl for most of these keys."),
    ],
  });
}
