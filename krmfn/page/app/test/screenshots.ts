// Pictures of the pages, for a human eye: "npm run screenshots" writes them into a folder that git ignores.
import { mkdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions } from "playwright-core";

import { launch } from "./browser/chromium.ts";
import { fleetReport } from "./browser/command.ts";

const folder = "screenshots";
mkdirSync(folder, { recursive: true });

const looks: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  "phone-dark": { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true, colorScheme: "dark" },
};

const shown: Record<string, string> = {
  changes: "#/changes", applications: "#/applications", clusters: "#/clusters", objects: "#/objects", order: "#/order", findings: "#/findings",
  object: "#/objects?object=8", cluster: "#/clusters?place=tokyo", filtered: "#/objects?label=region%3Deu&kind=HelmRelease", nothing: "#/objects?search=nothing",
};

const browser = await launch();
const report = pathToFileURL(fleetReport()).href;
for (const [look, options] of Object.entries(looks)) {
  const page = await browser.newPage(options);
  for (const [name, fragment] of Object.entries(shown)) {
    await page.goto(report + fragment);
    await page.locator("nav a[aria-current]").waitFor();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await page.screenshot({ path: `${folder}/report-${name}-${look}.png` });
  }
  await page.close();
}
const plain = await browser.newPage({ javaScriptEnabled: false });
await plain.goto(report);
await plain.screenshot({ path: `${folder}/report-without-scripts.png` });
await browser.close();
console.log(`see ${folder}`);
