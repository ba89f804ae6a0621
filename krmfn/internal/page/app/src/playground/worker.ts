// The worker runs the renderer, so that no key waits for it.

import "go:wasm_exec";
import { unpacked } from "../parts/unpacked.ts";
import { cut, type Pieces } from "./pieces.ts";
import type { Message, Request, Start } from "./protocol.ts";

declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}
/** It returns nothing when it has ended. */
declare function fluxapp(method: string, request: string): string | undefined;

const send = (message: Message): void => postMessage(message);
const ended = (problem: unknown): void => send({ ended: String(problem) });
let begin: (started: Promise<void>) => void;
const begun = new Promise<void>((resolve) => (begin = resolve));

addEventListener("message", ({ data }: MessageEvent<Start | Request>) => {
  if ("id" in data) begun.then(() => answer(data)).catch(ended);
  else begin(start(data));
});

async function start(message: Start): Promise<void> {
  const go = new Go();
  const wasm = "address" in message ? await fetched(message.address) : unpacked(message.packed);
  const response = new Response(wasm, { headers: { "content-type": "application/wasm" } });
  const { instance } = await WebAssembly.instantiateStreaming(response, go.importObject);
  const ready = new Promise<void>((resolve) => Object.assign(globalThis, { fluxappReady: resolve })); // the program may pause before it begins
  void go.run(instance).then(() => ended("the renderer has ended"), ended);
  await ready;
}

async function fetched(address: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { body, ok, status } = await fetch(address);
  if (!ok || body === null) throw new Error(`the server answers ${status} to ${address}`);
  return body.pipeThrough(new DecompressionStream("gzip"));
}

function answer({ id, method, body }: Request): void {
  const begin = performance.now(), text = fluxapp(method, body);
  if (text === undefined) throw new Error("its memory was not enough");
  send({ id, took: performance.now() - begin, body: large(method, text) });
}

/** large cuts the answers that can be large: that to a load, and the objects inside of the other two. Failures and refusals stay texts. */
function large(method: string, text: string): string | Pieces {
  if (method === "load" && !text.startsWith('{"error":')) return cut(text);
  const head = `{"${method}":`;
  return (method === "changes" || method === "status") && text.startsWith(head) ? cut(text.slice(head.length, -1)) : text;
}
