import assert from "node:assert/strict";
import test from "node:test";

import type { Box, Graph } from "../../src/contract.ts";
import { layout, type Rect } from "../../src/parts/graph/layout.ts";
import { pathOf } from "../../src/parts/graph/routes.ts";
import { fit } from "../../src/parts/graph/text.ts";
import { inWords } from "../../src/parts/graph/words.ts";

const box = (shape: Box["shape"], frame: number, rank: number, line: string): Box => ({ shape, frame, rank, lines: [line], objects: 1 });
const then = (from: number, to: number): Graph["arrows"][number] => ({ from: { index: from }, to: { index: to }, meaning: "then" });

/** Two waves with a gate, something suspended in the first wave, a source of all, and an application that waits for the first one. */
const waves: Graph = {
  frames: [{ title: "fleet/shop" }],
  boxes: [
    box("workload", 0, 1, "a"), box("workload", 0, 1, "b"), box("workload", 0, 1, "suspended"), box("gate", 0, 0, "all ready"),
    box("workload", 0, 2, "c"), box("workload", 0, 2, "d"), box("source", -1, 0, "source"), box("workload", -1, 0, "next"),
  ],
  arrows: [
    then(0, 3), then(1, 3), then(3, 4), then(3, 5), { from: { index: 6 }, to: { index: 0, frame: true }, meaning: "feeding" },
    { from: { index: 0, frame: true }, to: { index: 7 }, meaning: "then" },
  ],
};

const sizes = (graph: Graph) => graph.boxes.map((_, i) => ({ width: 100 + 10 * (i % 4), height: 40 + 20 * (i % 3) }));
const overlap = (a: Rect, b: Rect): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const middle = (r: Rect): number => Math.round(r.x + r.width / 2);

/** check finds boxes and frames that are on top of each other, and arrows that do not end where they should. */
function check(graph: Graph): void {
  const drawing = layout(graph, sizes(graph));
  drawing.boxes.forEach((a, i) => drawing.boxes.forEach((b, j) => assert.ok(i >= j || !overlap(a, b), `boxes ${i} and ${j}`)));
  drawing.frames.forEach((frame, f) => drawing.boxes.forEach((b, i) => {
    assert.equal(overlap(frame, b), graph.boxes[i]!.frame === f, `frame ${f} and box ${i}`);
  }));
  drawing.frames.forEach((a, i) => drawing.frames.forEach((b, j) => assert.ok(i >= j || !overlap(a, b), `frames ${i} and ${j}`)));
  graph.arrows.forEach((arrow, i) => {
    const end = arrow.to.frame ? drawing.frames[arrow.to.index]! : drawing.boxes[arrow.to.index]!;
    const last = drawing.arrows[i]!.at(-1)!;
    assert.ok((last.x === end.x || last.x === end.x + end.width) && last.y > end.y && last.y < end.y + end.height, `arrow ${i}`);
    assert.match(pathOf(drawing.arrows[i]!), /^M[-\d.]+ [-\d.]+[HC]/);
  });
  for (const rect of [...drawing.boxes, ...drawing.frames]) {
    assert.ok(rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= drawing.width && rect.y + rect.height <= drawing.height);
  }
}

test("waves are columns", () => {
  check(waves);
  const { boxes } = layout(waves, sizes(waves));
  const at = boxes.map(middle);
  assert.deepEqual([at[1], at[2]], [at[0], at[0]]);
  assert.equal(at[4], at[5]);
  assert.ok(at[6]! < at[0]! && at[0]! < at[3]! && at[3]! < at[4]! && at[4]! < at[7]!);
});

// Waves are ranks. What is ranked has no circles, as what is rendered has none: dagre places some graphs that have circles not at all.
for (const ranked of [false, true]) {
  test(`nothing is on top of something else, whatever the graph is${ranked ? ", in waves" : ""}`, () => {
    let seed = 3;
    const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 40; round++) {
      const frames = next(4), count = 1 + next(14);
      const inFrame = Array.from({ length: count }, () => next(frames + 1) - 1).sort((a, b) => (a < 0 ? 99 : a) - (b < 0 ? 99 : b));
      const used = [...new Set(inFrame.filter((f) => f >= 0))];
      const graph: Graph = {
        frames: used.map((f) => ({ title: `f${f}` })),
        boxes: inFrame.map((f, i) => box((["workload", "workload", "source", "around", "gate"] as const)[next(5)]!, f < 0 ? -1 : used.indexOf(f), ranked ? next(4) : 0, `box ${i}`)),
        arrows: Array.from({ length: next(20) }, () => ({
          from: { index: next(count) }, to: used.length > 0 && next(4) === 0 ? { index: next(used.length), frame: true } : { index: next(count) },
          meaning: (["then", "feeding", "writing"] as const)[next(3)]!,
        })),
      };
      graph.arrows = graph.arrows.filter((a) => (a.to.frame ? graph.boxes[a.from.index]!.frame !== a.to.index : a.from.index !== a.to.index));
      if (ranked) graph.arrows = graph.arrows.filter((a) => goesOn(graph, a));
      check(graph);
      inWords(graph);
    }
  });
}

/** goesOn tells whether an arrow leads to a later frame, or in its frame to a later wave. */
function goesOn(graph: Graph, { from, to }: Graph["arrows"][number]): boolean {
  const frameOf = (i: number): number => (graph.boxes[i]!.frame < 0 ? graph.frames.length + i : graph.boxes[i]!.frame);
  const a = frameOf(from.index), b = to.frame ? to.index : frameOf(to.index);
  return a < b || (a === b && !to.frame && graph.boxes[from.index]!.rank < graph.boxes[to.index]!.rank);
}

test("words tell the waves", () => {
  const [shop, others] = inWords(waves);
  assert.deepEqual(shop!.layers.map((layer) => layer.map((step) => step.text)), [["a", "b", "suspended"], ["c", "d"]]);
  assert.deepEqual(shop!.layers[1]![0]!.waits, ["a", "b"]);
  assert.deepEqual(shop!.layers[0]![0]!.made, ["source"]);
  assert.deepEqual(others!.layers.map((layer) => layer.map((step) => [step.text, step.waits])), [[["next", ["fleet/shop"]]]]);
});

test("a text has room in its box", () => {
  const measure = (text: string): number => text.length;
  assert.equal(fit("short", 10, measure), "short");
  assert.equal(fit("much too long", 8, measure), "much to…");
  assert.equal(fit("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 12, measure), "👩‍👩‍👧…");
  assert.equal(fit("x".repeat(1_000_000), 5, measure), "xxxx…");
});
