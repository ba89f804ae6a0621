// The same as the drawing, in words: for those who do not see it, and for paper.

import type { End, Graph } from "../../contract.ts";

/** Step is a box with what it needs. */
export interface Step {
  text: string;
  /** What must be ready first, and what it is made of. */
  waits: string[];
  made: string[];
}

/** Part is an application, or what is in none. Each list has what can begin when all lists before it are ready. */
export interface Part {
  title: string;
  layers: Step[][];
  /** What is around the workloads, for example image automation. */
  around: string[];
}

/** inWords returns the parts of a graph, in the order of its frames. */
export function inWords(graph: Graph): Part[] {
  const needs = needsOf(graph);
  const part = (title: string, boxes: readonly number[]): Part => ({
    title,
    layers: layers(graph, boxes, needs).map((layer) => layer.map((i) => step(graph, i, needs))),
    around: boxes.filter((i) => graph.boxes[i]!.shape === "around").map((i) => textOf(graph, i)),
  });
  const inside = (frame: number): number[] => graph.boxes.flatMap((box, i) => (box.frame === frame && box.shape !== "gate" ? [i] : []));
  return [...graph.frames.map((frame, i) => part(frame.title, inside(i))), part("", inside(-1))].filter(({ layers: all, around }) => all.length + around.length > 0);
}

interface Needs {
  waits: Map<number, End[]>;
  made: Map<number, End[]>;
}

/** needsOf finds what each box waits for and is made of. Gates are left out: who waits for a gate waits for what is before it. */
function needsOf(graph: Graph): Needs {
  const boxesOf = (end: End): number[] => (end.frame ? graph.boxes.flatMap((box, i) => (box.frame === end.index && box.shape === "workload" ? [i] : [])) : [end.index]);
  const before = new Map<number, End[]>(), made = new Map<number, End[]>();
  for (const { from, to, meaning } of graph.arrows) {
    if (meaning === "writing") continue;
    const all = meaning === "then" ? before : made;
    for (const box of boxesOf(to)) all.set(box, [...(all.get(box) ?? []), from]);
  }
  const isGate = (end: End): boolean => !end.frame && graph.boxes[end.index]!.shape === "gate";
  const through = (ends: readonly End[], seen: ReadonlySet<number>): End[] =>
    ends.flatMap((end) => (!isGate(end) ? [end] : seen.has(end.index) ? [] : through(before.get(end.index) ?? [], new Set([...seen, end.index]))));
  return { waits: new Map([...before].map(([box, ends]) => [box, through(ends, new Set())])), made };
}

/** layers orders boxes by what they wait for among each other. Boxes that wait in a circle are in the last layer. */
function layers(graph: Graph, boxes: readonly number[], { waits }: Needs): number[][] {
  const workloads = boxes.filter((i) => graph.boxes[i]!.shape === "workload");
  const all: number[][] = [];
  let left = workloads;
  while (left.length > 0) {
    const rank = Math.min(...left.map((i) => graph.boxes[i]!.rank));
    const rest = new Set(left);
    const free = left.filter((i) => graph.boxes[i]!.rank === rank && !(waits.get(i) ?? []).some((end) => !end.frame && rest.has(end.index)));
    const layer = free.length > 0 ? free : left;
    all.push(layer);
    left = left.filter((i) => !layer.includes(i));
  }
  return all;
}

function step(graph: Graph, i: number, { waits, made }: Needs): Step {
  const name = (end: End): string => (end.frame ? graph.frames[end.index]!.title : graph.boxes[end.index]!.lines.slice(0, 2).join(", "));
  return { text: textOf(graph, i), waits: unique((waits.get(i) ?? []).map(name)), made: unique((made.get(i) ?? []).map(name)) };
}

function textOf(graph: Graph, i: number): string {
  return graph.boxes[i]!.lines.join(", ");
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
