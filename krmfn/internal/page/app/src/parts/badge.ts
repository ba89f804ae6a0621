import { h } from "../dom.ts";

export type Tone = "good" | "warn" | "bad" | "mark" | "plain";

/** badge is a short word on a coloured ground. The word tells everything: nobody needs to see the colour. */
export function badge(text: string, tone: Tone): HTMLElement {
  return h("span", { class: `badge ${tone}` }, text);
}
