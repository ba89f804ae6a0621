import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** runtimeFile returns the name of the script that runs a wasm of Go. It belongs to the Go that has built the wasm. */
export function runtimeFile() {
  return join(execFileSync("go", ["env", "GOROOT"], { encoding: "utf8" }).trim(), "lib/wasm/wasm_exec.js");
}

/** start runs a renderer in node, and returns what it answers to a method and a request, both of them JSON. */
export async function start(wasm) {
  await import(pathToFileURL(runtimeFile()).href);
  const go = new globalThis.Go();
  const { instance } = await WebAssembly.instantiate(wasm, go.importObject);
  void go.run(instance);
  return globalThis.fluxapp;
}
