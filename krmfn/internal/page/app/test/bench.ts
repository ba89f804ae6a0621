// What the pages cost: "npm run bench" prints tables in Markdown. The numbers mean something on a quiet machine only.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";

import { runtimeFile } from "../build/wasm.mjs";
import { launch } from "./browser/chromium.ts";
import { appFolder, reportOf } from "./browser/command.ts";
import { largeFleet } from "./browser/large.ts";
import { block, editor, paste, site, wasm } from "./browser/site.ts";
import { temporary } from "./browser/temporary.ts";

const runs = 7, keys = 25;

// Tells when the page shows what it has rendered, and how long the browser could do nothing else. It runs before the page's own scripts.
const watch = (): void => {
  const bench = { rows: 0, shown: [] as number[], pressed: 0, tasks: [] as number[] };
  Object.assign(window, { bench });
  new PerformanceObserver((list) => bench.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask" });
  addEventListener("keydown", () => {
    bench.pressed = performance.now();
  }, { capture: true });
  new MutationObserver((changes) => {
    if (bench.rows === 0 && document.querySelector(".content tr[data-row]") !== null) bench.rows = performance.now();
    // The text of the body is that of all data: to look at it would cost more than what is measured.
    if (changes.some(({ target }) => target !== document.body && /^(Rendered in|ready$)/.test(target.textContent ?? ""))) bench.shown.push(performance.now());
  }).observe(document, { subtree: true, childList: true });
};

interface Bench {
  rows: number;
  shown: number[];
  pressed: number;
  tasks: number[];
}

const bench = (page: Page): Promise<Bench> => page.evaluate(() => (window as unknown as { bench: Bench }).bench);
const shown = (page: Page, times: number) => page.waitForFunction((wanted) => (window as unknown as { bench: Bench }).bench.shown.length >= wanted, times, { timeout: 600_000 });

/** bare writes a page that only starts the same renderer. */
function bare(): string {
  const runtime = readFileSync(runtimeFile(), "utf8");
  const file = temporary("bare.html");
  writeFileSync(file, `<!doctype html><meta charset="utf-8"><title>bare</title><p></p><script>${runtime}</script>
<script type="text/plain" id="wasm">${block("wasm")}</script>
<script>
const text = atob(document.getElementById("wasm").textContent), bytes = new Uint8Array(text.length);
for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
const go = new Go(), unpacking = new DecompressionStream("gzip"), writer = unpacking.writable.getWriter();
writer.write(bytes);
writer.close();
WebAssembly.instantiateStreaming(new Response(unpacking.readable, { headers: { "content-type": "application/wasm" } }), go.importObject).then(({ instance }) => {
  go.run(instance);
  document.querySelector("p").textContent = "ready";
});
</script>`);
  return file;
}

/** opened returns how many milliseconds a file takes until it shows a table, if it does, and until it shows what it has rendered. */
async function opened(browser: Browser, file: string): Promise<{ table: number; rendered: number }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(pathToFileURL(file).href);
  await shown(page, 1);
  const { rows, shown: [rendered = NaN] } = await bench(page);
  await context.close();
  return { table: rows, rendered };
}

/** answered returns how many milliseconds the playground takes until its editor shows a key, pressed as soon as there is an editor. */
async function answered(browser: Browser): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(() => addEventListener("input", () => requestAnimationFrame(() => Object.assign(window, { answered: performance.now() }))));
  await page.goto(pathToFileURL(site()).href, { waitUntil: "commit" });
  await editor(page).focus();
  await page.keyboard.type("#");
  const took = await page.waitForFunction(() => (window as unknown as { answered?: number }).answered);
  const value = (await took.jsonValue()) ?? NaN;
  await context.close();
  return value;
}

/** typed returns what keys cost in a text: until the page shows the result, and the longest time without an answer to other keys. */
async function typed(browser: Browser, text: string): Promise<{ result: number[]; longest: number; open: number }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(pathToFileURL(site()).href);
  await shown(page, 1);
  const before = Date.now();
  await paste(page, text);
  await shown(page, 2);
  const open = Date.now() - before;
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("#");
  await shown(page, 3);
  await page.evaluate(() => (window as unknown as { bench: Bench }).bench.tasks.splice(0));
  const result: number[] = [];
  for (let i = 0; i < keys; i++) {
    const { length } = (await bench(page)).shown;
    await page.keyboard.type("x");
    await shown(page, length + 1);
    const { shown: all, pressed } = await bench(page);
    result.push((all.at(-1) ?? NaN) - pressed);
  }
  const { tasks } = await bench(page);
  if ((await editor(page).count()) !== 1) throw new Error("the editor is gone");
  await context.close();
  return { result, longest: Math.max(0, ...tasks), open };
}

const median = (values: number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
const ms = (value: number): string => `${Math.round(value).toLocaleString("en")} ms`;
const kilobytes = (bytes: number): string => `${(bytes / 1000).toLocaleString("en", { maximumFractionDigits: 0 })} kB`;
const table = (rows: string[][]): void => console.log(`${rows.map((row, i) => `| ${row.join(" | ")} |${i === 0 ? `\n|${row.map(() => "---|").join("")}` : ""}`).join("\n")}\n`);

const browser = await launch();
console.log(`${browser.version()}, ${execFileSync("go", ["version"], { encoding: "utf8" }).split(" ")[2]}\n`);

const onlyWasm = bare(), large = reportOf("large.html", largeFleet());
const times = { table: [] as number[], key: [] as number[], rendered: [] as number[], bare: [] as number[] };
for (let i = 0; i < runs; i++) {
  const { table, rendered } = await opened(browser, site());
  times.table.push(table);
  times.rendered.push(rendered);
  times.key.push(await answered(browser));
  times.bare.push((await opened(browser, onlyWasm)).rendered);
}
const row = (name: string, all: number[]): string[] => [name, ms(median(all)), ms(Math.max(...all))];
table([
  ["opens", "median", "slowest"],
  row("the playground shows the tables of its example", times.table), row("its editor shows a key", times.key),
  row("its renderer has rendered", times.rendered), row("a page that only starts the renderer", times.bare),
]);

const costs = [];
for (const clusters of [40, 1000]) {
  const { result, longest, open } = await typed(browser, largeFleet(clusters, 1));
  costs.push([`${clusters.toLocaleString("en")} clusters`, ms(open), ms(median(result)), ms(Math.max(...result)), longest === 0 ? "under 50 ms" : ms(longest)]);
}
table([["a key", "after a paste of all", "result, median", "result, slowest", "longest task of the page"], ...costs]);

const page = readFileSync(join(appFolder, "../report.html"));
table([
  ["file", "size"],
  ["the page of a report, as gzip", kilobytes(gzipSync(page, { level: 9 }).length)],
  ["the playground, one file", kilobytes(readFileSync(site()).length)],
  ["its renderer, as gzip", kilobytes(wasm().length)],
  ["the report of 1,000 clusters with 10 applications", kilobytes(readFileSync(large).length)],
]);
await browser.close();
