import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { gunzipSync } from "node:zlib";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";

import type { Finding } from "../../src/contract.ts";
import { start } from "../../build/wasm.mjs";
import { fluxapp } from "./command.ts";
import { eventually } from "./eventually.ts";
import { play } from "./play.ts";
import { go } from "./shown.ts";
import { app, block, button, choose, type Example, examples, wasm } from "./site.ts";
import { temporary } from "./temporary.ts";

// The renderer itself, outside of a browser: what a method of it answers.
test("the renderer of the page prints the findings of the command", async () => {
  const ask = await renderer();
  for (const example of examples()) {
    const { findings } = ask("load", { files: example.files, options: {} }) as { findings: Finding[] };
    const wanted = JSON.parse(fluxapp(["render", ".", "--findings", "json", "--all-findings"], folderOf(example)).errors) as Finding[];
    assert.deepEqual(findings, wanted, example.name);
  }
});

test("what is nested deeply is a finding, and the same one of the command", async () => {
  const ask = await renderer();
  for (const depth of [900, 6000, 9999, 10_001]) for (const text of [`a: ${"[".repeat(depth)}`, `a: ${"[".repeat(depth)}${"]".repeat(depth)}`, "- ".repeat(depth), '{"a":'.repeat(depth), "? ".repeat(depth)]) {
    const { findings } = ask("load", { files: [{ name: "app.yaml", text: `${app("web")}---\n${text}` }], options: {} }) as { findings: Finding[] };
    const wanted = JSON.parse(fluxapp(["render", "-", "--findings", "json"], undefined, `${app("web")}---\n${text}`).errors) as Finding[];
    assert.deepEqual(findings.map(({ code, detail }) => ({ code, detail })), wanted.map(({ code, detail }) => ({ code, detail })), `${depth} of ${text.slice(0, 8)}`);
  }
});

test("what the page shows first is what the renderer answers", async () => {
  const ask = await renderer();
  const [loaded = "", details = ""] = JSON.parse(block("first")) as string[];
  assert.deepEqual(JSON.parse(loaded), ask("load", { files: examples()[0]?.files, options: {} }));
  assert.deepEqual(JSON.parse(details), ask("details", { objects: [0] }));
});

test("the page downloads what the command writes, and lists what it finds, of every example", async () => {
  await play(async ({ page }) => {
    for (const example of examples()) {
      await choose(page, example.name);
      const folder = folderOf(example), out = join(folder, "..", `${example.name}-out`);
      const run = fluxapp(["render", ".", "--findings", "json", "--all-findings", "-o", `dir=${out}`], folder);
      assert.equal(run.code, 0, run.errors);
      assert.deepEqual(await downloaded(page, Object.keys(filesOf(out)).length), filesOf(out), example.name);
      await assertFindings(page, JSON.parse(run.errors.slice(0, run.errors.lastIndexOf("]") + 1)) as Finding[], example.name);
    }
  });
});

const made = new Map<string, string>();

/** folderOf writes the files of an example into a folder. */
function folderOf(example: Example): string {
  let folder = made.get(example.name);
  if (folder === undefined) {
    folder = temporary(example.name);
    made.set(example.name, folder);
    mkdirSync(folder);
    for (const { name, text } of example.files) writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** filesOf returns the files of a folder by their paths. */
function filesOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map((file) => {
    const path = join(file.parentPath ?? file.path, file.name);
    return [path.slice(folder.length + 1), readFileSync(path, "utf8")];
  }).sort());
}

/** downloaded presses the button, and returns the files of the zip. */
async function downloaded(page: Page, files: number): Promise<Record<string, string>> {
  const waiting = page.waitForEvent("download");
  await button(page, "Download rendered").click();
  const path = await (await waiting).path();
  await page.getByText(`with ${files} files`).waitFor();
  const zip = unzipSync(readFileSync(path));
  return Object.fromEntries(Object.entries(zip).map(([name, data]) => [name, Buffer.from(data).toString()]).sort());
}

/** assertFindings asserts that the page lists findings, each with its place and its words. */
async function assertFindings(page: Page, wanted: Finding[], name: string): Promise<void> {
  await go(page, "#/findings");
  await eventually(async () => {
    const text = await page.locator(".content").textContent() ?? "";
    for (const { code, detail, file, line, column } of wanted) {
      for (const part of [code, detail, `${file}:${line}:${column}`]) assert.ok(text.includes(part), `${name}: ${part} is not in ${text}`);
    }
    assert.equal(await page.locator(".content .places > li").count(), wanted.length, name);
  });
}

/** renderer starts the wasm of the page in node. */
async function renderer(): Promise<(method: string, request: unknown) => unknown> {
  const call = await start(new Uint8Array(gunzipSync(wasm())));
  return (method, request) => JSON.parse(call(method, JSON.stringify(request))) as unknown;
}
