import { h } from "../dom.ts";
import { textOfBlock, unpack } from "./data.ts";
import { Playground } from "./playground.ts";
import { type Packed, Schema } from "./schema.ts";
import type { Example } from "./examples.ts";

async function main(root: HTMLElement): Promise<void> {
  const playground = new Playground(root, JSON.parse(textOfBlock("examples")) as Example[]);
  await playground.open(...(JSON.parse(textOfBlock("first")) as [string, string]));
  await playground.live.rendered(); // nobody asks for help before, and all else waits
  playground.teach(new Schema(await unpack<Packed>("schema")));
}

const root = document.getElementById("playground");
if (root !== null) {
  main(root).catch((problem: unknown) => {
    root.replaceChildren(h("p", { class: "failed", role: "alert" }, `The playground cannot start in this browser: ${String(problem)}`));
  });
}
