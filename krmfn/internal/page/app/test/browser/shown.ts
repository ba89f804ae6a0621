// What the tests read of a page, and how they go from view to view.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";

import { eventually } from "./eventually.ts";

/** names are those of the rows that the table in the content has as elements. */
export async function names(page: Page): Promise<string[]> {
  return page.locator(".content tbody tr[data-row] > th[scope=row]").evaluateAll((cells) => cells.map((cell) => (cell.firstElementChild ?? cell).textContent ?? ""));
}

/** assertNames waits until the table has rows with these first cells, in any order. */
export async function assertNames(page: Page, wanted: string[], message?: string): Promise<void> {
  await eventually(async () => assert.deepEqual((await names(page)).sort(), [...wanted].sort(), message));
}

/** go shows the route of a fragment, as a link does. */
export async function go(page: Page, fragment: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, fragment);
}

/** fragment is that of the address, as a route. */
export function fragment(page: Page): string {
  return page.url().split("#/")[1] ?? "";
}

/** assertFragment waits until the address has a route. */
export async function assertFragment(page: Page, wanted: string): Promise<void> {
  await eventually(async () => assert.equal(fragment(page), wanted));
}

/** view is the link of the navigation that leads to a view. */
export function view(page: Page, title: string) {
  return page.getByRole("navigation").getByRole("link", { name: title });
}

/** panel is the panel beside the content. */
export function panel(page: Page) {
  return page.getByRole("complementary");
}
