// A small printer of YAML for what the form writes, and a reader for exactly that. Whatever is not plainly a string is quoted.

/** Tree is a map, a list, a string, true, or YAML that somebody has written. */
export type Tree = string | true | Written | Fields[] | Fields;
export type Fields = { [key: string]: Tree | undefined };

/** Written is YAML as it was written, without the indentation of its place. */
export class Written {
  constructor(readonly text: string) {}
}

const reserved = /^(true|false|yes|no|on|off|y|n|null|~|\.?nan|[-+]?\.?inf)$/i;
const plain = /^([A-Za-z][\w./@+-]*(:[\w./@+-]+)*|\.?\/[\w./@+-]*|\d+(ms|s|m|h)|v?\d+\.\d+\.\d+([-+][\w.+-]+)?)$/;

/** scalar writes a string so that every reader of YAML reads the same string. */
export function scalar(text: string): string {
  if (plain.test(text) && !reserved.test(text)) return text;
  return JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** print writes a map. Fields that are undefined are left out, and so is a map that has no others. */
export function print(tree: Fields, indent = ""): string {
  let text = "";
  for (const [key, value] of Object.entries(tree)) {
    if (value === undefined) continue;
    if (value === true) text += `${indent}${key}: true\n`;
    else if (typeof value === "string") text += `${indent}${key}: ${scalar(value)}\n`;
    else if (value instanceof Written) text += `${indent}${key}:\n${indented(value.text, `${indent}  `)}`;
    else if (Array.isArray(value)) text += `${indent}${key}:\n${value.map((item) => printItem(item, indent)).join("")}`;
    else if (Object.keys(value).length === 0) text += `${indent}${key}: {}\n`;
    else {
      const inner = print(value, `${indent}  `);
      if (inner !== "") text += `${indent}${key}:\n${inner}`;
    }
  }
  return text;
}

function printItem(item: Fields, indent: string): string {
  return `${indent}- ${print(item, `${indent}  `).slice(indent.length + 2)}`;
}

function indented(text: string, indent: string): string {
  return text.split("\n").map((line) => (line === "" ? "\n" : `${indent}${line}\n`)).join("");
}

/** Read is what read returns: like Tree, and all scalars are strings. */
export type Read = string | Read[] | { [key: string]: Read };

/** read reads what print writes; written names the fields whose text stays as it is. For any other text the result is wrong or an error. */
export function read(text: string, written: ReadonlySet<string>): Read {
  const lines = text.split("\n");
  if (lines.pop() !== "") throw new Error("no end of line");
  const reader = new Reader(lines, written), tree = reader.map(0);
  if (reader.at !== lines.length) throw new Error("more than a map");
  return tree;
}

class Reader {
  at = 0;
  constructor(private readonly lines: string[], private readonly written: ReadonlySet<string>) {}

  map(indent: number): Read {
    const map: Record<string, Read> = {};
    for (let line = this.lines[this.at]; line !== undefined; line = this.lines[this.at]) {
      const found = /^( *)([A-Za-z]+):(?: (.+))?$/.exec(line);
      if (found === null || found[1]?.length !== indent) return map;
      this.at++;
      const key = found[2] ?? "";
      map[key] = found[3] !== undefined ? unquoted(found[3]) : this.written.has(key) ? this.text(indent + 2) : this.inner(indent);
    }
    return map;
  }

  private inner(indent: number): Read {
    const dash = `${" ".repeat(indent)}- `;
    if (!this.lines[this.at]?.startsWith(dash)) return this.map(indent + 2);
    const items: Read[] = [];
    while (this.lines[this.at]?.startsWith(dash)) {
      this.lines[this.at] = (this.lines[this.at] ?? "").replace("- ", "  ");
      items.push(this.map(indent + 2));
    }
    return items;
  }

  /** text returns the lines that are indented, without the indentation. */
  private text(indent: number): string {
    const lines: string[] = [];
    for (let line = this.lines[this.at]; line !== undefined && (line === "" || line.startsWith(" ".repeat(indent))); line = this.lines[++this.at]) lines.push(line.slice(indent));
    return lines.join("\n");
  }
}

function unquoted(text: string): Read {
  if (text === "{}") return {};
  return text.startsWith('"') ? (JSON.parse(text) as string) : text;
}
