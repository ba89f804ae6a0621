// Small fleets, in each of which a link once showed something else than it said.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import test from "node:test";

import { open } from "./browser.ts";
import { reportOf } from "./command.ts";
import { assertNames, go } from "./shown.ts";
import { temporary } from "./temporary.ts";

/** shop is an application on three clusters in waves. */
function shop(version: string, selector = "{}"): string {
  const cluster = (name: string, stage: string): string => `  - {name: ${name}, labels: {stage: ${stage}}, kubeConfig: {secretRef: {name: ${name}}}}\n`;
  return `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: fleet}
spec:
  clusters:
${cluster("lab", "test")}${cluster("oslo", "staging")}${cluster("tokyo", "production")}${cluster("berlin", "production")}  source: {sourceRef: {kind: HelmRepository, name: charts}}
  config:
    overrides:
    - {clusterSelector: {matchLabels: {stage: staging}}, wave: 10}
    - {clusterSelector: {matchLabels: {stage: production}}, wave: 20}
    helmRelease:
      chart: {chart: shop, version: "${version}"}
      deploy:
      - {destination: {clusterSelector: ${selector}}, interval: 1h}
`;
}

test("what leaves a stage is counted beside what stays", async () => {
  const before = temporary("stays.yaml");
  writeFileSync(before, shop("5.1.0").replace(/(name: (?:lab|oslo|berlin), labels: {)/g, "$1keep: now, "));
  await open(reportOf("leaves.html", shop("5.1.0", "{matchLabels: {keep: now}}").replace(/(name: (?:lab|oslo|berlin), labels: {)/g, "$1keep: now, "), "--base", before, "--by", "stage"), {}, async ({ page }) => {
    await page.locator(".stages").getByRole("link", { name: "1 cluster, 1 leaves" }).click();
    await assertNames(page, ["tokyo leaves", "berlin"]);
    assert.equal(await page.getByRole("navigation").getByRole("link", { name: /^Clusters/ }).innerText().then((text) => text.replace(/\s+/g, " ")), "Clusters 1");
  });
});

test("a range of versions with blanks is one word", async () => {
  await open(reportOf("range.html", shop(">=5.1.0 <6.0.0"), "--by", "stage"), {}, async ({ page }) => {
    await page.locator(".stages td").nth(2).getByRole("link", { name: ">=5.1.0 <6.0.0" }).click();
    await assertNames(page, ["tokyo", "berlin"]);
    assert.equal(await page.getByRole("combobox", { name: "Filter" }).inputValue(), 'application=fleet/shop stage=production version=">=5.1.0 <6.0.0"');
  });
});

test("waves have the numbers of the documents", async () => {
  await open(reportOf("waves.html", shop("5.1.0")), {}, async ({ page }) => {
    assert.deepEqual(await page.getByRole("columnheader").allTextContents(), ["Application", "Wave 0", "Wave 10", "Wave 20"]);
    await page.getByRole("link", { name: /2 clusters/ }).click();
    await assertNames(page, ["shop-tokyo", "shop-berlin"]);
    await go(page, "#/objects?filter=wave=10");
    await assertNames(page, ["shop-oslo"]);
  }, "#/order");
});
