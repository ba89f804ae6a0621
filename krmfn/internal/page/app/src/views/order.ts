import type { Graph } from "../contract.ts";
import { h, svg } from "../dom.ts";
import { draw } from "../parts/graph/draw.ts";
import { inWords, type Part, type Step } from "../parts/graph/words.ts";
import { applicationsShown } from "../parts/match.ts";
import { oneLine } from "../parts/visible.ts";
import type { Context, View } from "../view.ts";

/** The scales of the drawing. */
const least = 0.3, most = 2.5, factor = 1.25;

/** The order in which clusters get what, as a drawing and in words. */
export const order: View = {
  name: "order",
  title: "Order",
  count: ({ fleet }) => (fleet.objects.length > 0 ? fleet.applications.length : undefined),
  show: async (context) => {
    const { fleet } = context.source;
    const chosen = chosenNames(context);
    context.tell(applicationsShown(context.source, context.route.filter), fleet.applications, "application");
    if (chosen.length === 0) return h("div", { class: "order" }, h("p", { class: "empty" }, "No application is as the filter asks for."));
    const one = chosen.length === 1 ? chosen[0] : undefined;
    return unlessShown(await context.source.graph(fleet.applications.length > 1 ? one : undefined), one, chosen.length < fleet.applications.length);
  },
};

/** chosenNames are the applications that the filter chooses. */
function chosenNames(context: Context): string[] {
  return applicationsShown(context.source, context.route.filter).map((a) => a.name);
}

/** The drawing that was made last, and a text of all that it shows. */
let last: { shows: string; page: HTMLElement } | undefined;

/** unlessShown draws a graph, or returns the last drawing where it is the same: it keeps its size and its place while somebody types. */
function unlessShown(graph: Graph, one: string | undefined, filtered: boolean): HTMLElement {
  const shows = JSON.stringify([graph, one, filtered]);
  if (last?.shows !== shows) last = { shows, page: page(graph, one, filtered) };
  return last.page;
}

function page(graph: Graph, one: string | undefined, filtered: boolean): HTMLElement {
  if (graph.boxes.length === 0) return h("div", { class: "order" }, h("p", { class: "empty" }, "There are no objects to draw."));
  const title = one === undefined ? "all applications" : oneLine(one);
  const drawing = draw(graph, `Order of ${title}. The list below the drawing tells the same.`);
  const canvas = h("div", { class: "canvas", tabindex: 0, role: "group", "aria-label": "Drawing" }, drawing);
  return h("div", { class: "order" },
    h("div", { class: "above" }, legend(graph), zoom(drawing, canvas)),
    filtered && one === undefined && h("p", { class: "hint" }, "Several applications are as the filter asks for. All are drawn; choose one for its own drawing."),
    canvas,
    h("section", { class: "words" }, h("h2", {}, "In words"), ...inWords(graph).map((p) => part(p, graph.frames.length > 0 ? "Other applications" : "Applications"))));
}

/** zoom makes the drawing larger and smaller. In the beginning it is as wide as its place, if it can be read so. */
function zoom(drawing: SVGSVGElement, canvas: HTMLElement): HTMLElement {
  const width = Number(drawing.getAttribute("width")), height = Number(drawing.getAttribute("height"));
  let scale = 1;
  const show = (next: number): void => {
    scale = Math.min(most, Math.max(least, next));
    drawing.setAttribute("width", String(Math.round(width * scale)));
    drawing.setAttribute("height", String(Math.round(height * scale)));
  };
  const fitting = (): number => (canvas.clientWidth > 0 ? Math.min(1, (canvas.clientWidth - 2) / width) : 1);
  requestAnimationFrame(() => show(Math.max(0.7, fitting())));
  const button = (text: string, name: string, to: () => number): HTMLElement => h("button", { type: "button", class: "button", title: name, "aria-label": name, click: () => show(to()) }, text);
  return h("div", { class: "zoom", role: "group", "aria-label": "Size of the drawing" },
    button("−", "Smaller", () => scale / factor), button("Fit", "Fit the width", fitting), button("+", "Larger", () => scale * factor));
}

const shapes = { workload: "what is deployed", source: "source or chart", around: "around them", gate: "all before it must be ready" } as const;
const meanings = { then: "must be ready first", feeding: "is made of", writing: "writes to" } as const;

/** legend explains what the drawing has. */
function legend(graph: Graph): HTMLElement {
  const items = [
    ...(Object.keys(shapes) as (keyof typeof shapes)[]).filter((shape) => graph.boxes.some((box) => box.shape === shape && !box.outside)).map((shape) => sample(boxSample(shape), shapes[shape])),
    ...(graph.boxes.some((box) => box.outside) ? [sample(boxSample("source outside"), "must exist already")] : []),
    ...(Object.keys(meanings) as (keyof typeof meanings)[]).filter((meaning) => graph.arrows.some((arrow) => arrow.meaning === meaning)).map((meaning) => sample(arrowSample(meaning), meanings[meaning])),
  ];
  return h("ul", { class: "legend" }, ...items);
}

function sample(drawn: SVGElement, text: string): HTMLElement {
  return h("li", {}, svg("svg", { class: "graph", width: 30, height: 16, "aria-hidden": "true" }, drawn), text);
}

function boxSample(shape: string): SVGElement {
  return svg("g", { class: `box ${shape}` }, svg("rect", { x: 2, y: 2, width: 26, height: 12, rx: { workload: 2, around: 2 }[shape] ?? 6 }));
}

function arrowSample(meaning: string): SVGElement {
  return svg("path", { class: `arrow ${meaning}`, d: "M1 8H29", "marker-end": `url(#head-${meaning})` });
}

/** part tells the order of an application. */
function part({ title, layers, around }: Part, untitled: string): HTMLElement {
  return h("section", {}, h("h3", {}, title === "" ? untitled : oneLine(title)),
    layers.length < 2
      ? h("ul", {}, ...(layers[0] ?? []).map(step))
      : h("ol", {}, ...layers.map((layer, i) => h("li", {}, i === 0 ? "First:" : "Then, when all of that is ready:", h("ul", {}, ...layer.map(step))))),
    around.length > 0 && h("ul", {}, ...around.map((text) => h("li", {}, `around: ${oneLine(text)}`))));
}

function step({ text, waits, made }: Step): HTMLElement {
  return h("li", {}, oneLine(text),
    waits.length > 0 && h("div", { class: "needs" }, `waits for ${oneLine(waits.join("; "))}`),
    made.length > 0 && h("div", { class: "needs" }, `is made of ${oneLine(made.join("; "))}`));
}
