import assert from "node:assert/strict";
import { statSync } from "node:fs";
import test from "node:test";

import { open } from "./browser.ts";
import { reportOf } from "./command.ts";
import { eventually } from "./eventually.ts";
import { largeFleet } from "./large.ts";
import { assertNames, go, names, panel, view } from "./shown.ts";

test("a report of 1,000 clusters with 10 applications is read to its end", async () => {
  const file = reportOf("large.html", largeFleet());
  assert.ok(statSync(file).size <= 2_000_000, `${statSync(file).size} bytes`);
  await open(file, {}, async ({ page }) => {
    await view(page, "Objects").click();
    const table = page.locator(".content .table");
    await page.getByText("10,010 objects").waitFor();
    const elements = await page.evaluate(() => document.querySelectorAll("*").length);
    assert.ok(elements < 3000, `${elements} elements`);
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await eventually(async () => assert.ok((await names(page)).some((name) => name.includes("cluster-0999")), "the last rows"));
    await page.getByRole("row", { name: /cluster-0999/ }).last().click();
    await panel(page).getByRole("group", { name: "YAML" }).getByText("cluster-0999.example.com").waitFor();
    await go(page, "#/objects?filter=application=fleet/app-7+cluster=cluster-0500+kind=HelmRelease");
    await eventually(async () => assert.equal((await names(page)).length, 1));
    await go(page, "#/clusters");
    await page.getByRole("row", { name: /^cluster-0000( 1\.2\.0){7}/ }).waitFor();
    const cells = await page.evaluate(() => document.querySelectorAll("*").length);
    assert.ok(cells < 3000, `${cells} elements`);
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.getByRole("row", { name: /^cluster-0999( 1\.2\.0){7}/ }).waitFor();
    await go(page, "#/clusters?filter=region=r7+cluster=cluster-098");
    await assertNames(page, ["cluster-0987"]);
    await go(page, "#/clusters?place=cluster-0999");
    await panel(page).getByText("region=r19").waitFor();
    await go(page, "#/order");
    await page.getByRole("link", { name: /800 clusters/ }).first().waitFor();
    const drawn = await page.evaluate(() => document.querySelectorAll("*").length);
    assert.ok(drawn < 5000, `${drawn} elements`);
  });
});
