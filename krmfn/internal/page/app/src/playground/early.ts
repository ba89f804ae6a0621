// The first script of the page. It starts the worker. Where the renderer is a file beside the page, the page's own script waits until that file comes:
// browsers start workers, and their requests, by the thread that is then busy with the page.
import type { Early, Start } from "./protocol.ts";

/** The script of the worker, which the build puts here. */
declare const WORKER: string;

const beside = document.currentScript?.dataset["renderer"];
const url = URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));

function begin(): Worker {
  const worker = new Worker(url, { name: "fluxapp" });
  const send = (start: Start): void => worker.postMessage(start);
  const sendBlock = (): void => send({ packed: document.getElementById("data-wasm")?.textContent ?? "" });
  if (beside !== undefined) send({ address: new URL(beside, location.href).href });
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", sendBlock, { once: true });
  else sendBlock();
  return worker;
}

const first = begin();
const coming = beside === undefined ? Promise.resolve() : new Promise<unknown>((resolve) => {
  for (const event of ["message", "error"]) first.addEventListener(event, resolve, { once: true });
});
Object.assign(globalThis, { early: { begin, first, coming } satisfies Early });
