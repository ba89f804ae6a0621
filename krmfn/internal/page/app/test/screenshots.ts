// Pictures of the pages, for a human eye: "npm run screenshots" writes them into a folder that git ignores.
import { mkdirSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions } from "playwright-core";

import { launch } from "./browser/chromium.ts";
import { fleetReport } from "./browser/command.ts";
import { choose, count, editor, paste, rendered, site } from "./browser/site.ts";

const folder = "screenshots";
mkdirSync(folder, { recursive: true });

const looks: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  dark: { viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  phone: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  "phone-dark": { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true, colorScheme: "dark" },
};

const shown: Record<string, string> = {
  attention: "#/attention", changes: "#/changes", applications: "#/applications", clusters: "#/clusters", objects: "#/objects", order: "#/order", findings: "#/findings",
  object: "#/objects?object=/HelmRelease/fleet/shop-tokyo-shop", cluster: "#/clusters?place=tokyo", filtered: "#/objects?filter=region=eu+kind=HelmRelease", nothing: "#/objects?filter=nothing",
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
const printed = await browser.newPage({ viewport: { width: 794, height: 1123 } });
for (const name of ["changes", "clusters", "order"]) {
  await printed.goto(report + (shown[name] ?? ""));
  await printed.locator("nav a[aria-current]").waitFor();
  await printed.emulateMedia({ media: "print" });
  await printed.screenshot({ path: `${folder}/report-${name}-print.png` });
  await printed.emulateMedia({ media: "screen" });
}

const plain = await browser.newPage({ javaScriptEnabled: false });
await plain.goto(report);
await plain.screenshot({ path: `${folder}/report-without-scripts.png` });

for (const [look, options] of Object.entries(looks)) {
  const page = await browser.newPage(options);
  const picture = async (name: string): Promise<void> => {
    await page.screenshot({ path: `${folder}/playground-${name}-${look}.png` });
  };
  await page.goto(pathToFileURL(site()).href);
  await rendered(page);
  await picture("first");
  await choose(page, "fleet");
  const half = async (name: string): Promise<void> => { // a phone has room for one
    if (options.isMobile) await page.getByRole("button", { name, exact: true }).click();
  };
  await half("Look");
  await count(page, "Objects", 40);
  await picture("fleet");
  await half("Edit");
  await paste(page, "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: web, namespace: apps}\nspec:\n  sourc: {}\n");
  await editor(page).locator(".cm-lintRange-error").first().hover();
  await page.locator(".cm-tooltip").first().waitFor();
  await picture("mistake");
  await page.close();
}
await browser.close();
console.log(`see ${folder}`);
