// Files and folders that people open or drop.

import { isDocument, maxFile, readText } from "./text.ts";
import type { NamedText } from "./link.ts";

/** The most that are opened at once: a page is no file system. */
const maxFiles = 2000, maxTotal = 64 << 20;

export interface Opened {
  files: NamedText[];
  /** Why others were not opened. */
  problems: string[];
  /** How many were no YAML and no JSON. */
  skipped: number;
}

interface Found {
  name: string;
  file: File;
}

/** openList reads the files of an input; those of a folder have their path. */
export function openList(list: Iterable<File>): Promise<Opened> {
  return read([...list].map((file) => ({ name: inside(file.webkitRelativePath) || file.name, file })));
}

/** openDrop reads what was dropped. The entries must be taken while the event is handled. */
export async function openDrop(transfer: DataTransfer): Promise<Opened> {
  const entries = [...transfer.items].filter((item) => item.kind === "file").map((item) => item.webkitGetAsEntry());
  const loose = [...transfer.files].map((file) => ({ name: file.name, file }));
  const found: Found[] = [];
  if (!entries.some((entry) => entry !== null)) return read(loose);
  const single = entries.length === 1; // the name of the folder itself tells nothing
  for (const entry of entries) if (entry !== null) await walk(entry, single && entry.isDirectory ? "" : entry.name, found);
  return read(found);
}

/** inside returns the path below the chosen folder. */
function inside(path: string): string {
  return path.includes("/") ? path.slice(path.indexOf("/") + 1) : path;
}

async function walk(entry: FileSystemEntry, path: string, found: Found[]): Promise<void> {
  if (found.length > maxFiles) return;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ name: path, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const child of some) if (!isHidden(child.name)) await walk(child, path === "" ? child.name : `${path}/${child.name}`, found);
  }
}

function isHidden(name: string): boolean {
  return name.startsWith(".") || name === "node_modules";
}

async function read(found: Found[]): Promise<Opened> {
  const opened: Opened = { files: [], problems: [], skipped: 0 };
  const documents = found.filter(({ name }) => isDocument(name) && !name.split("/").some(isHidden)).sort((a, b) => (a.name < b.name ? -1 : 1));
  opened.skipped = found.length - documents.length;
  let total = 0;
  for (const { name, file } of documents.slice(0, maxFiles)) {
    total += file.size;
    if (file.size > maxFile || total > maxTotal) {
      opened.problems.push(`${name} was not opened: it is too large`);
      continue;
    }
    const text = await file.arrayBuffer().then((buffer) => readText(new Uint8Array(buffer)), () => ({ problem: "cannot be read" }));
    if ("text" in text) opened.files.push({ name, text: text.text });
    else opened.problems.push(`${name} was not opened: it ${text.problem}`);
  }
  if (documents.length > maxFiles) opened.problems.push(`only the first ${maxFiles} files were opened`);
  return opened;
}

/** told returns in words what was opened, and what was not. */
export function told(opened: Opened): string {
  const parts: string[] = [];
  if (opened.files.length > 0) parts.push(`Opened ${count(opened.files.length, "file")}.`);
  if (opened.problems.length > 0) parts.push(`${opened.problems.slice(0, 3).join("; ")}${opened.problems.length > 3 ? `; and ${opened.problems.length - 3} more` : ""}.`);
  if (opened.skipped > 0) parts.push(`Skipped ${count(opened.skipped, "file")} without .yaml, .yml or .json.`);
  return parts.join(" ") || "There was no file.";
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
