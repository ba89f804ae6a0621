import { Graph as Layered, layout as place } from "@dagrejs/dagre";

import type { End, Graph } from "../../contract.ts";
import { type Point, routes } from "./routes.ts";

/** Rect is a place in a drawing; x and y are those of its upper left corner. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Drawing {
  width: number;
  height: number;
  /** Of the boxes, the frames and the arrows of the graph, by their index. */
  boxes: Rect[];
  frames: Rect[];
  arrows: Point[][];
}

export interface Size {
  width: number;
  height: number;
}

/** The room around the boxes of a frame, and the room for its title. */
const padding = 14, title = 24;

/** The room between boxes above each other, between arrows, between columns, and around the drawing. */
const rows = 30, arrows = 24, columns = 76, margin = 20;

/** maxPairs limits what keeps waves in order: each box of a wave is in front of each of the next one. */
const maxPairs = 200;

/** layout places the boxes of a graph in columns from left to right: sources, waves, and what waits for others behind them. */
export function layout(graph: Graph, sizes: readonly Size[]): Drawing {
  const layered = new Layered({ compound: true, multigraph: true });
  layered.setGraph({ rankdir: "LR", nodesep: rows, edgesep: arrows, ranksep: columns, marginx: margin + padding, marginy: margin + padding + title });
  graph.frames.forEach((_, i) => layered.setNode(`frame ${i}`, {}));
  graph.boxes.forEach((box, i) => {
    layered.setNode(String(i), { ...sizes[i]! });
    if (box.frame >= 0) layered.setParent(String(i), `frame ${box.frame}`);
  });
  const inner = innerEnds(graph);
  graph.arrows.forEach((arrow, i) => {
    const from = inner.last(arrow.from), to = inner.first(arrow.to);
    from.forEach((a, k) => to.forEach((b, l) => {
      if (a !== b) layered.setEdge(String(a), String(b), { weight: k + l === 0 ? 2 : 0 }, k + l === 0 ? `arrow ${i}` : `order ${i}`);
    }));
  });
  for (const [a, b] of waves(graph)) layered.setEdge(String(a), String(b), { weight: 1 }, "wave");
  place(layered);

  const boxes = graph.boxes.map((_, i) => rectOf(layered.node(String(i)) as Point & Size));
  const frames = graph.frames.map((_, i) => around(boxes.filter((_, b) => graph.boxes[b]!.frame === i)));
  separate([...frames.map((frame, i) => ({ frame, boxes: boxes.filter((_, b) => graph.boxes[b]!.frame === i) })), ...boxes.filter((_, b) => graph.boxes[b]!.frame < 0).map((frame) => ({ frame, boxes: [] }))]);
  const ways = graph.arrows.map((arrow, i) => {
    const from = inner.last(arrow.from)[0]!, to = inner.first(arrow.to)[0]!;
    const edge = layered.edge(String(from), String(to), `arrow ${i}`) as { points?: Point[] } | undefined;
    const end = (e: End): Rect => (e.frame ? frames[e.index]! : boxes[e.index]!);
    return { from: end(arrow.from), to: end(arrow.to), between: edge?.points?.slice(1, -1) ?? [] };
  });
  const all = [...boxes, ...frames];
  return {
    boxes, frames, arrows: routes(ways, boxes),
    width: Math.max(0, ...all.map((r) => r.x + r.width)) + margin, height: Math.max(0, ...all.map((r) => r.y + r.height)) + margin,
  };
}

function rectOf({ x, y, width, height }: Point & Size): Rect {
  return { x: x - width / 2, y: y - height / 2, width, height };
}

/** around is the frame of boxes, with its title above them. */
function around(boxes: readonly Rect[]): Rect {
  const x = Math.min(...boxes.map((b) => b.x)) - padding, y = Math.min(...boxes.map((b) => b.y)) - padding - title;
  return {
    x, y, width: Math.max(...boxes.map((b) => b.x + b.width)) + padding - x, height: Math.max(...boxes.map((b) => b.y + b.height)) + padding - y,
  };
}

/**
 * separate moves frames and boxes down that are on top of another one. It is for frames whose boxes go up and down from column to column: of
 * these, a frame takes more room than the layout knows.
 */
function separate(all: readonly { frame: Rect; boxes: readonly Rect[] }[]): void {
  const placed: Rect[] = [];
  for (const { frame, boxes } of [...all].sort((a, b) => a.frame.y - b.frame.y)) {
    const above = placed.filter((other) => other.x < frame.x + frame.width && frame.x < other.x + other.width);
    const down = Math.max(0, ...above.map((other) => other.y + other.height + padding - frame.y));
    for (const rect of [frame, ...boxes]) rect.y += down;
    placed.push(frame);
  }
}

/** innerEnds finds the boxes that an arrow to or from a frame is about: its first workloads, or its last ones. */
function innerEnds(graph: Graph): { first(end: End): number[]; last(end: End): number[] } {
  const inside = graph.frames.map((_, frame) => graph.boxes.flatMap((box, i) => (box.frame === frame ? [i] : [])));
  const then = graph.arrows.filter((arrow) => arrow.meaning === "then" && !arrow.from.frame && !arrow.to.frame);
  const frameOf = (i: number): number => graph.boxes[i]!.frame;
  const waits = new Set(then.filter((a) => frameOf(a.from.index) === frameOf(a.to.index)).map((a) => a.to.index));
  const holds = new Set(then.filter((a) => frameOf(a.from.index) === frameOf(a.to.index)).map((a) => a.from.index));
  const ends = (end: End, not: ReadonlySet<number>): number[] => {
    if (!end.frame) return [end.index];
    const all = inside[end.index]!, workloads = all.filter((i) => graph.boxes[i]!.shape === "workload");
    const outer = workloads.filter((i) => !not.has(i));
    return (outer.length > 0 ? outer : workloads.length > 0 ? workloads : all).slice(0, maxPairs);
  };
  return { first: (end) => ends(end, waits), last: (end) => ends(end, holds) };
}

/**
 * waves are pairs of boxes that must be in columns behind each other: those of consecutive waves of a frame. A box of a wave that holds nothing
 * back, for example of what is suspended, is in the column of its wave.
 */
function waves(graph: Graph): [number, number][] {
  return graph.frames.flatMap((_, frame) => {
    const ranked = graph.boxes.flatMap((box, i) => (box.frame === frame && box.rank > 0 ? [i] : []));
    const held = new Map<number, Set<number>>(); // by rank
    for (const { from, to, meaning } of graph.arrows) {
      const rank = from.frame ? undefined : graph.boxes[from.index]!.rank;
      if (rank && meaning === "then" && !to.frame && graph.boxes[to.index]!.frame === frame) held.set(rank, (held.get(rank) ?? new Set()).add(to.index));
    }
    const pairs = ranked.flatMap((a) => {
      const { rank } = graph.boxes[a]!;
      return [...(held.get(rank) ?? ranked.filter((b) => graph.boxes[b]!.rank === rank + 1))].map((b): [number, number] => [a, b]);
    });
    return pairs.filter(([a, b]) => a !== b).slice(0, maxPairs);
  });
}
