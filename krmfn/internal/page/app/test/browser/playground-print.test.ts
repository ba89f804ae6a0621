import assert from "node:assert/strict";
import test from "node:test";

import { play } from "./play.ts";
import { go } from "./shown.ts";

test("the playground prints what is rendered, on paper of any width", async () => {
  await play(async ({ page }) => {
    await go(page, "#/objects");
    const row = page.locator(".content tr[data-row]").first();
    await row.waitFor();
    await page.emulateMedia({ media: "print" });
    for (const width of [700, 1400]) {
      await page.setViewportSize({ width, height: 900 });
      assert.ok(await row.isVisible(), `${width} pixels`);
      assert.equal(await page.locator(".pg-editor").isVisible(), false);
      const box = await page.locator(".content").boundingBox();
      assert.ok(box && box.width > width * 0.9, `the table has the whole width, not ${box?.width} of ${width}`);
    }
  });
});
