import { h } from "../dom.ts";
import { unpack } from "./data.ts";
import { Playground } from "./playground.ts";
import { type Packed, Schema } from "./schema.ts";
import type { Example } from "./examples.ts";

async function main(root: HTMLElement): Promise<void> {
  const playground = new Playground(root, await unpack<Example[]>("examples"));
  await playground.open();
  playground.teach(new Schema(await unpack<Packed>("schema")));
  performance.mark("editor");
}

const root = document.getElementById("playground");
if (root !== null) {
  main(root).catch((problem: unknown) => {
    root.replaceChildren(h("p", { class: "failed", role: "alert" }, `The playground cannot start in this browser: ${String(problem)}`));
  });
}
