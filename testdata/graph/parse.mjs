// Parses flowcharts with Mermaid's own parser: reads a JSON list of texts from stdin, and prints what each of them is to Mermaid.
import DOMPurify from 'dompurify';
import mermaid from 'mermaid';

// Without a browser there is no HTML to clean. Mermaid only needs the functions.
DOMPurify.addHook = () => {};
DOMPurify.sanitize = (text) => text;

async function parsed(text) {
  try {
    const { db } = await mermaid.mermaidAPI.getDiagramFromText(text);
    const frames = db.getSubGraphs();
    const boxes = [...db.getVertices().values()].filter((v) => !frames.some((f) => f.id === v.id));
    return {
      boxes: Object.fromEntries(boxes.map((v) => [v.id, v.text])),
      arrows: db.getEdges().map((e) => ({ from: e.start, to: e.end, stroke: e.stroke })),
      frames: Object.fromEntries(frames.map((f) => [f.id, f.title])),
      members: Object.fromEntries(frames.flatMap((f) => f.nodes.map((id) => [id, f.id]))),
    };
  } catch (error) {
    return { error: String(error.message ?? error) };
  }
}

let input = '';
for await (const chunk of process.stdin.setEncoding('utf8')) {
  input += chunk;
}
await mermaid.parse('flowchart LR'); // loads the parser
const pictures = [];
for (const text of JSON.parse(input)) {
  pictures.push(await parsed(text));
}
const { maxEdges, maxTextSize } = mermaid.mermaidAPI.defaultConfig;
process.stdout.write(JSON.stringify({ maxEdges, maxTextSize, pictures }));
