// What people come for, and with how many clicks they have it.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import test from "node:test";
import type { Locator, Page } from "playwright-core";

import { open } from "./browser.ts";
import { good, now, reportOf } from "./command.ts";
import { eventually } from "./eventually.ts";
import { assertFragment, assertNames, go, panel, view } from "./shown.ts";
import { temporary } from "./temporary.ts";

/** shop is an application in waves on five clusters, one of which has another version than the others of its stage. */
function shop(versions: { production: string; tokyo: string }): string {
  const cluster = (name: string, stage: string): string => `  - {name: ${name}, labels: {stage: ${stage}, site: ${name}}, kubeConfig: {secretRef: {name: ${name}}}}\n`;
  return `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: fleet}
spec:
  clusters:
${cluster("lab", "test")}${cluster("berlin", "production")}${cluster("oslo", "production")}${cluster("paris", "production")}${cluster("tokyo", "production")}  source: {sourceRef: {kind: HelmRepository, name: charts}}
  config:
    overrides:
    - clusterSelector: {matchLabels: {stage: production}}
      wave: 1
      chart: {version: ${versions.production}}
    - clusters: [tokyo]
      chart: {version: ${versions.tokyo}}
    helmRelease:
      chart: {chart: shop, version: 5.1.0}
      deploy:
      - destination: {clusterSelector: {}}
        interval: 1h
        values: {host: $(cluster.name).example.com}
`;
}

const before = shop({ production: "4.9.8", tokyo: "4.9.8" }), after = shop({ production: "5.0.0", tokyo: "4.9.9" });

function written(name: string, text: string): string {
  const file = temporary(name);
  writeFileSync(file, text);
  return file;
}

/** broken is what kubectl prints where three releases fail for three reasons, and a source that no document renders does too. */
function broken(documents: string): object {
  const reasons: Record<string, [reason: string, message: string]> = {
    "shop-berlin": ["InstallFailed", "timed out waiting for the condition"], "shop-oslo": ["UpgradeFailed", "cannot patch shop"], "shop-paris": ["ArtifactFailed", "chart not found"],
  };
  const lines = good(["render", documents, "-o", "jsonl"]).trim().split("\n").map((line) => JSON.parse(line) as { object: { metadata: { name: string }; spec: { chart: { spec: { version: string } } } } });
  const items = lines.map(({ object }) => {
    const [reason, message] = reasons[object.metadata.name] ?? ["ReconciliationSucceeded", "done"];
    const condition = { type: "Ready", status: object.metadata.name in reasons ? "False" : "True", reason, message, observedGeneration: 1, lastTransitionTime: "2026-11-23T03:00:00Z" };
    const status = { observedGeneration: 1, conditions: [condition], history: [{ chartName: "shop", chartVersion: object.spec.chart.spec.version, status: "deployed" }] };
    return { ...object, metadata: { ...object.metadata, generation: 1 }, status };
  });
  const failing = { type: "Ready", status: "False", reason: "IndexationFailed", message: "no such host charts.example.com", observedGeneration: 1, lastTransitionTime: "2026-11-23T01:00:00Z" };
  const source = { apiVersion: "source.toolkit.fluxcd.io/v1", kind: "HelmRepository", metadata: { name: "charts", namespace: "fleet", generation: 1 }, spec: { url: "https://charts.example.com" }, status: { observedGeneration: 1, artifact: { revision: `sha256:${"1".repeat(64)}` }, conditions: [failing] } };
  return { apiVersion: "v1", kind: "List", items: [...items, source] };
}

/** fleet is the report of the fleet after the change, while three of its releases fail. */
function fleet(name: string): string {
  const file = written(`${name}.yaml`, after);
  return reportOf(`${name}.html`, after, "--base", written(`${name}-before.yaml`, before), "--observed", written(`${name}.json`, JSON.stringify(broken(file))), "--now", now);
}

/** seen waits until an element is in view. */
async function seen(of: Locator): Promise<void> {
  await of.first().waitFor();
  assert.ok(await of.first().evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }), `${of} is not in view`);
}

/** clicks counts how often a test clicks. */
async function click(page: Page, of: Locator): Promise<void> {
  await page.evaluate(() => document.addEventListener("click", () => (document.documentElement.dataset["clicks"] = String(Number(document.documentElement.dataset["clicks"] ?? 0) + 1)), { once: true, capture: true }));
  await of.click();
}

async function assertClicks(page: Page, wanted: number): Promise<void> {
  assert.equal(Number(await page.evaluate(() => document.documentElement.dataset["clicks"] ?? 0)), wanted, "clicks");
}

test("on call: the reasons, since when and where, with no click", async () => {
  await open(fleet("on-call"), {}, async ({ page }) => {
    const content = page.locator(".content");
    for (const text of ["InstallFailed: timed out waiting for the condition", "UpgradeFailed: cannot patch shop", "no such host charts.example.com"]) await seen(content.getByText(text));
    for (const cluster of ["berlin", "oslo", "paris"]) await seen(content.locator("li", { hasText: "failed" }).getByText(`on ${cluster}`));
    await seen(content.getByText("1h").first());
    await seen(page.locator(".headline").getByRole("link", { name: "3 failed" }));
    await assertClicks(page, 0);
  });
});

test("review: what happens to production, with one click", async () => {
  await open(fleet("review"), {}, async ({ page }) => {
    await click(page, page.locator(".stages thead").getByRole("link", { name: "production" }));
    await assertFragment(page, "changes?filter=stage=production");
    await seen(page.locator(".content .group").getByText("5.0.0"));
    assert.equal(await page.locator(".content .group").getByText("on lab").count(), 0);
    await assertClicks(page, 1);
  });
});

test("lead: which clusters run 4.9.9, and which one is odd, with no click", async () => {
  await open(fleet("lead"), {}, async ({ page }) => {
    const cell = page.locator(".stages td", { hasText: "4.9.9" }), version = cell.getByRole("link", { name: "4.9.9" }), odd = cell.locator(".odd").getByRole("link", { name: "tokyo" });
    await seen(cell.getByText("4.9.9 \u00d71"));
    await seen(odd);
    await assertClicks(page, 0);
    await click(page, version);
    await assertNames(page, ["tokyo"]);
    await go(page, "#/attention");
    await click(page, odd);
    await panel(page).getByRole("heading", { name: "tokyo" }).waitFor();
    await assertClicks(page, 2);
  });
});

test("what leaves a label is in the changes, clusters and objects of the label", async () => {
  const gone = after.replace(/ {2}- \{name: tokyo.*\n/, "").replace(/ {4}- clusters: \[tokyo\]\n.*\n/, "");
  const moved = after.replace("name: tokyo, labels: {stage: production", "name: tokyo, labels: {stage: test").replace("clusterSelector: {}}", "clusterSelector: {matchLabels: {stage: production}}}");
  const base = after.replace("clusterSelector: {}}", "clusterSelector: {matchLabels: {stage: production}}}");
  for (const [name, now, then] of [["gone", gone, after], ["moved", moved, base]] as const) {
    await open(reportOf(`label-${name}.html`, now, "--base", written(`label-${name}.yaml`, then)), {}, async ({ page }) => {
      await go(page, "#/changes?filter=stage=production");
      await page.locator(".content .group").getByText("deleted").waitFor();
      await page.locator(".content .group").getByText("of fleet/shop on tokyo").waitFor();
      await go(page, "#/clusters?filter=stage=production");
      await assertNames(page, ["berlin", "oslo", "paris", name === "gone" ? "tokyo gone" : "tokyo leaves"]);
      await go(page, "#/objects?filter=deleted");
      await assertNames(page, ["shop-tokyo"]);
      await page.getByRole("row", { name: /tokyo/ }).click();
      await panel(page).getByText("Flux uninstalls its Helm release").waitFor();
    });
  }
});

test("a link shows the same object in the report of another day, and its row", async () => {
  const many = (first: number): string => {
    const clusters = Array.from({ length: 300 }, (_, i) => `  - {name: site-${first + i}, kubeConfig: {secretRef: {name: site-${first + i}}}}\n`).join("");
    return after.replace(/ {2}clusters:\n(?: {2}- .*\n)+/, `  clusters:\n${clusters}`).replace(/ {4}- clusters: \[tokyo\]\n.*\n/, "");
  };
  for (const [name, first] of [["yesterday", 100], ["today", 150]] as const) {
    await open(reportOf(`${name}.html`, many(first)), {}, async ({ page }) => {
      await panel(page).getByRole("heading", { name: "shop-site-390" }).waitFor();
      await seen(page.locator("tr[aria-current]").getByText("shop-site-390"));
    }, "#/objects?object=/HelmRelease/fleet/shop-site-390");
  }
  await open(reportOf("later.html", many(900)), {}, async ({ page }) => {
    await panel(page).getByText("There is no /HelmRelease/fleet/shop-site-390").waitFor();
  }, "#/objects?object=/HelmRelease/fleet/shop-site-390");
});

test("objects whose gates change are counted and named", async () => {
  await open(reportOf("gates.html", before.replace("5.1.0", "5.2.0"), "--base", written("gates.yaml", before)), {}, async ({ page }) => {
    await view(page, "Changes").click();
    const gates = page.locator(".content .group", { hasText: "only in the gates of waves" });
    await gates.locator("summary").click();
    await gates.getByRole("link", { name: "fleet/shop-oslo" }).waitFor();
  });
});

test("a click keeps the words of the filter, and words find reasons, versions and fields", async () => {
  await open(fleet("words"), {}, async ({ page }) => {
    await go(page, "#/attention?filter=stage=production");
    await page.locator(".stages").getByRole("link", { name: "fleet/shop" }).click();
    await assertFragment(page, "objects?filter=stage=production+application=fleet/shop");
    for (const [filter, wanted] of [
      ["UpgradeFailed", ["shop-oslo"]], ["4.9.9", ["shop-tokyo"]], ["paris.example.com", ["shop-paris"]], ["stage=production failed 5.0.0", ["shop-berlin", "shop-oslo", "shop-paris"]],
    ] as const) {
      await page.getByRole("combobox", { name: "Filter" }).fill(filter);
      await assertNames(page, [...wanted], filter);
    }
    await go(page, "#/clusters");
    await eventually(async () => assert.match(await page.locator(".application").getAttribute("title") ?? "", /5\.0\.0 \u00d73, 4\.9\.9 \u00d71, 5\.1\.0 \u00d71/));
  });
});
