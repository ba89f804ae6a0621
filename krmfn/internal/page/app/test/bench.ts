// What the pages cost: "npm run bench" prints tables in Markdown. The numbers mean something on a quiet machine only.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";

import { launch } from "./browser/chromium.ts";
import { appFolder, reportOf } from "./browser/command.ts";
import { largeFleet } from "./browser/large.ts";
import { editor, paste, site, siteFolder, wasm } from "./browser/site.ts";
import { serve } from "./browser/served.ts";

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
    if (changes.some(({ target }) => target !== document.body && /^Rendered in/.test(target.textContent ?? ""))) bench.shown.push(performance.now());
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

/** opened returns how many milliseconds a page takes until it shows a table, and until it shows what it has rendered. */
async function opened(browser: Browser, address: string): Promise<{ table: number; rendered: number }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(address);
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

const large = reportOf("large.html", largeFleet()), file = await serve(dirname(site())), folder = await serve(siteFolder());
const pages = { "one file": `${file.address}${basename(site())}`, "a folder": folder.address };
const times = Object.fromEntries(Object.keys(pages).map((name) => [name, { table: [] as number[], rendered: [] as number[] }])), key: number[] = [];
for (let i = 0; i < runs; i++) {
  for (const [name, address] of Object.entries(pages)) {
    const { table, rendered } = await opened(browser, address);
    times[name]?.table.push(table);
    times[name]?.rendered.push(rendered);
  }
  key.push(await answered(browser));
}
const row = (name: string, all: number[]): string[] => [name, ms(median(all)), ms(Math.max(...all)), ms(Math.min(...all))];
table([
  ["the playground from a server", "median", "slowest", "fastest"],
  ...Object.entries(times).flatMap(([name, { table, rendered }]) => [row(`${name} shows its example`, table), row(`${name} has rendered`, rendered)]),
  row("its editor shows a key, from a disk", key),
]);
const [one = NaN, beside = NaN] = Object.values(times).map(({ rendered }) => median(rendered));
console.log(`The folder has rendered after ${Math.round((100 * beside) / one)} % of the time of the one file.\n`);
file.server.close();
folder.server.close();

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
