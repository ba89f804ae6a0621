import assert from "node:assert/strict";
import { readFileSync, mkdirSync, writeFileSync } from "node:fs";
import test from "node:test";
import { pathToFileURL } from "node:url";
import type { Locator, Page } from "playwright-core";

import { assertAccessible } from "./axe.ts";
import { open } from "./browser.ts";
import { now, observedFleet } from "./command.ts";
import { eventually } from "./eventually.ts";
import { play } from "./play.ts";
import { assertFragment, assertNames, go, names, panel, view } from "./shown.ts";
import { app, button, count, editor, holdWorker, insert, paste, release, rendered, site } from "./site.ts";
import { temporary } from "./temporary.ts";

const fleetFile = (name: string, side = "after"): string => readFileSync(`test/browser/fleet/${side}/${name}`, "utf8");
const shop = fleetFile("shop.yaml"), clusters = fleetFile("clusters.yaml");
const tabs = (page: Page) => page.getByRole("tablist", { name: "Files" }).getByRole("tab");

/** openFleet opens the fleet of the tests as two files, the clusters first. */
async function openFleet(page: Page): Promise<void> {
  await paste(page, clusters);
  await page.getByRole("button", { name: "New file" }).click();
  await eventually(async () => assert.equal(await tabs(page).count(), 2));
  await paste(page, shop);
  await count(page, "Objects", 7);
}

test("the playground opens with an example that is rendered, and says that nothing leaves the browser", async () => {
  await play(async ({ page }) => {
    await page.getByText("Nothing leaves your browser").waitFor();
    await view(page, "Objects").click();
    await eventually(async () => assert.ok((await names(page)).length > 0));
  });
});

test("the first example is shown before the renderer has started, and stays when it has", () => open(site(), {}, async ({ context }) => {
  const page = await context.newPage();
  await page.addInitScript(holdWorker);
  await page.goto(pathToFileURL(site()).href);
  await page.getByText("Loading the renderer…").waitFor();
  const row = page.locator(".content tr[data-row]").first();
  await row.evaluate((element) => element.classList.add("seen"));
  await panel(page).getByText("apiVersion").first().waitFor();
  await release(page);
  await rendered(page);
  assert.equal(await page.locator(".content tr.seen").count(), 1, "the table is not drawn anew");
}));

test("first use: an object is in view at once, with no click, beside the text", async () => {
  for (const width of [1920, 1280, 1000]) {
    await play(async ({ page }) => {
      const box = async (what: Locator) => (await what.boundingBox())!;
      const yaml = await box(panel(page).getByText(/^apiVersion:/).first()), text = await box(page.locator(".pg-write")), navigation = await box(page.getByRole("navigation"));
      assert.ok(yaml.y + yaml.height <= 800, `the YAML is in view, at ${yaml.y}`);
      assert.ok(yaml.x >= text.x + text.width && text.width > 300, "the editor is beside it");
      assert.ok(navigation.y + navigation.height < yaml.y, "the views are above it");
      await view(page, "Order").click();
    }, { viewport: { width, height: 800 } });
  }
  await play(async ({ page }) => {
    assert.ok(await editor(page).isVisible());
    await page.getByRole("button", { name: "Look" }).click();
    await panel(page).getByText(/^apiVersion:/).first().waitFor();
  }, { viewport: { width: 360, height: 740 } });
});

test("New begins with nothing", () => play(async ({ page }) => {
  await button(page, "New").click();
  await page.getByText("Open an example, drop files here").waitFor();
  await count(page, "Objects", 0);
  assert.equal(await panel(page).isVisible(), false);
  await page.getByRole("button", { name: "Undo" }).click();
  await panel(page).getByText(/^apiVersion:/).first().waitFor();
}));

test("who opens the page can type at once, and its panel follows each value", () => play(async ({ page }) => {
  const line = editor(page).locator(".cm-line").first(), old = page.locator(".pg-page[data-old]");
  await page.keyboard.type("# typed");
  await line.getByText("# typed").waitFor();
  await paste(page, app("web"));
  await panel(page).getByText("./deploy").first().waitFor();
  await paste(page, app("web").replace("./deploy", "./others"));
  await panel(page).getByText("./others").first().waitFor();
  assert.equal(await old.count(), 0);
  await insert(page, "?");
  await old.waitFor();
  await page.locator(".pg-status.problem").getByText("Nothing is rendered").waitFor();
  assert.match(await page.locator(".side").evaluate((side) => getComputedStyle(side, "::before").content), /of the last text without errors/);
  await assertAccessible(page, "what is old");
  await page.keyboard.press("Backspace");
  await old.waitFor({ state: "detached" });
  await page.getByText(/^Rendered in/).waitFor();
}));

test("changes since a base are shown, and go when nothing is compared", async () => {
  await play(async ({ page }) => {
    await openFleet(page);
    await button(page, "Compare with now").click();
    await paste(page, shop.replace("4.2.1", "4.3.0").replace("destination: {clusterSelector: {}}", "destination: {clusterSelector: {matchLabels: {region: eu}}}"));
    await view(page, "Changes").click();
    const groups = page.locator(".content .group");
    await groups.filter({ hasText: "deleted" }).first().waitFor();
    assert.match(await groups.first().innerText(), /^deleted/);
    await groups.locator("ins").getByText("4.3.0").first().waitFor();
    await button(page, "Stop comparing").click();
    await view(page, "Changes").waitFor({ state: "detached" });
  });
});

test("waves are columns", async () => {
  await play(async ({ page }) => {
    await openFleet(page);
    await view(page, "Order").click();
    await page.getByRole("row", { name: /fleet\/shop/ }).getByRole("link", { name: /4 clusters.*4\.2\.1/ }).waitFor();
    await page.getByRole("columnheader", { name: "Wave 2" }).waitFor();
  }, { viewport: { width: 1920, height: 1000 } });
});

test("what kubectl prints is pasted, and its states are shown", async () => {
  await play(async ({ page }) => {
    await openFleet(page);
    await button(page, "Status…").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("It is private").waitFor();
    await dialog.getByLabel("Output of kubectl").fill("NAME AGE\na 5d\n");
    await dialog.getByRole("button", { name: "Show the status" }).click();
    await page.getByText(/is the table that kubectl prints/).waitFor();
    await button(page, "Status…").click();
    await dialog.getByLabel("Output of kubectl").fill(JSON.stringify(observedFleet()));
    await dialog.getByRole("button", { name: "Show the status" }).click();
    await go(page, "#/objects?filter=failed");
    await assertNames(page, ["shop-oslo-shop"]);
    await go(page, "#/objects?filter=missing");
    await assertNames(page, ["shop-tokyo-shop"]);
    assert.ok(!(await page.locator("body").innerText()).includes(now), "no time is given, so no ages");
    await button(page, "Status…").click();
    await dialog.getByLabel("Output of kubectl").fill(JSON.stringify(observedFleet()).replaceAll('"False"', '"True"'));
    await dialog.getByLabel(/It is of an earlier time/).check();
    await dialog.getByRole("button", { name: "Show the status" }).click();
    await go(page, "#/attention");
    await page.locator(".content").getByText("new", { exact: true }).first().waitFor();
  });
});

test("a link carries all files and what is shown into another page", async () => {
  await play(async ({ page, context }) => {
    await openFleet(page);
    await go(page, "#/objects?filter=oslo&object=/HelmRelease/fleet/shop-oslo-shop");
    await panel(page).getByRole("heading", { name: "shop-oslo-shop" }).waitFor();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await button(page, "Copy link").click();
    await page.getByText("Copied a link").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await context.newPage();
    await other.goto(link);
    await rendered(other);
    await eventually(async () => assert.equal(await tabs(other).count(), 2));
    assert.equal((await editor(other).innerText()).split("\n")[0], clusters.split("\n")[0]);
    await assertFragment(other, "objects?filter=oslo&object=/HelmRelease/fleet/shop-oslo-shop");
    await assertNames(other, ["shop-oslo-shop"]);
    await panel(other).getByRole("heading", { name: "shop-oslo-shop" }).waitFor();
  });
});

test("files are opened and dropped; what is no text is told and loses nothing", async () => {
  const folder = temporary("opened");
  mkdirSync(folder);
  writeFileSync(`${folder}/clusters.yaml`, clusters);
  writeFileSync(`${folder}/shop.yaml`, shop);
  writeFileSync(`${folder}/photo.yaml`, Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46]));
  writeFileSync(`${folder}/notes.txt`, "notes");
  await play(async ({ page }) => {
    const chooser = page.waitForEvent("filechooser");
    await button(page, "Open files").click();
    await (await chooser).setFiles(["clusters.yaml", "shop.yaml", "photo.yaml", "notes.txt"].map((name) => `${folder}/${name}`));
    await page.getByText(/Opened 2 files.*photo\.yaml was not opened.*Skipped 1 file/).waitFor();
    await count(page, "Objects", 7);
    await page.locator("#playground").evaluate((root, texts) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of Object.entries(texts)) dataTransfer.items.add(new File([text], name));
      root.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, { "site.yaml": fleetFile("site.yaml"), "image.png": "no" });
    await page.getByText(/Opened 1 file\..*Skipped 1 file/).waitFor();
    await count(page, "Objects", 11);
    await page.getByRole("button", { name: "Undo" }).click();
    await count(page, "Objects", 7);
  });
});

test("broken YAML is a finding, and the text stays", async () => {
  await play(async ({ page }) => {
    for (const text of ["a: [", "a: b: c", "\t- x", "%", "{", "&a [*a, *b]", "---\n...\n---", "", "just words", "- 1\n- 2", '{"a": "\\uD800"}', "? ? ?", "!!binary x: y"]) {
      await paste(page, text);
      await rendered(page);
      assert.equal((await editor(page).locator(".cm-line:not(:has(.cm-placeholder))").allInnerTexts()).map((line) => line.trim()).join(" ").trim(), text.split("\n").map((line) => line.trim()).join(" ").trim());
    }
    await paste(page, "a: [");
    await editor(page).locator(".cm-lintRange-error").first().waitFor();
    await paste(page, `${clusters}---\n${shop}`);
    await eventually(async () => assert.equal(await editor(page).locator(".cm-lintRange-error").count(), 0));
  });
});

test("hostile text is only text", async () => {
  const hostile = shop.replace("precision: 1.10", `precision: "</script><img src=x onerror=hit=1>"\n        "<svg onload=hit=2>": "javascript:hit=3"`);
  await play(async ({ page }) => {
    await openFleet(page);
    await paste(page, hostile);
    await go(page, "#/objects?object=/HelmRelease/fleet/shop-tokyo-shop");
    await panel(page).getByText("<svg onload=hit=2>").first().waitFor();
    assert.equal(await page.locator("img, iframe, [onload], [onerror]").count(), 0);
    assert.equal(await page.evaluate(() => (window as { hit?: number }).hit), undefined);
  });
});

test("without scripts the playground says what it needs", () => {
  assert.ok(readFileSync(site(), "utf8").includes("<noscript><p>The playground needs scripts."));
});
