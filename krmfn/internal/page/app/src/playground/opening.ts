// Files and folders that people open or drop.

import { counted } from "../parts/counted.ts";
import type { NamedText } from "./link.ts";
import { isDocument, maxFile, readText } from "./text.ts";

/** The most that are opened at once: a page is no file system. */
const maxFiles = 2000, maxTotal = 64 << 20;

/** Opened is what is opened. */
export class Opened {
  readonly files: NamedText[] = [];
  /** Why others were not opened. */
  readonly problems: string[] = [];
  /** How many were no YAML and no JSON. */
  private skipped = 0;
  private readonly found: { name: string; open(): Promise<File> }[] = [];

  add(name: string, open: () => Promise<File>): void {
    if (isDocument(name) && !name.split("/").some(isHidden)) this.found.push({ name, open });
    else this.skipped++;
  }

  /** walk adds the files of a folder. Some browsers cannot read a dropped folder, for example in a page that is opened from a disk. */
  async walk(entry: FileSystemEntry, path: string): Promise<void> {
    if (this.found.length > maxFiles) return;
    if (entry.isFile) return this.add(path, () => new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    try {
      for (;;) {
        const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
        if (some.length === 0) return;
        for (const child of some) if (!isHidden(child.name)) await this.walk(child, path === "" ? child.name : `${path}/${child.name}`);
      }
    } catch {
      this.problems.push(`${path || entry.name} was not opened: the browser cannot read it. "Open folder" may`);
    }
  }

  async read(): Promise<Opened> {
    const { files, problems } = this, found = this.found.sort((a, b) => (a.name < b.name ? -1 : 1));
    let total = 0;
    for (const { name, open } of found.slice(0, maxFiles)) {
      const file = await open().catch(() => undefined);
      total += file?.size ?? 0;
      if (file !== undefined && (file.size > maxFile || total > maxTotal)) problems.push(`${name} was not opened: it is too large`);
      else {
        const read = file === undefined ? { problem: "cannot be read" } : await readText(file);
        if ("text" in read) files.push({ name, text: read.text });
        else problems.push(`${name} was not opened: it ${read.problem}`);
      }
    }
    if (found.length > maxFiles) problems.push(`only the first ${maxFiles} files were opened`);
    return this;
  }

  /** told returns in words what was opened, and what was not. */
  told(): string {
    const { files, problems, skipped } = this, parts: string[] = [];
    if (files.length > 0) parts.push(`Opened ${counted(files.length, "file")}.`);
    if (problems.length > 0) parts.push(`${problems.slice(0, 3).join("; ")}${problems.length > 3 ? `; and ${problems.length - 3} more` : ""}.`);
    if (skipped > 0) parts.push(`Skipped ${counted(skipped, "file")} without .yaml, .yml or .json.`);
    return parts.join(" ") || "There was no file.";
  }
}

/** openList reads the files of an input; those of a folder have their path below it. */
export function openList(list: Iterable<File>): Promise<Opened> {
  const opened = new Opened();
  for (const file of list) opened.add(file.webkitRelativePath.replace(/^[^/]*\//, "") || file.name, async () => file);
  return opened.read();
}

/** openDrop reads what was dropped. The entries must be taken while the event is handled. */
export async function openDrop(transfer: DataTransfer): Promise<Opened> {
  const items = [...transfer.items].filter((item) => item.kind === "file").map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const opened = new Opened();
  for (const { entry, file } of items) {
    // The name of a folder that is dropped alone tells nothing.
    if (entry?.isDirectory) await opened.walk(entry, items.length === 1 ? "" : entry.name);
    else if (file !== null) opened.add(file.name, async () => file);
  }
  return opened.read();
}

function isHidden(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}
