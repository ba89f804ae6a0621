export function runtimeFile(): string;
export function start(wasm: BufferSource): Promise<(method: string, request: string) => string>;
