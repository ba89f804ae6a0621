// A comparison of two texts, line by line, and of two lines, word by word.

/** Pair is a line of the first text beside one of the second text. Where only one has a line, the other side is undefined. */
export interface Pair {
  before?: string;
  after?: string;
}

/** These limit the table of a comparison. Of larger texts and lines, all between the first and the last difference counts as different. */
const maxCells = 400 * 400, maxCellsOfWords = 100 * 100;

/** pairs puts the lines of two texts side by side. Equal lines are in one pair. */
export function pairs(before: readonly string[], after: readonly string[], most = maxCells): Pair[] {
  let start = 0, end = 0;
  const least = Math.min(before.length, after.length);
  while (start < least && before[start] === after[start]) start++;
  while (end < least - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const same = (line: string): Pair => ({ before: line, after: line });
  return [
    ...before.slice(0, start).map(same),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end), most),
    ...before.slice(before.length - end).map(same),
  ];
}

function middle(before: readonly string[], after: readonly string[], most: number): Pair[] {
  if (before.length * after.length > most) return beside(before, after);
  const common = commonLines(before, after);
  const all: Pair[] = [];
  let i = 0, j = 0, fromI = 0, fromJ = 0;
  const flush = (): void => {
    for (const pair of beside(before.slice(fromI, i), after.slice(fromJ, j))) all.push(pair); // too many for the arguments of one push
  };
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      flush();
      all.push({ before: before[i++]!, after: after[j++]! });
      fromI = i;
      fromJ = j;
    } else if (common[i + 1]![j]! >= common[i]![j + 1]!) i++;
    else j++;
  }
  i = before.length;
  j = after.length;
  flush();
  return all;
}

/** Piece is a part of a line. */
export interface Piece {
  text: string;
  differs: boolean;
}

/** words divides two lines into what they have in common and what they have not; undefined where they have no word in common. */
export function words(before: string, after: string): { before: Piece[]; after: Piece[] } | undefined {
  const all = pairs(wordsOf(before), wordsOf(after), maxCellsOfWords);
  if (!all.some((pair) => pair.before === pair.after && /[\p{L}\p{N}]/u.test(pair.before ?? ""))) return undefined;
  return { before: pieces(all, "before"), after: pieces(all, "after") };
}

function wordsOf(line: string): string[] {
  return line.match(/[\p{L}\p{N}_]+|\s+|[^]/gu) ?? [];
}

/** pieces joins the words of a side that follow each other. */
function pieces(all: readonly Pair[], side: "before" | "after"): Piece[] {
  const joined: Piece[] = [];
  for (const pair of all) {
    const text = pair[side] ?? "", differs = pair.before !== pair.after, last = joined.at(-1);
    if (last?.differs === differs) last.text += text;
    else if (text !== "") joined.push({ text, differs });
  }
  return joined;
}

/** beside puts lines beside each other that have nothing in common. */
function beside(before: readonly string[], after: readonly string[]): Pair[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, i) => ({
    ...(i < before.length && { before: before[i]! }),
    ...(i < after.length && { after: after[i]! }),
  }));
}

/** commonLines returns how many lines two texts have in common, in order, from each pair of lines on. */
function commonLines(a: readonly string[], b: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      table[i]![j] = a[i] === b[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
    }
  }
  return table;
}
