// Files and folders that people open or drop.

import { counted } from "../parts/counted.ts";
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
  const items = [...transfer.items].filter((item) => item.kind === "file").map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const dropped: Dropped = { found: [], skipped: 0, unread: [] };
  for (const { entry, file } of items) {
    // The name of a folder that is dropped alone tells nothing.
    if (entry?.isDirectory) await walk(entry, items.length === 1 ? "" : entry.name, dropped);
    else if (file !== null) dropped.found.push({ name: file.name, file });
  }
  const opened = await read(dropped.found);
  return { files: opened.files, problems: [...opened.problems, ...dropped.unread], skipped: opened.skipped + dropped.skipped };
}

/** Dropped is what is in dropped folders: what may have documents, how many other files, and what cannot be read. */
interface Dropped {
  found: Found[];
  skipped: number;
  unread: string[];
}

/** inside returns the path below the chosen folder. */
function inside(path: string): string {
  return path.includes("/") ? path.slice(path.indexOf("/") + 1) : path;
}

/** walk finds the files of a folder. Some browsers cannot read a dropped folder, for example in a page that is opened from a disk. */
async function walk(entry: FileSystemEntry, path: string, dropped: Dropped): Promise<void> {
  if (dropped.found.length > maxFiles) return;
  try {
    if (entry.isFile && !isDocument(path)) {
      dropped.skipped++;
      return;
    }
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      dropped.found.push({ name: path, file });
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {
      const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (some.length === 0) return;
      for (const child of some) if (!isHidden(child.name)) await walk(child, path === "" ? child.name : `${path}/${child.name}`, dropped);
    }
  } catch {
    dropped.unread.push(`${path || entry.name} was not opened: the browser cannot read it. "Open folder" may`);
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
  if (opened.files.length > 0) parts.push(`Opened ${counted(opened.files.length, "file")}.`);
  if (opened.problems.length > 0) parts.push(`${opened.problems.slice(0, 3).join("; ")}${opened.problems.length > 3 ? `; and ${opened.problems.length - 3} more` : ""}.`);
  if (opened.skipped > 0) parts.push(`Skipped ${counted(opened.skipped, "file")} without .yaml, .yml or .json.`);
  return parts.join(" ") || "There was no file.";
}
