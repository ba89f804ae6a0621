import type { Box, Graph } from "../../contract.ts";
import { svg } from "../../dom.ts";
import { oneLine } from "../visible.ts";
import { type Drawing, layout, type Rect, type Size } from "./layout.ts";
import { pathOf } from "./routes.ts";
import { fit, type Measure, measuring } from "./text.ts";

/** The size of the text of boxes, the height of their lines, and the room around the text. Style sheets have the same sizes. */
const fontSize = 12.5, lineHeight = 18, besides = 12, above = 9;

/** The width of text in a box. */
const widest = 250, narrowest = 60;

/** draw draws a graph as SVG. */
export function draw(graph: Graph, label: string): SVGSVGElement {
  const family = getComputedStyle(document.documentElement).fontFamily;
  const bold = measuring(`600 ${fontSize}px ${family}`), regular = measuring(`400 ${fontSize}px ${family}`);
  const lines = graph.boxes.map((box) => box.lines.map((line, i) => fit(oneLine(line), widest, i === 0 ? bold : regular)));
  const drawing = layout(graph, lines.map((texts) => sizeOf(texts.map((line, i) => (i === 0 ? bold : regular)(line)), texts.length)));
  const { width, height } = drawing;
  return svg("svg", { class: "graph", viewBox: `0 0 ${Math.ceil(width)} ${Math.ceil(height)}`, width: Math.ceil(width), height: Math.ceil(height), role: "img", "aria-label": label },
    heads(),
    ...graph.frames.map((frame, i) => frameOf(drawing.frames[i]!, oneLine(frame.title), bold)),
    ...arrows(graph, drawing),
    ...graph.boxes.map((box, i) => boxOf(box, drawing.boxes[i]!, lines[i]!)));
}

function sizeOf(widths: readonly number[], lines: number): Size {
  return { width: Math.ceil(Math.max(narrowest, ...widths)) + 2 * besides, height: lines * lineHeight + 2 * above };
}

/** heads are the heads of arrows. An arrow of each meaning has one in its colour. */
function heads(): SVGElement {
  return svg("defs", {}, ...["feeding", "then", "writing"].map((meaning) =>
    svg("marker", { id: `head-${meaning}`, class: `head ${meaning}`, viewBox: "0 0 8 8", refX: 7.5, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" },
      svg("path", { d: "M0 0.5L8 4L0 7.5Z" }))));
}

function frameOf({ x, y, width, height }: Rect, title: string, measure: Measure): SVGElement {
  const shown = fit(title, width - 2 * besides, measure);
  return svg("g", { class: "frame" }, svg("rect", { x, y, width, height, rx: 10 }),
    svg("text", { x: x + besides, y: y + 21 }, shown !== title && svg("title", {}, title), shown));
}

/** arrows are drawn with those that order last, so that these are on top. */
function arrows(graph: Graph, drawing: Drawing): SVGElement[] {
  const paths = graph.arrows.map((arrow, i) => svg("path", { class: `arrow ${arrow.meaning}`, d: pathOf(drawing.arrows[i]!), "marker-end": `url(#head-${arrow.meaning})` }));
  return [...paths.filter((_, i) => graph.arrows[i]!.meaning !== "then"), ...paths.filter((_, i) => graph.arrows[i]!.meaning === "then")];
}

function boxOf(box: Box, { x, y, width, height }: Rect, lines: readonly string[]): SVGElement {
  const corner = { workload: 5, source: 14, around: 5, gate: height / 2 }[box.shape];
  const cut = lines.some((line, i) => line !== oneLine(box.lines[i]!));
  return svg("g", { class: `box ${box.shape}${box.outside ? " outside" : ""}` },
    cut && svg("title", {}, box.lines.map(oneLine).join("\n")),
    svg("rect", { x, y, width, height, rx: corner }),
    svg("text", {}, ...lines.map((line, i) => svg("tspan", { x: x + width / 2, y: y + above + (i + 0.5) * lineHeight, class: i === 0 ? "first" : undefined }, line))));
}
