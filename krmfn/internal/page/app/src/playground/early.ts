// The first script of the page. It starts the worker, so that the renderer comes while the page is made.
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

Object.assign(globalThis, { early: { begin, first: begin() } satisfies Early });
