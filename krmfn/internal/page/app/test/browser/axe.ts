import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** assertAccessible asserts that axe-core finds nothing in what a page shows. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const results = await page.evaluate(() => (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
  const found = results.violations.map((v) => `${what}: ${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((node) => `${node.target.join(" ")} ${node.failureSummary}`).join("; ")}`);
  assert.deepEqual(found, []);
}
