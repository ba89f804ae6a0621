// A large answer comes from the worker in pieces. The page reads them one after the other and lets the keyboard in between; and what has not
// changed since the last answer is not read again, so that its rows stay the same objects.

/** Pieces are the fields of a JSON object. A list comes as texts of several items each, which are lists again. */
export type Pieces = [name: string, text: string | string[]][];

/** cut cuts the text of a JSON object, as Go prints it, without reading its values. A piece of 200,000 characters is read in about 2 ms. */
export function cut(json: string, size = 200_000): Pieces {
  const pieces: Pieces = [];
  let at = 1; // behind {
  while (json[at] === '"') {
    const end = valueEnd(json, at);
    const name = JSON.parse(json.slice(at, end)) as string;
    const close = valueEnd(json, end + 1);
    pieces.push([name, json[end + 1] === "[" ? cutList(json, end + 1, close, size) : json.slice(end + 1, close)]);
    at = json[close] === "," ? close + 1 : close;
  }
  return pieces;
}

function cutList(json: string, start: number, end: number, size: number): string[] {
  const texts: string[] = [];
  let first = start + 1;
  for (let at = first; at < end - 1; ) {
    at = valueEnd(json, at);
    if (at - first >= size || at === end - 1) {
      texts.push(`[${json.slice(first, at)}]`);
      first = at + 1;
    }
    at++; // the comma
  }
  return texts;
}

/** valueEnd returns where the value that begins at a place ends. */
function valueEnd(json: string, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case 0x22: // "
        for (at++; json.charCodeAt(at) !== 0x22; at++) if (json.charCodeAt(at) === 0x5c) at++;
        if (depth === 0) return at + 1;
        break;
      case 0x7b: // {
      case 0x5b: // [
        depth++;
        break;
      case 0x7d: // }
      case 0x5d: // ]
        if (depth === 0) return at;
        if (--depth === 0) return at + 1;
        break;
      case 0x2c: // ,
      case 0x3a: // :
        if (depth === 0) return at;
    }
  }
  return json.length;
}

/** Joiner reads the answers of one method. */
export class Joiner<T> {
  private known = new Map<string, { texts: string[]; parts: unknown[]; value: unknown }>();
  private last: T | undefined;

  /** parse reads the text of a piece; pause lets others work between two pieces. */
  constructor(private readonly parse: (text: string) => unknown, private readonly pause: () => Promise<void>) {}

  /** join returns the value of an answer: the same object as last time where nothing has changed. */
  async join(pieces: Pieces): Promise<T> {
    const known: typeof this.known = new Map();
    let same = this.last !== undefined && pieces.length === this.known.size;
    for (const [name, text] of pieces) {
      const before = this.known.get(name), texts = [text].flat(), parts: unknown[] = [];
      for (const [i, part] of texts.entries()) {
        if (before !== undefined && before.texts[i] === part) parts.push(before.parts[i]);
        else {
          parts.push(this.parse(part));
          if (texts.length > 1) await this.pause();
        }
      }
      const isSame = before !== undefined && texts.length === before.texts.length && texts.every((part, i) => part === before.texts[i]);
      known.set(name, isSame ? before : { texts, parts, value: typeof text === "string" ? parts[0] : parts.flat() });
      same &&= isSame;
    }
    this.known = known;
    if (!same) this.last = Object.fromEntries([...known].map(([name, { value }]) => [name, value])) as T;
    return this.last!;
  }
}
