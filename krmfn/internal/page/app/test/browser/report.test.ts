import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import test from "node:test";

import { open } from "./browser.ts";
import { fleetReport, good, reportOf } from "./command.ts";
import { eventually } from "./eventually.ts";
import { largeFleet } from "./large.ts";
import { assertFragment, assertNames, go, names, panel, view } from "./shown.ts";
import { temporary } from "./temporary.ts";

const report = fleetReport();
const releases = ["shop-berlin-shop", "shop-denver-shop", "shop-osaka-shop", "shop-oslo-shop", "shop-paris-shop", "shop-tokyo-shop"];
const objects = ["shop", "site", "crds", "site-berlin", "site-oslo", ...releases];
const clusters = ["hub", "berlin", "oslo", "paris", "osaka", "tokyo", "denver"];

test("a report begins with the changes, and shows all tables", async () => {
  await open(report, {}, async ({ page }) => {
    assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "after");
    await page.getByRole("heading", { name: "Changes since before" }).waitFor();
    await view(page, "Applications").click();
    await assertNames(page, ["fleet/shop", "fleet/site"]);
    await view(page, "Clusters").click();
    await assertNames(page, clusters);
    await view(page, "Objects").click();
    await assertNames(page, objects);
    await view(page, "Findings").click();
    await page.getByText("some YAML readers drop digits of this number").waitFor();
    await page.getByText("after/shop.yaml:14:20").waitFor();
  });
});

test("filters choose rows", async () => {
  const eu = ["shop-berlin-shop", "shop-oslo-shop", "shop-paris-shop", "site-berlin", "site-oslo"];
  const wanted: [fragment: string, rows: string[]][] = [
    ["#/objects?search=tokyo", ["shop-tokyo-shop"]],
    ["#/objects?search=HELMRELEASE%20oslo", ["shop-oslo-shop"]],
    ["#/objects?search=nowhere", []],
    ["#/objects?application=fleet/site", ["site", "crds", "site-berlin", "site-oslo"]],
    ["#/objects?cluster=berlin", ["site-berlin", "shop-berlin-shop"]],
    ["#/objects?label=region%3Deu", eu],
    ["#/objects?label=region%3Deu&kind=Kustomization", ["site-berlin", "site-oslo"]],
    ["#/objects?label=region", [...releases, "site-berlin", "site-oslo"]],
    ["#/objects?kind=GitRepository", ["site"]],
    ["#/objects?state=failed", ["shop-oslo-shop"]],
    ["#/objects?state=missing", ["shop-tokyo-shop"]],
    ["#/objects?action=moved", ["site-berlin"]],
    ["#/objects?action=created", ["shop-denver-shop"]],
    ["#/clusters?label=stage%3Dproduction", ["oslo", "paris", "tokyo", "denver"]],
    ["#/clusters?application=fleet/site", ["hub", "berlin", "oslo"]],
    ["#/clusters?state=failed", ["oslo"]],
    ["#/clusters?action=moved", ["berlin"]],
    ["#/applications?kind=Kustomization", ["fleet/site"]],
    ["#/applications?search=4.2.1", ["fleet/shop"]],
    ["#/applications?cluster=hub", ["fleet/site"]],
    ["#/applications?state=missing", ["fleet/shop"]],
  ];
  await open(report, {}, async ({ page }) => {
    for (const [fragment, rows] of wanted) {
      await go(page, fragment);
      await assertNames(page, rows, fragment);
    }
    for (const [severity, code, other] of [["warning", "FA502", "FA514"], ["info", "FA514", "FA502"]] as const) {
      await go(page, `#/findings?severity=${severity}`);
      await page.locator(".content").getByText(code).first().waitFor();
      assert.equal(await page.locator(".content").getByText(other).count(), 0);
    }
  });
});

test("filters are chosen by hand, shown, and taken away", async () => {
  await open(report, {}, async ({ page }) => {
    const filter = page.getByRole("search");
    await filter.getByRole("searchbox").fill("shop");
    await assertNames(page, [...releases, "shop"]);
    await filter.getByLabel("Kind").selectOption("HelmRelease");
    await assertNames(page, releases);
    await filter.getByLabel("Label").fill("region=asia");
    await assertNames(page, ["shop-osaka-shop", "shop-tokyo-shop"]);
    await assertFragment(page, "objects?search=shop&label=region%3Dasia&kind=HelmRelease");
    await page.getByText("Showing 2 of 11 objects").waitFor();
    await filter.getByRole("button", { name: "Remove the filter Kind: HelmRelease" }).click();
    await assertFragment(page, "objects?search=shop&label=region%3Dasia");
    await filter.getByRole("button", { name: "Clear all" }).click();
    await assertNames(page, objects);
    assert.equal(await filter.getByRole("searchbox").inputValue(), "");
  }, "#/objects");
});

test("the focus goes on where a filter is taken away", async () => {
  await open(report, {}, async ({ page }) => {
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
    await page.getByRole("button", { name: "Remove the filter Search: shop" }).focus();
    for (const next of ["Remove the filter Label: region=asia", "Remove the filter Kind: HelmRelease", "Search"]) {
      await page.keyboard.press("Enter");
      await eventually(async () => assert.equal(await focused(), next));
    }
    await go(page, "#/changes");
    const link = page.locator(".content .summary").getByRole("link", { name: /created/ });
    await link.focus();
    await page.keyboard.press("Enter");
    await eventually(async () => assert.equal(await page.locator(".content .group").count(), 1));
    await eventually(async () => assert.match(await focused(), /^created/));
  }, "#/objects?search=shop&label=region%3Dasia&kind=HelmRelease");
});

test("a table that is shown again is where it was", async () => {
  await open(reportOf("long.html", largeFleet(200, 1)), {}, async ({ page }) => {
    const table = page.locator(".content .table");
    await page.getByText("201 objects").waitFor();
    await table.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2));
    await page.getByRole("row", { name: /cluster-0100/ }).first().waitFor();
    const top = await table.evaluate((element) => element.scrollTop);
    await view(page, "Clusters").click();
    await page.getByText("200 clusters").waitFor();
    await view(page, "Objects").click();
    await page.getByText("201 objects").waitFor();
    await eventually(async () => assert.ok(Math.abs(await table.evaluate((element) => element.scrollTop) - top) < 2));
    await go(page, "#/objects?search=cluster");
    await eventually(async () => assert.equal(await table.evaluate((element) => element.scrollTop), 0, "other rows begin at the top"));
  }, "#/objects");
});

test("a table is sorted by its columns", async () => {
  await open(report, {}, async ({ page }) => {
    await assertNames(page, clusters);
    const asWritten = await names(page);
    const heading = page.getByRole("columnheader", { name: "Cluster" });
    for (const [direction, wanted] of [["ascending", [...clusters].sort()], ["descending", [...clusters].sort().reverse()], ["none", asWritten]] as const) {
      await heading.getByRole("button").click();
      await eventually(async () => assert.deepEqual(await names(page), wanted));
      assert.equal(await heading.getAttribute("aria-sort"), direction);
    }
  }, "#/clusters");
});

test("a row opens the panel with YAML, and each line tells the layer and the line that set it", async () => {
  await open(report, {}, async ({ page }) => {
    await page.getByRole("row", { name: /shop-tokyo-shop/ }).click();
    await assertFragment(page, "objects?object=/HelmRelease/fleet/shop-tokyo-shop");
    await panel(page).getByRole("heading", { name: "shop-tokyo-shop" }).waitFor();
    const code = panel(page).getByRole("group", { name: "YAML" });
    await code.locator(".line", { hasText: "replicas: 7" }).waitFor();
    const shown = (await code.locator(".line").allTextContents()).join("");
    assert.equal(shown, good(["render", "after"]).split("---\n").find((doc) => doc.includes("name: shop-tokyo-shop"))?.replace("adminPassword: mellon", "adminPassword: (hidden)"));
    await code.locator(".line", { hasText: "replicas: 7" }).click();
    const answer = code.locator(".answer");
    await answer.getByText("overrides[3]").waitFor();
    await answer.getByText("after/shop.yaml:28:26").waitFor();
    await answer.getByText("covers 2 lower layers").click();
    assert.match(await answer.innerText(), /3 from overrides\[2\] after\/shop\.yaml:26:26[^]*2 from defaults after\/shop\.yaml:13:19/);
    await code.locator(".line", { hasText: "host: shop.tokyo.example.com" }).click();
    assert.match(await answer.innerText(), /set by defaults after\/shop\.yaml:16:25\s*written as shop\.\$\(cluster\.name\)\.example\.com/);
  }, "#/objects");
});

test("a number keeps its digits, and a secret is not in the file", async () => {
  await open(report, {}, async ({ page }) => {
    const code = panel(page).getByRole("group", { name: "YAML" });
    for (const line of ["precision: 1.10", "adminPassword: (hidden)"]) await code.locator(".line", { hasText: line }).waitFor();
    assert.ok(!(await page.content()).includes("mellon"));
  }, "#/objects?object=/HelmRelease/fleet/shop-tokyo-shop");
});

test("a cluster shows its labels, applications, and what differs on it", async () => {
  await open(report, {}, async ({ page }) => {
    await page.getByRole("row", { name: /tokyo/ }).click();
    await assertFragment(page, "clusters?place=tokyo");
    const shown = panel(page);
    await shown.getByText("region=asia").waitFor();
    await shown.getByRole("link", { name: "fleet/shop", exact: true }).waitFor();
    const difference = shown.locator(".differences li", { hasText: "spec.values.replicas" });
    const summary = difference.locator("summary").first();
    assert.match(await summary.innerText(), /spec\.values\.replicas\s+7\s+usually\s+3/);
    await summary.click();
    await difference.getByText("overrides[3]").waitFor();
    await shown.getByRole("link", { name: "fleet/shop-tokyo-shop" }).first().click();
    await panel(page).getByRole("heading", { name: "shop-tokyo-shop" }).waitFor();
  }, "#/clusters");
});

test("changes are in groups, deletions first, with both sides", async () => {
  await open(report, {}, async ({ page }) => {
    const group = page.locator(".content .group");
    await group.first().waitFor();
    const titles = await group.locator("h3").allInnerTexts();
    assert.deepEqual(titles.map((title) => title.trim().split(/\s+/)[0]), ["deleted", "deleted", "moved", "changed", "changed", "changed", "changed", "created"]);
    assert.match(titles[2]!, /site-berlin.*on berlin/s);
    assert.match(titles[3]!, /2 HelmReleases/);
    const moved = group.nth(2);
    await moved.getByText("Flux deletes what only ./deploy has").waitFor();
    assert.equal(await moved.locator("del").innerText(), "./deploy");
    assert.equal(await moved.locator("ins").innerText(), "./deploy/next");
    assert.deepEqual(await moved.locator("mark").allInnerTexts(), ["/next"], "the words that differ are marked");
    const [before, after] = await Promise.all([moved.locator("del").boundingBox(), moved.locator("ins").boundingBox()]);
    assert.ok(before && after && before.x + before.width <= after.x && Math.abs(before.y - after.y) < 4, "the sides are beside each other");
    await moved.getByText("after/site.yaml:16:13").waitFor();
    await page.locator(".content .summary").getByRole("link", { name: /created/ }).click();
    await eventually(async () => assert.equal(await group.count(), 1));
    await group.getByRole("link", { name: "fleet/shop-denver-shop" }).click();
    await panel(page).getByRole("heading", { name: "shop-denver-shop" }).waitFor();
  }, "#/changes");
});

test("states and their reasons are shown", async () => {
  await open(report, {}, async ({ page }) => {
    const cell = (name: RegExp, text: string) => page.getByRole("row", { name }).getByText(text, { exact: true }).waitFor();
    await cell(/fleet\/shop/, "3/6");
    await cell(/fleet\/site/, "3/3");
    await go(page, "#/objects");
    for (const [name, state] of [["shop-oslo-shop", "failed"], ["shop-paris-shop", "progressing"], ["shop-tokyo-shop", "missing"], ["crds", "ready"]] as const) {
      await cell(new RegExp(name), state);
    }
    await page.getByRole("row", { name: /shop-oslo-shop/ }).click();
    await panel(page).getByText("timed out waiting for the condition <b>&").waitFor();
    await panel(page).getByText("InstallFailed").waitFor();
    await panel(page).getByText("1h ago").waitFor();
  }, "#/applications");
});

test("back goes back, and leaving out what a view has no filter for", async () => {
  await open(report, {}, async ({ page }) => {
    await assertNames(page, objects);
    await view(page, "Clusters").click();
    await assertNames(page, clusters);
    await page.getByRole("row", { name: /oslo/ }).click();
    await panel(page).waitFor();
    await page.goBack();
    await panel(page).waitFor({ state: "detached" });
    await assertFragment(page, "clusters");
    await page.goBack();
    await assertNames(page, objects);
    await page.goForward();
    await assertNames(page, clusters);
  }, "#/objects");
});

test("an object shows which Kustomization of delivery applies it, and what that waits for", async () => {
  const config = temporary("config.yaml");
  writeFileSync(config, `apiVersion: fluxapp.dev/v1alpha1
kind: RenderConfig
metadata: {name: fleet, namespace: flux-system}
spec: {delivery: {sourceRef: {kind: GitRepository, name: fleet}, groups: 1}}
`);
  const app = (name: string, workload: string, kind: string): string => `---
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: ${name}, namespace: apps}
spec: {source: {sourceRef: {kind: ${kind}, name: all}}, config: {${workload}}}
`;
  const destination = "destination: {kubeConfig: {secretRef: {name: berlin}}}, interval: 1h";
  const documents = app("db", `helmRelease: {chart: {chart: db}, deploy: [{${destination}}]}`, "HelmRepository") +
    app("web", `kustomization: [{${destination}, path: ./web, prune: true, dependsOn: [{application: db}]}]`, "GitRepository");
  await open(reportOf("ordered.html", documents, "--config", config), {}, async ({ page }) => {
    await go(page, "#/objects");
    await page.getByRole("row", { name: /web-berlin/ }).click();
    await panel(page).getByText("flux-system/fleet-apps-web-berlin").waitFor();
    await panel(page).getByRole("link", { name: "apps/db" }).click();
    await assertNames(page, ["db-berlin"]);
  });
});
