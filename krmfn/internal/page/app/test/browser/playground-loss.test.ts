// What people do to the playground while it works: nothing that they wrote is lost, and every question has an answer.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { unzipSync } from "fflate";
import type { Page } from "playwright-core";

import { eventually } from "./eventually.ts";
import { play } from "./play.ts";
import { go, panel, view } from "./shown.ts";
import { app, button, choose, count, editor, give, holdWorker, paste, release, rendered } from "./site.ts";

const tab = (page: Page, name: string) => page.getByRole("tablist", { name: "Files" }).getByRole("tab", { name });
const hasText = (page: Page, words: string) => eventually(async () => assert.ok((await editor(page).innerText()).includes(words), words));

/** kill ends the worker at the next request, as its memory does. */
async function kill(page: Page): Promise<void> {
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker) {
      Worker.prototype.postMessage = post;
      this.dispatchEvent(new ErrorEvent("error", { message: "out of memory", cancelable: true }));
    } as typeof post;
  });
}

test("a file that is opened again has its new text", () => play(async ({ page }) => {
  await give(page, { "web.yaml": app("web") });
  await hasText(page, "name: web,");
  await give(page, { "web.yaml": app("shop") });
  await hasText(page, "name: shop,");
  await go(page, "#/objects");
  await page.locator(".page").getByText("shop-berlin").first().waitFor();
}));

test("findings of one text are not shown in another one", () => play(async ({ page }) => {
  await give(page, { "app.yaml": `${"# a line\n".repeat(70)}${app("web").replace("prune", "prun")}` });
  await tab(page, "app.yaml").locator(".badge").waitFor();
  await choose(page, "kcl");
  await rendered(page);
  await eventually(async () => assert.equal(await page.locator(".cm-lintRange-error").count(), 0));
}));

test("while documents have errors nothing is compared, and the panel keeps its object", () => play(async ({ page }) => {
  await give(page, { "web.yaml": app("web") });
  await count(page, "Objects", 1);
  await button(page, "Compare with now").click();
  await view(page, "Changes").waitFor();
  await view(page, "Objects").click();
  await page.locator(".page tr.opens").first().click();
  await panel(page).getByRole("heading", { name: "web-berlin" }).waitFor();
  await paste(page, `${app("aaa")}---\n${app("web").replace("prune", "prun")}`);
  await page.getByText("Nothing is rendered: the").waitFor();
  assert.equal(await page.locator(".page").getByText("deleted").count(), 0);
  await paste(page, `${app("aaa")}---\n${app("web")}`);
  await count(page, "Objects", 2);
  await panel(page).getByRole("heading", { name: "web-berlin" }).waitFor();
}));

test("who asks while a text is rendered gets an answer, and who asks a worker that ends too", () => play(async ({ page }) => {
  await give(page, { "web.yaml": app("web") });
  await count(page, "Objects", 1);
  await panel(page).getByRole("button", { name: "Close" }).click();
  const row = page.locator(".page tr.opens").first();
  await page.evaluate(holdWorker);
  await editor(page).press("Control+Home");
  await page.keyboard.type("# a comment changes no object\n");
  await row.click(); // as long as nothing is rendered, no row is replaced below the pointer
  await release(page);
  await panel(page).getByText("./deploy").first().waitFor();
  await panel(page).getByRole("button", { name: "Close" }).click();
  await editor(page).press("Control+Home");
  await page.keyboard.type("#"); // so that the page asks again
  await rendered(page);
  await kill(page);
  await row.click();
  await panel(page).getByText("./deploy").first().waitFor();
  await kill(page);
  const download = page.waitForEvent("download");
  await button(page, "Download rendered").click();
  await download;
}));

test("undo brings a closed file back, and keeps what was written since", () => play(async ({ page }) => {
  await give(page, { "a.yaml": app("a"), "b.yaml": app("b") });
  await tab(page, "b.yaml").click();
  await page.getByRole("button", { name: "Close this file" }).click();
  await tab(page, "b.yaml").waitFor({ state: "detached" });
  await editor(page).press("Control+Home");
  await page.keyboard.type("# since");
  await page.getByRole("button", { name: "Undo" }).click();
  await tab(page, "b.yaml").waitFor();
  await tab(page, "a.yaml").click();
  await hasText(page, "# since");
}));

test("a reload keeps what was typed just before", () => play(async ({ page, dialogs }) => {
  await give(page, { "web.yaml": app("web") });
  await editor(page).press("Control+Home");
  await page.keyboard.type("# typed");
  await page.reload();
  await hasText(page, "# typed");
  assert.deepEqual(dialogs.splice(0), ["beforeunload"]);
}));

test("who closes the page is warned of text that is nowhere else, and of no other", () => play(async ({ page, dialogs }) => {
  const leave = async (): Promise<string[]> => {
    await page.reload();
    await rendered(page);
    return dialogs.splice(0);
  };
  await editor(page).click();
  assert.deepEqual(await leave(), [], "an example");
  await give(page, { "web.yaml": app("web") });
  await count(page, "Objects", 1);
  await editor(page).press("Control+Home");
  assert.deepEqual(await leave(), [], "an opened file");
  await editor(page).press("Control+Home");
  await page.keyboard.type("# typed");
  assert.deepEqual(await leave(), ["beforeunload"]);
  await page.keyboard.press("ArrowLeft"); // a browser asks only where somebody has done something
  const download = page.waitForEvent("download");
  await button(page, "Save documents").click();
  assert.equal((await download).suggestedFilename(), "web.yaml");
  assert.ok(readFileSync(await (await download).path(), "utf8").startsWith("# typedapiVersion"));
  assert.deepEqual(await leave(), [], "a saved file");
}));

test("several documents are saved as a zip", () => play(async ({ page }) => {
  const files = { "a.yaml": app("a"), "apps/b.yaml": app("b") };
  await give(page, { "a.yaml": files["a.yaml"] });
  await page.getByRole("button", { name: "New file" }).click();
  await paste(page, files["apps/b.yaml"]);
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("apps/b.yaml");
  await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
  const download = page.waitForEvent("download");
  await button(page, "Save documents").click();
  assert.equal((await download).suggestedFilename(), "documents.zip");
  const zip = unzipSync(readFileSync(await (await download).path()));
  assert.deepEqual(Object.fromEntries(Object.entries(zip).map(([name, data]) => [name, Buffer.from(data).toString()])), files);
}));

test("typing a mistake changes neither the view nor the list of views", () => play(async ({ page }) => {
  await give(page, { "web.yaml": app("web") });
  await count(page, "Objects", 1);
  await button(page, "Compare with now").click();
  await view(page, "Changes").click();
  const links = (): Promise<string[]> => page.getByRole("navigation").getByRole("link").evaluateAll((all) => all.map((link) => `${link.firstChild?.textContent} ${link.ariaCurrent}`));
  await eventually(async () => assert.ok((await links()).includes("Changes page")));
  const before = await links();
  await editor(page).press("Control+End");
  for (const [text, banner] of [["x", 1], ["Backspace", 0]] as const) {
    await page.keyboard.press(text);
    await eventually(async () => assert.equal(await page.getByText("Nothing is rendered: the").count(), banner));
    assert.deepEqual(await links(), before);
  }
}));

test("brackets of any depth are a finding, and the next text is rendered", () => play(async ({ page }) => {
  for (const depth of [1000, 6000, 100_000]) {
    await paste(page, `a: ${"[".repeat(depth)}`);
    await rendered(page);
    await tab(page, "app.yaml").locator(".badge.bad").waitFor();
  }
  await paste(page, app("web"));
  await count(page, "Objects", 1);
}));
