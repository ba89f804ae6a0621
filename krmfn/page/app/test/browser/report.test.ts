import assert from "node:assert/strict";
import test from "node:test";

import { open } from "./browser.ts";
import { fleetReport } from "./command.ts";

const report = fleetReport();

test("a report shows its title without a network", async () => {
  await open(report, {}, async ({ page }) => {
    await page.getByRole("heading", { level: 1 }).waitFor();
    assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "after");
  });
});
