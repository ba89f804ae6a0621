import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import test from "node:test";
import type { Page } from "playwright-core";

import { open } from "./browser.ts";
import { fleetReport, reportOf } from "./command.ts";
import { temporary } from "./temporary.ts";

const report = fleetReport();
const text = readFileSync(report, "utf8");

/** cut writes the report without what is behind a part of its data. */
function cut(name: string, at: number): string {
  const file = temporary(name);
  writeFileSync(file, text.slice(0, at));
  return file;
}

/** assertTables waits until the tables that need no scripts are seen. They wait a moment for the page. */
async function assertTables(page: Page): Promise<void> {
  for (const name of ["fleet/shop", "denver"]) await page.locator("#static").getByRole("rowheader", { name }).waitFor();
}

test("a file that was cut off in its data says so, and shows the tables", async () => {
  for (const block of ["fleet", "changes", "details-0"]) {
    const begin = text.indexOf(`id="${block}">`);
    assert.ok(begin > 0, block);
    await open(cut(`cut-${block}.html`, begin + 200), {}, async ({ page }) => {
      await page.getByRole("alert").getByText("perhaps the file was cut off").waitFor();
      await assertTables(page);
    });
  }
});

test("a block that was changed or is missing is told, and the tables stay", async () => {
  for (const [name, changed] of [
    ["damaged.html", text.replace(/(id="fleet">.{100})..../, "$1AAAA")],
    ["missing.html", text.replace(/<script type="text\/plain" id="pieces">[^<]*<\/script>/, "")],
    ["wrong.html", text.replace(/(id="about">)[^<]*/, "$1!")],
  ] as const) {
    assert.notEqual(changed, text);
    const file = temporary(name);
    writeFileSync(file, changed);
    await open(file, {}, async ({ page }) => {
      await page.getByRole("alert").getByText("perhaps the file was cut off").waitFor();
      await assertTables(page);
    });
  }
});

test("details that are damaged are told in the panel, and nothing else is lost", async () => {
  const file = temporary("details.html");
  writeFileSync(file, text.replace(/(id="details-0">.{100})..../, "$1AAAA"));
  await open(file, {}, async ({ page }) => {
    await page.getByRole("complementary").getByRole("alert").waitFor();
    await page.getByRole("row", { name: /shop-tokyo-shop/ }).waitFor();
  }, "#/objects?object=/Kustomization/fleet/crds");
});

test("documents with errors show the findings first, and nothing that was not rendered", async () => {
  const wrong = readFileSync("test/browser/fleet/after/shop.yaml", "utf8").replace("clusterSelector: {}", "clusterSelectr: {}");
  await open(reportOf("errors.html", wrong), {}, async ({ page }) => {
    await page.getByRole("alert").getByText("Nothing is rendered").waitFor();
    await page.getByText("<stdin>:32:23").waitFor();
    await page.getByText("clusterSelectr").first().waitFor();
  });
});

test("a report of one application without clusters, changes or states is complete", async () => {
  const document = readFileSync("test/browser/fleet/before/legacy.yaml", "utf8");
  await open(reportOf("small.html", document), {}, async ({ page }) => {
    await page.getByText("Nothing needs your attention: all is well.").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Clusters" }).click();
    await page.getByRole("columnheader", { name: "legacy" }).waitFor();
    assert.equal(await page.getByRole("navigation").getByRole("link", { name: "Changes" }).count(), 0);
  });
});
