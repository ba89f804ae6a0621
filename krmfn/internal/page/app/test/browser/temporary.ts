import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let folder: string | undefined;

/** temporary returns the name of a file in a folder that lives as long as this process. */
export function temporary(name: string): string {
  folder ??= mkdtempSync(join(tmpdir(), "fluxapp-page-"));
  return join(folder, name);
}

process.on("exit", () => folder !== undefined && rmSync(folder, { recursive: true }));
