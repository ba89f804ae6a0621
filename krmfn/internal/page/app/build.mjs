// Builds the pages: "node build.mjs report" writes ../report.html, which package page embeds; "node build.mjs playground" writes the folder site
// and playground.html into ../../../../bin. The name of another file, or folder, may follow. The same sources give the same bytes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { examples } from "./build/examples.mjs";
import { pack } from "./build/schema.mjs";
import { runtimeFile, start } from "./build/wasm.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// bundle returns a script or a style sheet with all that it imports, as one text that may be in a page. It is ASCII: a browser keeps a text
// with other characters in twice the memory, and reads the rest of the page in twice the time.
async function bundle(entry, options = {}) {
  const result = await build({
    entryPoints: [here(entry)], bundle: true, minify: true, write: false, format: "iife", target: "es2023", charset: "ascii", legalComments: "none",
    absWorkingDir: here("."), ...options,
  });
  const text = result.outputFiles[0].text.trim();
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error(`${entry}: the bundle has text that ends its element`);
  return text;
}

const hash = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

// escaped is JSON in ASCII whose text cannot end its block.
const escaped = (json) => json.replace(/[<\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

// fill replaces {{name}} by the value of a name. Every name must be there, and all must be ASCII.
function fill(template, values) {
  const page = template.replace(/\{\{([\w-]+)\}\}/g, (_, name) => {
    if (values[name] === undefined) throw new Error(`the template has {{${name}}}, which nobody fills`);
    return values[name];
  });
  const other = /[^\0-\x7f]/.exec(page);
  if (other !== null) throw new Error(`the page has ${other[0]} behind ${page.slice(Math.max(0, other.index - 40), other.index)}; escape it`);
  return page;
}

async function report(file = here("../report.html")) {
  const style = await bundle("src/page.css"), script = await bundle("src/report/main.ts");
  const template = await readFile(here("src/report/report.html"), "utf8");
  await writeFile(file, fill(template, { style, script, "style-hash": hash(style), "script-hash": hash(script) }));
}

const go = (args, env = {}) => execFileSync("go", args, { cwd: here("."), env: { ...process.env, ...env }, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();

// renderer returns the wasm of the renderer. Its flags inline functions in Go's runtime only: that is an eighth less to read and to compile
// before the first rendering. The next ones take as long as before with 40 clusters, and 50 ms longer with 1,000, in a worker.
async function renderer() {
  const folder = await mkdtemp(join(tmpdir(), "fluxapp-"));
  try {
    const file = join(folder, "fluxapp.wasm");
    const flags = JSON.parse(await readFile(here("wasm/flags.json"), "utf8"));
    go(["build", ...flags, "-o", file, "./wasm"], { GOOS: "js", GOARCH: "wasm" });
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

// goRuntime lets a script import "go:wasm_exec".
const goRuntime = {
  name: "go",
  setup(build) {
    build.onResolve({ filter: /^go:wasm_exec$/ }, () => ({ path: runtimeFile() }));
  },
};

async function schemas() {
  const all = {};
  for (const kind of ["FluxApplication", "Application", "FluxApplicationBase", "RenderConfig"]) {
    all[kind] = JSON.parse(await readFile(here(`../../../../schema/${kind.toLowerCase()}.json`), "utf8"));
  }
  return all;
}

// playground writes two pages: one file for disks, playground.html, and the folder site for servers. That has the renderer beside the page, so that
// it comes and is compiled while the page is read. No server takes a file named .bin for something that it should unpack, and another renderer has
// another name, so that no page meets that of an older one.
async function playground(folder = here("../../../../bin")) {
  const style = await bundle("src/playground/playground.css");
  const worker = await bundle("src/playground/worker.ts", { plugins: [goRuntime] });
  const script = await bundle("src/playground/main.ts");
  const early = await bundle("src/playground/early.ts", { define: { WORKER: JSON.stringify(worker) } });
  const template = await readFile(here("src/playground/playground.html"), "utf8");
  const offered = await examples(here("../../../../examples")), wasm = await renderer(), call = await start(wasm);
  const packed = gzipSync(wasm, { level: 9 }), beside = `fluxapp-${createHash("sha256").update(packed).digest("hex").slice(0, 16)}.bin`;
  const values = {
    style, script, early, "style-hash": hash(style), "script-hash": hash(script), "early-hash": hash(early),
    // These two are not packed: they are read before the first picture.
    examples: escaped(JSON.stringify(offered)),
    first: escaped(JSON.stringify([["load", { files: offered[0].files, options: {} }], ["details", { objects: [0] }]].map(([method, request]) => call(method, JSON.stringify(request))))),
    schema: gzipSync(JSON.stringify(pack(await schemas())), { level: 9 }).toString("base64"),
  };
  const site = join(folder, "site");
  await rm(site, { recursive: true, force: true });
  await mkdir(site, { recursive: true });
  await writeFile(join(site, beside), packed);
  await writeFile(join(site, "index.html"), fill(template, {
    ...values, connect: "'self'", beside: ` data-renderer="${beside}"`, wasm: "",
  }));
  await writeFile(join(folder, "playground.html"), fill(template, {
    ...values, connect: "'none'", beside: "", wasm: `<script type="text/plain" id="data-wasm">${packed.toString("base64")}</script>\n`,
  }));
}

const [page, target] = process.argv.slice(2);
await { report, playground }[page](target);
