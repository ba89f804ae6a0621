import assert from "node:assert/strict";
import test from "node:test";

import { play } from "./play.ts";
import { go, panel } from "./shown.ts";
import { editor } from "./site.ts";

test("keys in the editor are the editor's: a slash is text, and Escape leaves the panel open", async () => {
  await play(async ({ page }) => {
    await go(page, "#/objects?filter=kind=HelmRelease");
    await page.locator("tr[data-row]").first().click();
    await panel(page).getByRole("group", { name: "YAML" }).waitFor();
    await editor(page).click({ position: { x: 5, y: 5 } });
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("# a/b\n");
    await editor(page).locator(".cm-line").getByText("# a/b").waitFor();
    await page.keyboard.press("Escape");
    assert.ok(await panel(page).isVisible(), "the panel is still there");
    await panel(page).getByRole("heading", { level: 2 }).click();
    await page.keyboard.press("Escape");
    await panel(page).waitFor({ state: "detached" });
  });
});
