import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { eventually } from "./eventually.ts";
import { play } from "./play.ts";
import { assertNames, go, names } from "./shown.ts";
import { app, button, insert, paste } from "./site.ts";

const fleet = ["clusters.yaml", "shop.yaml"].map((name) => readFileSync(`test/browser/fleet/after/${name}`, "utf8")).join("---\n");
const releases = ["berlin", "denver", "osaka", "oslo", "paris", "tokyo"].map((name) => `shop-${name}-shop`);

test("a row stays the current one when an object comes before it", async () => {
  await play(async ({ page }) => {
    await paste(page, fleet);
    await page.keyboard.press("Control+Home");
    await go(page, "#/objects");
    await assertNames(page, ["shop", ...releases]);
    const before = (await names(page)).indexOf("shop-paris-shop");
    await page.locator("tr[data-row]", { hasText: "shop-paris-shop" }).focus();
    await insert(page, `${app("a", "aachen")}---
`);
    await eventually(async () => assert.equal((await names(page)).indexOf("shop-paris-shop"), before + 1));
    assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ""), /shop-paris-shop/);
  });
});

test("changes that somebody has opened or closed stay so, and keep the focus, while the text changes", async () => {
  await play(async ({ page }) => {
    await paste(page, fleet);
    await page.keyboard.press("Control+Home");
    await go(page, "#/objects");
    await assertNames(page, ["shop", ...releases]);
    await button(page, "Compare with now").click();
    await paste(page, fleet.replace("4.2.1", "4.3.0"));
    await page.keyboard.press("Control+Home");
    await go(page, "#/changes");
    const group = page.locator(".content .group", { hasText: "HelmReleases" }).first(), objects = group.locator("details.objects");
    await objects.locator("summary").click();
    await objects.getByRole("link").first().waitFor();
    await objects.locator("summary").focus();
    await group.evaluate((element) => element.setAttribute("data-old", ""));
    await insert(page, "# a line that moves all others\n");
    await page.locator(".content .group[data-old]").waitFor({ state: "detached" });
    assert.ok(await objects.getByRole("link").first().isVisible(), "the list of objects is open");
    assert.equal(await objects.locator("summary").evaluate((element) => element === document.activeElement), true, "the focus is on it");
  });
});
