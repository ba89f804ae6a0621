// The playground as a folder on a server, which knows files and nothing else.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";

import { open } from "./browser.ts";
import { serve } from "./served.ts";
import { panel } from "./shown.ts";
import { app, count, paste, rendered, site, siteFolder } from "./site.ts";

test("the folder renders, and no request leaves it", async () => {
  const served = await serve(siteFolder());
  try {
    await open(served.address, {}, async ({ page }) => {
      await rendered(page);
      await paste(page, app("web"));
      await count(page, "Objects", 1);
      await panel(page).getByText("./deploy").first().waitFor();
    });
    assert.deepEqual([...served.asked].sort(), ["/", ...readdirSync(siteFolder()).filter((name) => name.endsWith(".bin")).map((name) => `/${name}`)]);
  } finally {
    served.server.close();
  }
});

test("a folder without its renderer says so, and the text can be saved", async () => {
  const served = await serve(siteFolder(), ".bin");
  try {
    await open(served.address, {}, async ({ page, errors }) => {
      await page.getByRole("status").filter({ hasText: "the server answers 404" }).waitFor();
      assert.ok(await page.getByRole("button", { name: "Save documents" }).isVisible());
      assert.ok(errors.splice(0).every((error) => error.includes("404")));
    });
  } finally {
    served.server.close();
  }
});

test("the folder may ask its server alone, and the file nobody", () => {
  for (const [file, connect] of [[site(), "'none'"], [`${siteFolder()}/index.html`, "'self'"]] as const) {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(readFileSync(file, "utf8"))?.[1]?.replace(/'sha256-[^']*'/g, "#");
    assert.equal(policy, `default-src 'none'; script-src # # 'wasm-unsafe-eval'; worker-src blob:; style-src #; img-src data:; connect-src ${connect}; base-uri 'none'; form-action 'none'`);
  }
});
