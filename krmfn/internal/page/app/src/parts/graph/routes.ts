import type { Rect } from "./layout.ts";

export interface Point {
  x: number;
  y: number;
}

/** Way is an arrow between two places, with points between them. */
interface Way {
  from: Rect;
  to: Rect;
  between: Point[];
}

/** routes returns the points of arrows: two for each column that an arrow passes, so that it goes straight beside the boxes there. */
export function routes(ways: readonly Way[], boxes: readonly Rect[]): Point[][] {
  const all = columns(boxes);
  const ports = new Ports();
  const ends = ways.map((way) => {
    const forward = way.to.x + way.to.width / 2 >= way.from.x + way.from.width / 2;
    const first = way.between[0] ?? centre(way.to), last = way.between.at(-1) ?? centre(way.from);
    return { forward, start: ports.add(way.from, forward ? "right" : "left", first.y), end: ports.add(way.to, forward ? "left" : "right", last.y) };
  });
  ports.spread();
  return ways.map((way, i) => {
    const { forward, start, end } = ends[i]!;
    const out = { x: forward ? way.from.x + way.from.width : way.from.x, y: start.y };
    const into = { x: forward ? way.to.x : way.to.x + way.to.width, y: end.y };
    const passed = way.between.flatMap((point) => {
      const column = all.find((c) => c.left <= point.x && point.x <= c.right);
      const beyond = column && (column.right <= Math.min(out.x, into.x) || column.left >= Math.max(out.x, into.x) || covers(way, column));
      if (column === undefined || beyond) return [];
      const pair = [{ x: column.left, y: point.y }, { x: column.right, y: point.y }];
      return forward ? pair : pair.reverse();
    });
    return [out, ...edge(all, out, forward, true), ...passed, ...edge(all, into, forward, false), into];
  });
}

/** covers reports whether a column is that of an end of the way. */
function covers(way: Way, column: Column): boolean {
  return [way.from, way.to].some((end) => end.x <= column.left + 1 && end.x + end.width >= column.right - 1);
}

/** edge leads from a box that is narrower than its column to the edge of the column. */
function edge(all: readonly Column[], point: Point, forward: boolean, leaving: boolean): Point[] {
  const column = all.find((c) => c.left < point.x && point.x < c.right);
  if (column === undefined) return [];
  return [{ x: forward === leaving ? column.right : column.left, y: point.y }];
}

interface Column {
  left: number;
  right: number;
}

/** columns are where boxes are above each other. */
function columns(boxes: readonly Rect[]): Column[] {
  const all: Column[] = [];
  for (const box of [...boxes].sort((a, b) => a.x - b.x)) {
    const last = all.at(-1);
    if (last !== undefined && box.x <= last.right) last.right = Math.max(last.right, box.x + box.width);
    else all.push({ left: box.x, right: box.x + box.width });
  }
  return all;
}

function centre(rect: Rect): Point {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

/** Port is where an arrow begins or ends on a side. */
interface Port {
  y: number;
}

/** Ports spreads the arrows of a side over it, in the order of where they come from. */
class Ports {
  private readonly sides = new Map<Rect, { left: Port[]; right: Port[] }>();

  add(rect: Rect, side: "left" | "right", y: number): Port {
    let sides = this.sides.get(rect);
    if (sides === undefined) this.sides.set(rect, (sides = { left: [], right: [] }));
    const port = { y };
    sides[side].push(port);
    return port;
  }

  spread(): void {
    for (const [rect, sides] of this.sides) {
      for (const side of [sides.left, sides.right]) {
        side.sort((a, b) => a.y - b.y);
        side.forEach((port, i) => (port.y = rect.y + (rect.height * (i + 1)) / (side.length + 1)));
      }
    }
  }
}

/** pathOf is a line through points: straight within columns, and bent between them. */
export function pathOf(points: readonly Point[]): string {
  const round = (n: number): number => Math.round(n * 10) / 10;
  return points.map(({ x, y }, i) => {
    const before = points[i - 1];
    if (before === undefined) return `M${round(x)} ${round(y)}`;
    if (Math.abs(before.y - y) < 0.5) return `H${round(x)}`;
    const middle = round((before.x + x) / 2);
    return `C${middle} ${round(before.y)} ${middle} ${round(y)} ${round(x)} ${round(y)}`;
  }).join("");
}
