import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible } from "./axe.ts";
import { open } from "./browser.ts";
import { app as documentOf, count, give, site } from "./site.ts";

// The renderer is wasm, and the machine of a pipeline may be busy with other tests.
const patience = 60_000;

const built = site();

const app = documentOf("web");

/** rendered waits for the words in the half that shows what is rendered. */
async function rendered(page: Page, words: string | RegExp): Promise<void> {
  await page.locator(".pg-page").getByText(words).first().waitFor({ timeout: patience });
}

async function view(page: Page, name: string): Promise<void> {
  await page.locator(".page nav a", { hasText: name }).click();
}

test("a mistake is shown at its line, and repaired by the quick fix", { timeout: 180_000 }, () => open(built, {}, async ({ page }) => {
  await rendered(page, "gitops-project/hello-kubernetes");
  await give(page, { "web.yaml": app });
  await rendered(page, "apps/web");
  await page.locator(".cm-line", { hasText: "prune: true" }).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Delete");
  await view(page, "Findings");
  await rendered(page, "web.yaml:11:7");
  const wrong = page.locator(".cm-lintRange-error");
  await wrong.waitFor();
  assert.equal(await wrong.innerText(), "rune");
  await page.locator(".cm-content").focus();
  await page.keyboard.press("Control+.");
  await count(page, "Findings", 0);
  assert.match(await page.locator(".cm-content").innerText(), /\n {6}prune: true/);
  assert.equal(await page.locator(".cm-lintRange-error").count(), 0);
}));

test("objects, changes and status follow the text", { timeout: 180_000 }, () => open(built, {}, async ({ page }) => {
  await rendered(page, "gitops-project/hello-kubernetes");
  await give(page, { "web.yaml": app });
  await rendered(page, "apps/web");
  await view(page, "Objects");
  await page.locator(".page tr.opens").first().click();
  await rendered(page, "./deploy");
  await page.getByRole("button", { name: "Compare with now" }).click();
  await page.locator(".cm-line", { hasText: "./deploy" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type("-all");
  await rendered(page, "./deploy-all");
  await page.locator(".page .panel .close").click();
  await view(page, "Changes");
  await rendered(page, "spec.path");
  await page.getByRole("button", { name: "Status…" }).click();
  await page.getByLabel("Output of kubectl").fill('{"apiVersion":"v1","kind":"List","items":[]}');
  await page.getByRole("button", { name: "Show the status" }).click();
  await view(page, "Objects");
  await rendered(page, "missing");
}));

test("places lead to their line in the editor", { timeout: 180_000 }, () => open(built, {}, async ({ page }) => {
  await rendered(page, "gitops-project/hello-kubernetes");
  await view(page, "Findings");
  await page.locator(".page button.place").first().click();
  await page.locator(".cm-activeLine", { hasText: "force: true" }).waitFor();
}));

test("fields and values are completed", { timeout: 180_000 }, () => open(built, {}, async ({ page }) => {
  await rendered(page, "gitops-project/hello-kubernetes");
  await give(page, { "web.yaml": `${app}` });
  await rendered(page, "apps/web");
  await page.locator(".cm-content").press("Control+End");
  await page.keyboard.type("      susp");
  await page.locator(".cm-completionLabel", { hasText: "suspend" }).waitFor();
  await page.waitForTimeout(200); // CodeMirror takes no key that comes with its list
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Space");
  await page.locator(".cm-completionLabel", { hasText: "false" }).waitFor();
  assert.match(await page.locator(".cm-content").innerText(), / {6}suspend: $/m);
}));

test("a link brings the text, and a damaged one does no harm", { timeout: 180_000 }, () => open(built, { permissions: [] }, async ({ page }) => {
  await rendered(page, "gitops-project/hello-kubernetes");
  await give(page, { "web.yaml": app });
  await rendered(page, "apps/web");
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text: string) => void (document.title = text) } }));
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Copied a link").waitFor();
  const link = await page.title();
  await page.getByRole("button", { name: "Close this file" }).click();
  await page.evaluate((to) => void (location.hash = new URL(to).hash), link);
  await rendered(page, "apps/web");
  await page.evaluate(() => void (location.hash = "#objects?files=AAAA"));
  await page.getByText("The link is damaged").waitFor();
  await rendered(page, "web-berlin");
  assert.equal(await page.evaluate(() => location.hash), "#objects");
}));

test("files that are no text, and names that are markup", { timeout: 180_000 }, () => open(built, {}, async ({ page }) => {
  await rendered(page, "gitops-project/hello-kubernetes");
  const markup = '<img src=x onerror="document.title=1">';
  await give(page, { [`${markup}.yaml`]: app.replace("./deploy", `'./${markup}'`), "a.yaml": Buffer.from([0x61, 0]), "b.yaml": Buffer.from([0xc3, 0x28]), "c.txt": "x" });
  await page.getByText("a.yaml was not opened: it is not text: it has NUL bytes; b.yaml was not opened: it is not text in UTF-8. Skipped 1 file").waitFor();
  await rendered(page, "apps/web");
  await view(page, "Objects");
  await page.locator(".page tr.opens").first().click();
  await rendered(page, markup);
  assert.equal(await page.locator("img").count(), 0);
}));

test("10 MB do not stop the keys", { timeout: 240_000 }, () => open(built, {}, async ({ page }) => {
  await rendered(page, "gitops-project/hello-kubernetes");
  await give(page, { "big.yaml": `kind: FluxApplication\nl:\n${"- {name: a line of text, value: 1234567}\n".repeat(250_000)}` });
  await page.locator(".cm-line", { hasText: "- {name" }).first().click({ timeout: patience });
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# typed");
  await page.locator(".cm-line", { hasText: "# typedkind" }).waitFor({ timeout: 5000 });
}));

test("the renderer is started again when it has ended", { timeout: 180_000 }, () => open(built, {}, async ({ page }) => {
  await rendered(page, "gitops-project/hello-kubernetes");
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, ...given: unknown[]) { // the next request ends the worker
      Worker.prototype.postMessage = post;
      this.dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
      void given;
    } as typeof post;
  });
  await give(page, { "web.yaml": app });
  await rendered(page, "apps/web");
}));

for (const [name, options] of Object.entries({ light: {}, dark: { colorScheme: "dark" }, phone: { viewport: { width: 360, height: 740 } } } as const)) {
  test(`everybody can use it: ${name}`, { timeout: 180_000 }, () => open(built, options, async ({ page }) => {
    await page.getByText(/Rendered in/).waitFor({ timeout: patience });
    await assertAccessible(page, "the editor");
    for (const button of ["Status…", "Options…", "Help"]) {
      await page.getByRole("button", { name: button }).click();
      await assertAccessible(page, button);
      await page.keyboard.press("Escape");
    }
    await page.locator(".cm-content").focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.classList.contains("pg-editor") ?? false), false);
  }));
}
