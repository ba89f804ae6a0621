import assert from "node:assert/strict";
import test from "node:test";

import { open } from "./browser.ts";
import { fleetReport, reportOf } from "./command.ts";
import { eventually } from "./eventually.ts";
import { largeFleet } from "./large.ts";
import { assertFragment, assertNames, go } from "./shown.ts";

const report = fleetReport();

test("an application is a row, a wave is a column, and a box tells what is in it and leads to that", async () => {
  await open(report, {}, async ({ page }) => {
    assert.deepEqual(await page.getByRole("columnheader").allTextContents(), ["Application", "Wave 0", "Wave 1", "Wave 2"]);
    const shop = page.getByRole("row", { name: /fleet\/shop/ }), boxes = shop.getByRole("cell").getByRole("link");
    assert.deepEqual((await boxes.allInnerTexts()).map((text) => text.replace(/\s+/g, " ")), [
      "1 cluster berlin 5.0.0 \u2192 5.1.0 1/1 ready 1 changed", "1 cluster osaka 5.0.0 1/1 ready 1 changed",
      "4 clusters denver, oslo, paris, tokyo 4.1.0 \u2192 4.2.1 1/4 ready 1 failed1 missing1 progressing3 changed1 created",
    ]);
    const headings = page.getByRole("columnheader");
    for (const i of [0, 1, 2]) {
      const [box, heading] = [await boxes.nth(i).boundingBox(), await headings.nth(i + 1).boundingBox()];
      assert.ok(box && heading && Math.abs(box.x - heading.x) < 2, "a box is below the heading of its wave");
    }
    assert.match(await page.getByRole("row", { name: /fleet\/site/ }).getByRole("cell").innerText(), /^3 clusters/, "without waves there is one box");
    await boxes.nth(2).focus();
    await page.keyboard.press("Enter");
    await assertFragment(page, "objects?filter=application=fleet/shop+wave=2");
    await assertNames(page, ["shop-denver-shop", "shop-oslo-shop", "shop-paris-shop", "shop-tokyo-shop"]);
    await go(page, "#/order?filter=stage=production");
    await page.getByRole("link", { name: /4 clusters/ }).waitFor();
    assert.equal(await page.getByText("osaka").count(), 0, "only what the filter chooses");
  }, "#/order");
});

test("an application is below those that it waits for, and tells them", async () => {
  const app = (name: string, more: string): string => `---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: ${name}, namespace: apps}
spec: {source: {sourceRef: {kind: HelmRepository, name: all}}, config: {helmRelease: {chart: {chart: ${name}}, deploy: [{destination: {}, interval: 1h${more}}]}}}
`;
  await open(reportOf("waits.html", app("a", ", dependsOn: [{application: b}]") + app("b", "")), {}, async ({ page }) => {
    const rows = page.getByRole("rowheader");
    await rows.first().waitFor();
    assert.deepEqual((await rows.allInnerTexts()).map((text) => text.split("\n")), [["apps/b", "HelmRelease b"], ["apps/a", "HelmRelease a", "after apps/b"]]);
    await page.getByRole("link", { name: "apps/b" }).last().click();
    await assertNames(page, ["b"]);
  }, "#/order");
});

test("the order is on the first page of a print, and a table of clusters has all of them", async () => {
  await open(reportOf("paper.html", largeFleet(200, 2)), {}, async ({ page }) => {
    await page.getByText("200 clusters").waitFor();
    await page.setViewportSize({ width: 720, height: 1000 });
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    const order = await page.getByRole("link", { name: /160 clusters/ }).first().boundingBox();
    const cluster = async (number: string) => (await page.getByText(`cluster-${number}`, { exact: true }).boundingBox())!;
    const first = await cluster("0000"), last = await cluster("0199");
    assert.ok(order!.y < first.y, "the order is above the clusters");
    assert.ok(last.y > first.y + 199 * 10, "all clusters are below each other");
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    assert.equal(await page.locator(".first-page").count(), 0);
  }, "#/clusters");
});

test("fields that a layer removes are below the YAML, and a long list of dependencies is folded", async () => {
  const clusters = Array.from({ length: 8 }, (_, i) => `  - {name: c${i}, kubeConfig: {secretRef: {name: c${i}}}}\n`).join("");
  const documents = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  clusters:
${clusters}  source: {sourceRef: {kind: HelmRepository, name: all}}
  config:
    defaults: {timeout: 5m}
    overrides:
    - clusters: [c7]
      wave: 1
      timeout: null
    helmRelease:
      chart: {chart: web}
      deploy: [{destination: {clusterSelector: {}}, interval: 1h}]
`;
  await open(reportOf("folded.html", documents), {}, async ({ page }) => {
    const removed = page.getByRole("complementary").getByRole("listitem").filter({ hasText: "spec.timeout" });
    await eventually(async () => assert.match(await removed.innerText(), /\(removed\)\s*removed by overrides\[0\]/));
    const code = page.getByRole("group", { name: "YAML" }), folded = code.getByRole("button", { name: /^… \d+ more lines/ });
    const hidden = code.locator(".line", { hasText: "web-c6" }).first();
    assert.equal(await code.locator(".line", { hasText: "web-c0" }).first().isVisible(), true);
    assert.equal(await hidden.isVisible(), false);
    await folded.focus();
    await page.keyboard.press("Enter");
    await hidden.waitFor();
    assert.equal(await folded.count(), 0);
  }, "#/objects?object=/HelmRelease/apps/web-c7");
});
