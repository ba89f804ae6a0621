// A fleet of 60 clusters with a change and with states: readers of screens, phones and the dark find nothing wrong in any view.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import test from "node:test";
import type { BrowserContextOptions } from "playwright-core";

import { assertAccessible } from "./axe.ts";
import { open } from "./browser.ts";
import { good, now, reportOf } from "./command.ts";
import { largeFleet } from "./large.ts";
import { observed, Random } from "./random.ts";
import { go, panel } from "./shown.ts";
import { temporary } from "./temporary.ts";
import type { Rendered } from "./truth.ts";

function report(): string {
  const before = temporary("sixty-before.yaml"), after = temporary("sixty.yaml"), state = temporary("sixty.json");
  const fleet = largeFleet(60, 8).replaceAll("wave: 2", "wave: 2\n      chart: {version: 1.1.0}").replace("values: {replicas: 3}", "values: {replicas: 3}\n    - {cluster: cluster-0007, chart: {version: 0.9.0}}");
  writeFileSync(before, fleet.replaceAll("1.1.0", "1.0.0"));
  writeFileSync(after, fleet.replace("name: app-7", "name: app-9"));
  const rendered = good(["render", "-q", after, "-o", "jsonl"]).trim().split("\n").map((line) => (JSON.parse(line) as Rendered).object);
  writeFileSync(state, JSON.stringify(observed(new Random(60), rendered)));
  return reportOf("sixty.html", fleet.replace("name: app-7", "name: app-9"), "--base", before, "--observed", state, "--now", now, "--by", "stage");
}

const file = report(), views = ["attention", "changes", "clusters", "objects", "order", "findings", "clusters?place=cluster-0007", "objects?object=/HelmRelease/fleet/app-0-cluster-0007", "objects?filter=stage=production+failed"];
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };

for (const [name, options] of [["light", { colorScheme: "light" }], ["dark", { colorScheme: "dark" }], ["a phone", phone], ["a dark phone", { ...phone, colorScheme: "dark" }]] satisfies [string, BrowserContextOptions][]) {
  test(`axe-core finds nothing in a fleet, ${name}`, async () => {
    await open(file, options, async ({ page }) => {
      for (const view of views) {
        await go(page, `#/${view}`);
        await page.locator(".content > div:not([aria-busy]) > *").first().waitFor();
        if (/place|object=/.test(view)) await panel(page).locator("h3").first().waitFor();
        await assertAccessible(page, `${view} ${name}`);
        const [wide = 0, all = 0] = await page.evaluate(() => [document.scrollingElement!.scrollWidth, innerWidth]);
        assert.ok(wide <= all, `${view}: ${wide} of ${all} pixels`);
      }
    });
  });
}
