// Keys of YAML that fluxapp prints: plain ones, and ones in quotes.

export interface Key {
  /** The key itself; undefined where its quotes have escapes that only a YAML parser knows. */
  name: string | undefined;
  /** The text of the line before this index is the key, with its quotes. The colon is there. */
  end: number;
}

/** keyAt returns the key that begins at an index of a line, or undefined where no key begins. */
export function keyAt(line: string, start: number): Key | undefined {
  const quote = line[start];
  if (quote === '"' || quote === "'") {
    const end = closing(line, start + 1, quote);
    return end >= 0 && endsKey(line, end + 1) ? { name: unquoted(line.slice(start, end + 1)), end: end + 1 } : undefined;
  }
  if (quote === undefined || "#[]{}|>&*!%@`,".includes(quote)) return undefined;
  let end = line.indexOf(":", start);
  while (end >= 0 && !endsKey(line, end)) end = line.indexOf(":", end + 1);
  return end < 0 ? undefined : { name: line.slice(start, end), end };
}

/** closing returns the index of the quote that ends a text; -1 where the line ends first. */
export function closing(line: string, start: number, quote: string): number {
  for (let i = start; i < line.length; i++) {
    if (quote === '"' && line[i] === "\\") i++;
    else if (line[i] === quote) {
      if (quote === '"' || line[i + 1] !== quote) return i;
      i++;
    }
  }
  return -1;
}

function endsKey(line: string, colon: number): boolean {
  return line[colon] === ":" && (colon + 1 === line.length || line[colon + 1] === " ");
}

function unquoted(text: string): string | undefined {
  if (text[0] === "'") return text.slice(1, -1).replaceAll("''", "'");
  try {
    return JSON.parse(text) as string; // the escapes of JSON mean the same in YAML
  } catch {
    return undefined;
  }
}
