declare module "go:wasm_exec";
