import { keyAt } from "./key.ts";

/** step returns what a key adds to a path, as fluxapp prints paths. */
function step(key: string): string {
  return key === "" || /[./[\] \t\n"']/.test(key) ? `[${key}]` : `.${key}`;
}

/** Lines are the lines of a field: from the first one to the one before end. Lines begin at 0. */
export interface Lines {
  first: number;
  end: number;
}

/**
 * linesOf finds the lines of fields in YAML that fluxapp printed: maps have two columns more than their key, and lists are right below it.
 * An item of a list has its index behind the path of the list.
 * Fields whose lines are not certain are not in the map: those with a key that only a YAML parser can read, and those of equal paths.
 */
export function linesOf(lines: readonly string[], paths: readonly string[]): Map<string, Lines> {
  const wanted = new Set(paths), found = new Map<string, Lines>(), doubtful = new Set(duplicates(paths));
  const maps: { indent: number; path: string }[] = [];
  let inside: { indent: number; lines: Lines | undefined; path?: string; items: number; item?: Lines | undefined } | undefined;
  lines.forEach((line, i) => {
    const indent = indentOf(line);
    if (inside !== undefined) {
      if (goesOn(line, indent, inside.indent)) {
        if (inside.lines !== undefined) inside.lines.end = i + 1;
        if (indent === inside.indent && line[indent] === "-") {
          const path = `${inside.path ?? ""}[${inside.items++}]`;
          inside.item = wanted.has(path) ? { first: i, end: i } : undefined;
          if (inside.item !== undefined) found.set(path, inside.item);
        }
        if (inside.item !== undefined) inside.item.end = i + 1;
        return;
      }
      inside = undefined;
    }
    while (maps.length > 0 && maps[maps.length - 1]!.indent >= indent) maps.pop();
    const key = keyAt(line, indent);
    if (key?.name === undefined || (maps.length === 0 && indent > 0)) {
      inside = { indent, lines: undefined, items: 0 };
      return;
    }
    const parent = maps[maps.length - 1]?.path ?? "";
    const path = (parent + step(key.name)).replace(/^\./, "");
    if (!wanted.has(path) && line.length === key.end + 1) {
      maps.push({ indent, path });
      return;
    }
    const own = { first: i, end: i + 1 };
    inside = { indent, lines: own, path, items: 0 };
    if (found.has(path)) doubtful.add(path);
    if (wanted.has(path)) found.set(path, own);
  });
  for (const path of doubtful) found.delete(path);
  return found;
}

/** foldable finds the lines of the items behind the first ones of each list that has a key. */
export function foldable(lines: readonly string[], key: string, shown: number): Lines[] {
  return lines.flatMap((line, i) => {
    const indent = indentOf(line);
    if (line.slice(indent) !== `${key}:`) return [];
    let end = i + 1, first = lines.length, items = 0;
    for (; end < lines.length && goesOn(lines[end]!, indentOf(lines[end]!), indent); end++) {
      if (lines[end]!.startsWith("- ", indent) && ++items === shown + 1) first = end;
    }
    return first < end ? [{ first, end }] : [];
  });
}

export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** goesOn reports whether a line is of the field above it, whose key has an indent: further in, empty, or an item of its list. */
export function goesOn(line: string, indent: number, key: number): boolean {
  return indent > key || indent === line.length || (indent === key && line[indent] === "-" && " ".includes(line[indent + 1] ?? " ")) || (indent === key && line[indent] === ":");
}

function duplicates(texts: readonly string[]): string[] {
  const seen = new Set<string>();
  return texts.filter((text) => seen.has(text) || !seen.add(text));
}
