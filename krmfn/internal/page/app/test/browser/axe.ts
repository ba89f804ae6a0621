import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** rules are those of WCAG 2.2 too, which axe-core leaves out unless it is told. */
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** assertAccessible asserts that axe-core finds nothing in what a page shows. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const results = await page.evaluate((tags) => (window as unknown as { axe: { run(what: Document, options: object): Promise<AxeResults> } }).axe.run(document, { runOnly: tags }), rules);
  const found = results.violations.map((v) => `${what}: ${v.id}: ${v.help}: ${v.nodes.slice(0, 3).map((node) => `${node.target.join(" ")} ${node.failureSummary}`).join("; ")}`);
  assert.deepEqual(found, []);
}
