// Builds the pages: "node build.mjs report" writes ../report.html, which package page embeds; "node build.mjs playground" writes
// ../../../bin/site/index.html. The name of another file may follow. The same sources give the same bytes.
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const here = (path) => new URL(path, import.meta.url).pathname;

// bundle returns a script or a style sheet with all that it imports, as one text that may be in a page.
async function bundle(entry, options = {}) {
  const result = await build({
    entryPoints: [here(entry)], bundle: true, minify: true, write: false, format: "iife", target: "es2023", charset: "utf8", legalComments: "none",
    absWorkingDir: here("."), ...options,
  });
  const text = result.outputFiles[0].text.trim();
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error(`${entry}: the bundle has text that ends its element`);
  return text;
}

const hash = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

// fill replaces {{name}} by the value of a name. Every name must be there.
function fill(template, values) {
  return template.replace(/\{\{([\w-]+)\}\}/g, (_, name) => {
    if (values[name] === undefined) throw new Error(`the template has {{${name}}}, which nobody fills`);
    return values[name];
  });
}

async function report(file = here("../report.html")) {
  const style = await bundle("src/page.css"), script = await bundle("src/report/main.ts");
  const template = await readFile(here("src/report/report.html"), "utf8");
  await writeFile(file, fill(template, { style, script, "style-hash": hash(style), "script-hash": hash(script) }));
}

async function playground() {
  const style = await bundle("src/page.css");
  const worker = await bundle("src/playground/worker.ts");
  const script = await bundle("src/playground/main.ts", { define: { WORKER: JSON.stringify(worker) } });
  const template = await readFile(here("src/playground/playground.html"), "utf8");
  await mkdir(here("../../../bin/site"), { recursive: true });
  await writeFile(here("../../../bin/site/index.html"), fill(template, { style, script, "script-hash": hash(script) }));
}

const [page, file] = process.argv.slice(2);
await { report, playground }[page](file);
