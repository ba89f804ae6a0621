// Findings count columns in characters; a script counts units of UTF-16, of which an emoji has two.

/** offsetOf returns the offset in a line of a column, which begins at 1. A column behind the line is its end. */
export function offsetOf(line: string, column: number): number {
  let offset = 0;
  for (let at = 1; at < column && offset < line.length; at++) offset += (line.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  return offset;
}

/** wordEnd returns where the value or key ends that begins at an offset of a line: what a finding without a fix underlines. */
export function wordEnd(line: string, offset: number): number {
  const rest = line.slice(offset);
  const found = /^("(\\.|[^"\\])*"|'(''|[^'])*'|[^\s:,{}[\]#]+(:(?=\S)[^\s,{}[\]]*)*)/.exec(rest);
  return offset + Math.max(found?.[0].length ?? 1, 1);
}
