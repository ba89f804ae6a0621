import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import test from "node:test";
import type { BrowserContextOptions, Page } from "playwright-core";

import { assertAccessible } from "./axe.ts";
import { open } from "./browser.ts";
import { fleetReport, reportOf } from "./command.ts";
import { eventually } from "./eventually.ts";
import { largeApplication, largeClusters, largeFleet } from "./large.ts";
import { assertFragment, assertNames, fragment, go, names, panel } from "./shown.ts";
import { temporary } from "./temporary.ts";

const report = fleetReport();
const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

// All that a report shows, with what tells that it is there.
const shown: [fragment: string, text: string][] = [
  ["#/attention", "Not ready"], ["#/changes", "was made by"], ["#/clusters", "osaka"], ["#/clusters?filter=legacy", "hub"], ["#/objects", "shop-osaka-shop"],
  ["#/order", "shop"], ["#/findings", "FA502"], ["#/objects?filter=nowhere", "No object"], ["#/objects?filter=region=eu+kind=HelmRelease", "shop-oslo-shop"],
  ["#/objects?object=/HelmRelease/fleet/shop-tokyo-shop", "YAML"], ["#/clusters?place=tokyo", "What differs here"],
];

/** visit shows everything, one after the other. */
async function visit(page: Page, see: (fragment: string) => Promise<void>): Promise<void> {
  for (const [hash, text] of shown) {
    await go(page, hash);
    const seen = page.getByText(text).or(page.getByLabel(text)).first();
    await (text === "YAML" || text === "What differs here" ? panel(page).getByText(text).first() : seen).waitFor();
    await see(hash);
  }
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe-core finds nothing in a report, ${colorScheme}`, async () => {
    await open(report, { colorScheme }, async ({ page }) => {
      await visit(page, (hash) => assertAccessible(page, `${hash} ${colorScheme}`));
    });
  });
}

test("axe-core finds nothing on a phone, in a report of errors, and without scripts", async () => {
  await open(report, phone, async ({ page }) => {
    await visit(page, (hash) => assertAccessible(page, `${hash} phone`));
  });
  const refused = reportOf("refused.html", "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: A}\nspec: {x: 1}\n");
  await open(refused, {}, async ({ page }) => {
    await page.getByRole("alert").getByText("Nothing is rendered").waitFor();
    await assertAccessible(page, "errors");
  });
  // axe-core is a script: instead of no scripts at all, the page has none of its own.
  const plain = temporary("plain.html");
  writeFileSync(plain, readFileSync(report, "utf8").replace(/<script>[^]*?<\/script>/, ""));
  await open(plain, {}, async ({ page }) => {
    await page.getByRole("rowheader", { name: "fleet/shop" }).waitFor();
    await assertAccessible(page, "without scripts");
  });
});

test("the page is dark where people want that, or choose it", async () => {
  const lightness = (page: Page): Promise<number> => page.evaluate(() => {
    const [r = 0, g = 0, b = 0] = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g)!.map(Number);
    return (r + g + b) / 3;
  });
  await open(report, { colorScheme: "light" }, async ({ page }) => {
    assert.ok(await lightness(page) > 200);
    await page.emulateMedia({ colorScheme: "dark" });
    assert.ok(await lightness(page) < 60);
    await page.getByLabel("Theme").selectOption("light");
    assert.ok(await lightness(page) > 200);
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByLabel("Theme").selectOption("dark");
    assert.ok(await lightness(page) < 60);
  });
});

test("a phone shows everything without scrolling sideways", async () => {
  await open(report, phone, async ({ page }) => {
    await visit(page, async (hash) => {
      const [wide, all] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide! <= all!, `${hash}: ${wide} of ${all} pixels`);
      for (const table of await page.locator(".content .table").all()) {
        assert.ok(await table.evaluate((e) => e.scrollWidth <= e.clientWidth), `${hash}: the table is wider than the page`);
      }
    });
    await go(page, "#/objects");
    await page.getByRole("row", { name: /shop-oslo-shop/ }).tap();
    await panel(page).getByRole("heading", { name: "shop-oslo-shop" }).waitFor();
    const box = await panel(page).boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 360, "the panel fits");
    await panel(page).getByRole("button", { name: "Close" }).tap();
    await assertFragment(page, "objects");
    await page.getByRole("combobox", { name: "Filter" }).fill("kind=HelmRepository");
    await assertNames(page, ["shop"]);
  });
});

test("the keyboard reaches everything", async () => {
  await open(report, {}, async ({ page }) => {
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? "");
    await page.locator("tr[data-row]").first().waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("shop");
    await eventually(async () => assert.equal((await names(page)).length, 7));
    for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement?.matches("tr[data-row]"))); i++) await page.keyboard.press("Tab");
    assert.match(await focused(), /HelmRepository/);
    await page.keyboard.press("ArrowDown");
    assert.match(await focused(), /shop-berlin-shop/);
    await page.keyboard.press("End");
    assert.match(await focused(), /shop-tokyo-shop/);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await panel(page).getByRole("heading", { name: "shop-berlin-shop" }).waitFor();
    await eventually(async () => assert.ok(await panel(page).evaluate((e) => e.contains(document.activeElement)), "the focus is in the panel"));
    await panel(page).getByRole("group", { name: "YAML" }).waitFor();
    const inPanel: string[] = [];
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press("Tab");
      inPanel.push(await page.evaluate(() => (document.activeElement?.closest(".line") ? "line" : document.activeElement?.getAttribute("role")) ?? ""));
    }
    assert.ok(inPanel.includes("line"), `a line is reached: ${inPanel}`);
    await page.keyboard.press("Escape");
    await panel(page).waitFor({ state: "detached" });
    assert.match(await focused(), /shop-berlin-shop/, "the focus is back on the row");
    assert.equal(fragment(page), "objects?filter=shop");
  }, "#/objects");
});

test("what has the focus is seen", async () => {
  await open(report, {}, async ({ page }) => {
    await page.locator("tr[data-row]").first().waitFor();
    for (let i = 0; i < 25; i++) {
      await page.keyboard.press("Tab");
      const seen = await page.evaluate(() => {
        const element = document.activeElement;
        if (element === null || element === document.body) return true;
        return [element, ...element.querySelectorAll("*"), element.closest("label") ?? element].some((e) => {
          const style = getComputedStyle(e);
          return style.outlineStyle !== "none" && style.outlineWidth !== "0px" || style.boxShadow !== "none";
        });
      });
      assert.ok(seen, await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200) ?? ""));
    }
  }, "#/objects");
});

test("a print has all rows, and nothing to press", async () => {
  await open(reportOf("rows.html", largeFleet(200, 1)), {}, async ({ page }) => {
    await page.getByText("201 objects").waitFor();
    const rows = (): Promise<number> => page.locator(".content tr[data-row]").count();
    const before = await rows();
    assert.ok(before < 100, `${before} rows are elements`);
    await page.evaluate(() => addEventListener("beforeprint", () => {
      document.title = String(document.querySelectorAll(".content tr[data-row]").length);
    }));
    const pdf = (await page.pdf()).toString("latin1");
    assert.equal(await page.title(), "201", "rows on paper");
    assert.ok(pdf.split(/\/Type\s*\/Page\b/).length - 1 > 2, "the rows are on several pages");
    assert.ok(await rows() < 100, "after the print the others are no elements any more");
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.getByRole("search").isVisible(), false, "filters are not printed");
  }, "#/objects");
});

test("a print has all changes of which the page shows titles only, but what somebody has closed", async () => {
  // Charts of their own versions keep the changes in groups of their own.
  const fleet = (patch: number): string => Array.from({ length: 30 }, (_, i) => largeApplication(i).replace("1.2.0", `1.${i}.${patch}`)).join("---\n");
  const base = temporary("changes.yaml"), clusters = `${largeClusters(2)}---\n`;
  writeFileSync(base, clusters + fleet(0));
  await open(reportOf("changes.html", clusters + fleet(1), "--base", base), {}, async ({ page }) => {
    const open = (): Promise<number> => page.locator("details.group[open]").count();
    await page.locator("details.group").first().waitFor();
    const groups = await page.locator("details.group").count();
    assert.equal(groups, 30);
    assert.equal(await open(), 25);
    await page.locator("details.group > summary").first().click();
    // The page hears of it in a later task.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    await page.evaluate(() => addEventListener("beforeprint", () => {
      document.title = String([...document.querySelectorAll("details.group[open]")].filter((e) => e.querySelector(".what")).length);
    }));
    await page.pdf();
    assert.equal(await page.title(), "29", "open on paper");
    assert.equal(await open(), 24, "after the print they are as before");
  }, "#/changes");
});

test("without scripts the tables have all applications and clusters, and what changes", async () => {
  await open(report, { javaScriptEnabled: false }, async ({ page }) => {
    const text = await page.locator("body").innerText();
    for (const name of ["fleet/shop", "fleet/site", "hub", "berlin", "oslo", "paris", "osaka", "tokyo", "denver", "region=eu", "4.2.1", "3/6", "FA502"]) assert.ok(text.includes(name), name);
    assert.ok(text.includes("deleted: Kustomization fleet/legacy"), "what changes");
    assert.ok(await page.getByRole("table").count() >= 3);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
});

test("no name is cut, what all have is muted, and rows are equally high", async () => {
  const name = `${"fleet-of-the-north-".repeat(2)}rack-0017`;
  await open(reportOf("names.html", largeFleet(3, 1).replaceAll("cluster-0001", name)), { viewport: { width: 390, height: 700 } }, async ({ page }) => {
    for (const [hash, wanted, same] of [["#/clusters", ["cluster-0000", name, "cluster-0002"], ""], ["#/objects?filter=HelmRelease", ["cluster-0000", name, "cluster-0002"].map((of) => `app-0-${of}`), "app-0-"]] as const) {
      await go(page, hash);
      await assertNames(page, [...wanted]);
      const cells = page.locator("tr[data-row] > th[scope=row]"), cell = cells.filter({ hasText: "rack-0017" });
      assert.equal(await cell.evaluate((element) => (getSelection()!.selectAllChildren(element.firstElementChild!), getSelection()!.toString())), wanted[1]);
      assert.ok(await cells.evaluateAll((all) => all.every((one) => one.scrollWidth <= one.clientWidth)), `${hash}: nothing is cut`);
      assert.equal(await cells.evaluateAll((all) => new Set(all.map((one) => one.clientHeight)).size), 1, `${hash}: heights`);
      assert.equal((await cell.locator(".same").allTextContents()).join(""), same);
    }
    await page.getByRole("row", { name }).press("Enter");
    await panel(page).getByRole("heading", { name }).waitFor();
  }, "#/clusters");
});

test("a deleted object shows its YAML, as it was", async () => {
  await open(report, {}, async ({ page }) => {
    await page.locator(".panel.gone .listing").getByText("kind: Kustomization").waitFor();
    await panel(page).getByText("before/legacy.yaml:10:7").first().waitFor();
    await assertAccessible(page, "a deleted object");
  }, "#/objects?object=/Kustomization/fleet/legacy");
});

test("states sort by how bad they are", async () => {
  await open(report, {}, async ({ page }) => {
    const state = page.getByRole("button", { name: "State", exact: true }), at = (i: number) => page.locator("tr[data-row]").nth(i).locator("td .badge").first();
    await state.click();
    await eventually(async () => assert.deepEqual([await at(0).textContent(), await at(1).textContent(), await at(2).textContent()], ["failed", "missing", "progressing"]));
    await state.click();
    await eventually(async () => assert.equal(await at(0).textContent(), "ready"));
  }, "#/objects?filter=HelmRelease");
});

test("a phone has symbols behind numbers, and the words for readers of screens", async () => {
  const word = (page: Page) => page.getByRole("link", { name: /4 clusters.*1 failed/ }).locator(".badge .word").first();
  const symbol = (page: Page) => word(page).evaluate((element) => getComputedStyle(element.parentElement!, "::after").content);
  await open(report, phone, async ({ page }) => {
    assert.ok((await word(page).boundingBox())!.width <= 1);
    assert.equal(await symbol(page), '"\u2715" / ""');
  }, "#/order");
  await open(report, {}, async ({ page }) => {
    assert.ok((await word(page).boundingBox())!.width > 10);
    assert.equal(await symbol(page), "none");
  }, "#/order");
});

test("a thousand findings that say the same are one sentence with its places", async () => {
  const documents = Array.from({ length: 1000 }, (_, i) => largeApplication(i).replace("replicas: 2", "replicas: 1.10")).join("---\n");
  await open(reportOf("alike.html", largeClusters(1) + "---\n" + documents), {}, async ({ page }) => {
    const item = page.locator(".findings section > ul > li").filter({ hasText: "some YAML readers drop digits" });
    await item.getByText("1,000 places").waitFor();
    assert.equal(await item.count(), 1);
    assert.equal(await item.getByRole("listitem").count(), 5);
    await item.getByRole("button", { name: "and 995 more" }).click();
    assert.equal(await item.getByRole("listitem").count(), 505);
  }, "#/findings?filter=FA502");
});
