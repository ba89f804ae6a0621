import { h } from "../dom.ts";
import type { NamedText } from "./link.ts";

/** Example is a folder of examples of the repository. */
export interface Example {
  name: string;
  title: string;
  files: NamedText[];
}

/** exampleMenu lets people choose an example. */
export function exampleMenu(examples: readonly Example[], choose: (example: Example) => void): HTMLElement {
  const select = h("select", {
    "aria-label": "Start from an example",
    change: () => {
      const example = examples.find((e) => e.name === select.value);
      select.value = "";
      if (example !== undefined) choose(example);
    },
  }, h("option", { value: "" }, "Examples…"), ...examples.map((e) => h("option", { value: e.name }, `${e.name}: ${e.title}`)));
  return select;
}
