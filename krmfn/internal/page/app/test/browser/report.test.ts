import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import test from "node:test";
import type { Page } from "playwright-core";

import { open } from "./browser.ts";
import { fleetReport, good, reportOf } from "./command.ts";
import { eventually } from "./eventually.ts";
import { largeFleet } from "./large.ts";
import { assertFragment, assertNames, go, names, panel, view } from "./shown.ts";
import { temporary } from "./temporary.ts";

const report = fleetReport();
const releases = ["shop-berlin-shop", "shop-denver-shop", "shop-osaka-shop", "shop-oslo-shop", "shop-paris-shop", "shop-tokyo-shop"];
const gone = ["legacy", "legacy"]; // a Kustomization and its source
const objects = ["shop", "site", "crds", "site-berlin", "site-oslo", ...releases, ...gone];
const clusters = ["hub", "berlin", "oslo", "paris", "osaka", "tokyo", "denver"];

test("a report begins with what needs attention, and shows all tables", async () => {
  await open(report, {}, async ({ page }) => {
    assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "after");
    await page.getByRole("heading", { name: "Not ready" }).waitFor();
    await view(page, "Changes").click();
    await page.getByRole("heading", { name: "Changes", level: 2 }).waitFor();
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
    ["#/objects?filter=tokyo", ["shop-tokyo-shop"]],
    ["#/objects?filter=HELMRELEASE+oslo", ["shop-oslo-shop"]],
    ["#/objects?filter=nowhere", []],
    ["#/objects?filter=application=fleet/site", ["site", "crds", "site-berlin", "site-oslo"]],
    ["#/objects?filter=cluster=berlin", ["site-berlin", "shop-berlin-shop"]],
    ["#/objects?filter=region=eu", eu],
    ["#/objects?filter=region=eu+kind=Kustomization", ["site-berlin", "site-oslo"]],
    ["#/objects?filter=kind=GitRepository", ["site", "legacy"]],
    ["#/objects?filter=failed", ["shop-oslo-shop"]],
    ["#/objects?filter=state=missing", ["shop-tokyo-shop"]],
    ["#/objects?filter=moved", ["site-berlin"]],
    ["#/objects?filter=change=created", ["shop-denver-shop"]],
    ["#/clusters?filter=stage=production", ["oslo", "paris", "tokyo", "denver"]],
    ["#/clusters?filter=application=fleet/site", ["hub", "berlin", "oslo"]],
    ["#/clusters?filter=failed", ["oslo"]],
    ["#/clusters?filter=change=moved", ["berlin"]],
    ["#/applications?filter=kind=Kustomization", ["hub", "berlin", "oslo"]],
    ["#/clusters?filter=4.2.1", ["oslo", "paris", "tokyo", "denver"]],
  ];
  await open(report, {}, async ({ page }) => {
    for (const [fragment, rows] of wanted) {
      await go(page, fragment);
      await assertNames(page, rows, fragment);
    }
    for (const [severity, code, other] of [["warning", "FA502", "FA514"], ["info", "FA514", "FA502"]] as const) {
      await go(page, `#/findings?filter=severity=${severity}+region=eu`);
      await page.locator(".content").getByText(code).first().waitFor();
      assert.equal(await page.locator(".content").getByText(other).count(), 0);
    }
  });
});

test("words are written into one box, offered, and taken away", async () => {
  await open(report, {}, async ({ page }) => {
    const box = page.getByRole("combobox", { name: "Filter" });
    await box.pressSequentially("shop kind=HelmRelease ");
    await assertNames(page, releases);
    const offered = await page.locator("#filter-words option").evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
    for (const word of ["failed", "region=asia", "application=fleet/site"]) assert.ok(offered.includes(`shop kind=HelmRelease ${word}`), `${word} of ${offered}`);
    await box.pressSequentially("region=asia");
    await assertNames(page, ["shop-osaka-shop", "shop-tokyo-shop"]);
    await assertFragment(page, "objects?filter=shop+kind=HelmRelease+region=asia");
    assert.equal(await view(page, "Objects").locator(".count").innerText(), "2");
    await view(page, "Clusters").click();
    await assertNames(page, ["osaka", "tokyo"]);
    await box.focus();
    await go(page, "#/clusters?filter=oslo");
    await eventually(async () => assert.equal(await box.inputValue(), "oslo", "a link has its words in the box, also while that has the focus"));
    await page.keyboard.press("Escape");
    await assertNames(page, clusters);
    assert.equal(await box.inputValue(), "");
  }, "#/objects");
});

test("the focus stays where a number is followed", async () => {
  await open(report, {}, async ({ page }) => {
    await page.locator(".headline").getByRole("link", { name: /created/ }).focus();
    await page.keyboard.press("Enter");
    await eventually(async () => assert.equal(await page.locator(".content .group").count(), 1));
    await eventually(async () => assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ""), /^1 created/));
  }, "#/changes");
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
    await go(page, "#/objects?filter=cluster");
    await eventually(async () => assert.equal(await table.evaluate((element) => element.scrollTop), 0, "other rows begin at the top"));
  }, "#/objects");
});

test("a table is sorted by its columns", async () => {
  await open(report, {}, async ({ page }) => {
    await assertNames(page, objects);
    const asWritten = await names(page);
    const heading = page.getByRole("columnheader", { name: "Name", exact: true });
    for (const [direction, wanted] of [["ascending", [...objects].sort()], ["descending", [...objects].sort().reverse()], ["none", asWritten]] as const) {
      await heading.getByRole("button").click();
      await eventually(async () => assert.deepEqual(await names(page), wanted));
      assert.equal(await heading.getAttribute("aria-sort"), direction);
    }
  }, "#/objects");
});

test("clusters are rows by stage, applications are columns, and what needs attention is first and marked", async () => {
  await open(report, {}, async ({ page }) => {
    const rows = (): Promise<string[][]> => page.locator(".content .table tr:not([aria-hidden])").evaluateAll((all) => all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText.replace(/\s+/g, " ").trim())));
    await eventually(async () => assert.deepEqual(await rows(), [
      ["Cluster", "shop HelmRelease", "site Kustomization", "legacy gone Kustomization"],
      ["test 1 cluster"], ["berlin", "5.0.0 \u2192 5.1.0", "main moved", ""],
      ["staging 1 cluster"], ["osaka", "5.0.0 changed", "", ""],
      ["production 4 clusters"], ["denver", "4.2.1 created", "", ""], ["oslo", "4.1.0 \u2192 4.2.1 failed", "main", ""], ["paris", "4.1.0 \u2192 4.2.1 progressing", "", ""], ["tokyo", "4.1.0 \u2192 4.2.1 missing", "", ""],
      ["no stage 1 cluster"], ["hub", "", "main", "main deleted"],
    ]));
    assert.equal(await page.locator(".content td del").innerText(), "main");
    assert.equal(await page.locator(".application").first().getAttribute("title"), "fleet/shop\nHelmRelease shop\nHelmRepository https://charts.example.com/shop\n4.2.1 \u00d74, 5.0.0 \u00d71, 5.1.0 \u00d71\n6 clusters, 7 objects\n3 not ready, 6 changes");
    await page.getByRole("link", { name: "4.1.0 \u2192 4.2.1 missing" }).click();
    await panel(page).getByRole("heading", { name: "shop-tokyo-shop" }).waitFor();
    await assertFragment(page, "clusters?object=/HelmRelease/fleet/shop-tokyo-shop");
    await page.getByRole("link", { name: "site", exact: true }).click();
    await assertNames(page, ["berlin", "oslo", "hub"]);
    await page.getByRole("link", { name: "no stage" }).click();
    await assertNames(page, ["hub"]);
    await go(page, "#/clusters?filter=legacy");
    await eventually(async () => assert.deepEqual(await rows(), [["Cluster", "legacy gone Kustomization"], ["no stage 1 leaves"], ["hub leaves", "main deleted"]]));
  }, "#/clusters");
});

test("applications that do not fit are behind a count, and a phone shows one at a time", async () => {
  const wide = reportOf("wide.html", largeFleet(20, 12).replace("name: app-11, namespace: fleet}", "name: app-11, namespace: other}").replace("values: {replicas: 3}", "values: {replicas: 3}\n    - cluster: cluster-0007\n      chart: {version: 0.9.0}"), "--by", "stage");
  const shown = (page: Page): Promise<string[]> => page.locator(".content .application > a").allInnerTexts();
  await open(wide, {}, async ({ page }) => {
    const table = page.locator(".content .table"), fits = (): Promise<boolean> => table.evaluate((e) => e.scrollWidth <= e.clientWidth);
    await page.getByRole("button", { name: /^and \d+ more$/ }).waitFor();
    const first = await shown(page);
    assert.equal(first[0], "app-0", "the application with an odd version");
    assert.ok(first.length < 12 && await fits());
    await page.getByRole("link", { name: "\u2260 0.9.0" }).waitFor();
    await page.getByRole("button", { name: `and ${12 - first.length} more` }).press("Enter");
    await eventually(async () => assert.equal((await shown(page)).length, 12));
    assert.equal(await fits(), false);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "show fewer");
    await table.evaluate((e) => e.scrollTo(e.scrollWidth, 0));
    assert.ok((await page.getByRole("rowheader", { name: "cluster-0007" }).boundingBox())!.x >= 0, "names stay");
    await page.keyboard.press("Enter");
    await eventually(async () => assert.deepEqual(await shown(page), first));
  }, "#/clusters");
  await open(wide, { viewport: { width: 390, height: 800 } }, async ({ page }) => {
    const choice = page.getByRole("combobox", { name: "Application" }), cell = page.getByRole("row", { name: /^cluster-0007/ }).locator("td");
    assert.equal(await choice.locator("option").first().innerText(), "fleet/app-0: 1 odd");
    await eventually(async () => assert.deepEqual(await cell.allInnerTexts(), ["\u2260 0.9.0"]));
    await choice.focus();
    await choice.selectOption("other/app-11");
    await eventually(async () => assert.deepEqual(await cell.allInnerTexts(), ["1.2.0"]));
    assert.ok(await choice.evaluate((element) => element === document.activeElement), "the focus stays");
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
    await answer.getByText("covers 1 lower layer").click();
    assert.match(await answer.innerText(), /3 from defaults after\/shop\.yaml:13:19/);
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
    await page.locator(".headline").getByRole("link", { name: /created/ }).click();
    await eventually(async () => assert.equal(await group.count(), 1));
    await group.getByRole("link", { name: "fleet/shop-denver-shop" }).click();
    await panel(page).getByRole("heading", { name: "shop-denver-shop" }).waitFor();
  }, "#/changes");
});

test("states and their reasons are shown", async () => {
  await open(report, {}, async ({ page }) => {
    const cell = (name: RegExp, text: string) => page.getByRole("row", { name }).getByText(text, { exact: true }).waitFor();
    for (const [name, state] of [["shop-oslo-shop", "failed"], ["shop-paris-shop", "progressing"], ["shop-tokyo-shop", "missing"], ["crds", "ready"]] as const) {
      await cell(new RegExp(name), state);
    }
    await page.getByRole("row", { name: /shop-oslo-shop/ }).click();
    await panel(page).getByText("timed out waiting for the condition <b>&").waitFor();
    await panel(page).getByText("InstallFailed").waitFor();
    await panel(page).getByText("1h ago").waitFor();
  }, "#/objects");
});

test("back goes back", async () => {
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

test("places are links where the command is told an address", async () => {
  const documents = readFileSync("test/browser/fleet/after/site.yaml", "utf8");
  const clusters = readFileSync("test/browser/fleet/after/clusters.yaml", "utf8");
  await open(reportOf("link.html", `${documents}---\n${clusters}`, "--link", "https://git.example.com/fleet/blob/main/{file}#L{line}"), {}, async ({ page }) => {
    const link = panel(page).locator("a.place").first();
    assert.equal(await link.getAttribute("href"), "https://git.example.com/fleet/blob/main/%3Cstdin%3E#L10");
    assert.equal(await link.getAttribute("rel"), "noopener noreferrer");
  }, "#/objects?object=/Kustomization/fleet/crds");
  await open(report, {}, async ({ page }) => {
    await panel(page).locator(".place").first().waitFor();
    assert.equal(await page.locator("a.place").count(), 0);
  }, "#/objects?object=/Kustomization/fleet/crds");
});
