import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import test from "node:test";
import type { Page } from "playwright-core";

import { open } from "./browser.ts";
import { fluxapp } from "./command.ts";
import { eventually } from "./eventually.ts";
import { temporary } from "./temporary.ts";

// What people could write to make a page do something. Each would set window.hit, add an element, or hide what follows it.
const payloads = [
  "<script>hit=1</script>",
  "</script><script>hit=2</script>",
  "<img src=x onerror=hit=3>",
  `"><svg onload="hit=4">`,
  `' autofocus onfocus='hit=5`,
  "<!--", "--><b>bold</b>", "<!--fluxapp:data-->", "<!--fluxapp:static-->", "]]>", "<![CDATA[",
  "javascript:hit=6",
  "</title></style></textarea></template></main><iframe srcdoc='<script>parent.hit=7</script>'>",
  "<base href=//evil.example/><link rel=stylesheet href=//evil.example/x.css><meta http-equiv=refresh content=0>",
  "&lt;img src=x onerror=hit=8&gt; &amp; &#60;",
  "${hit=9} {{hit=9}} {{script}} $& $1 `hit`",
  `=HYPERLINK("http://evil.example","x")`, "@import 'http://evil.example'", "url(http://evil.example)",
  "__proto__", "constructor",
];

// Texts with characters that hide or turn what is around them. The page shows each as an escape.
const unseen = ["a\u202Eb", "a\u2028b", "a\u200Bb"];

/** quoted writes a value as JSON in ASCII, as kubectl does. */
const quoted = (value: unknown): string => JSON.stringify(value).replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);

// accepted are documents that render, with payloads wherever any text may be.
function accepted(): string {
  const values = [...payloads, ...unseen].map((text, i) => `          key${i}: ${quoted(text)}\n          ${quoted(`${text} ${i}`)}: 1\n`);
  return `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  clusters:
  - {name: berlin, labels: {region: eu}, params: {text: ${quoted(payloads[2]!)}}, kubeConfig: {secretRef: {name: berlin}}}
  - {name: oslo, labels: {region: eu}, kubeConfig: {secretRef: {name: oslo}}}
  - {name: tokyo, labels: {region: asia}, kubeConfig: {secretRef: {name: tokyo}}}
  source:
    helmRepository: {url: ${quoted(`https://charts.example.com/${payloads[2]}`)}, interval: 1h}
  config:
    helmRelease:
      chart: {chart: web, version: 1.2.0}
      deploy:
      - destination: {clusterSelector: {}}
        interval: 1h
        values:
${values.join("")}    overrides:
    - cluster: berlin
      values: {text: $(cluster.params.text)}
`;
}

// refused are documents whose names, labels and keys are no names; the findings repeat them.
function refused(): string {
  return payloads.map((text, i) => `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: ${quoted(text)}, namespace: ${quoted(`${text}-${i}`)}, labels: {${quoted(text)}: ${quoted(text)}}}
spec:
  ${quoted(text)}: 1
  clusters: [{name: ${quoted(text)}, labels: {${quoted(text)}: ${quoted(text)}}}]
  source: {gitRepository: {url: ${quoted(text)}, ref: {branch: ${quoted(text)}}}}
  config: {kustomization: [{destination: {cluster: ${quoted(text)}}, path: ${quoted(text)}, interval: ${quoted(text)}, prune: true}]}
`).join("---\n");
}

/** folderOf writes documents into a folder and a file with markup in their names. */
function folderOf(name: string, documents: string): string {
  const folder = temporary(`${name} <img src=x onerror=hit=10>`);
  mkdirSync(folder);
  writeFileSync(`${folder}/"><svg onload=hit=11>'.yaml`, documents);
  return folder;
}

/** hostileReport writes a report of a folder with a change and with states, whose messages are payloads too. */
function hostileReport(): string {
  const folder = folderOf("accepted", accepted()), before = folderOf("before", accepted().replaceAll("key1:", "was1:").replaceAll("1.2.0", "1.1.0"));
  const observed = temporary("<b>observed.json"), file = temporary("hostile.html");
  const rendered = fluxapp(["render", folder, "-o", "jsonl"]);
  assert.equal(rendered.code, 0, rendered.errors);
  const items = rendered.out.trim().split("\n").map((line, i) => {
    const { object } = JSON.parse(line) as { object: { metadata: object } };
    const condition = { type: "Ready", status: "False", reason: "Failed", message: payloads.slice(i).join("\n"), observedGeneration: 1, lastTransitionTime: "2026-11-23T03:00:00Z" };
    return { ...object, metadata: { ...object.metadata, generation: 1 }, status: { observedGeneration: 1, lastAppliedRevision: payloads[0], conditions: [condition] } };
  });
  writeFileSync(observed, quoted({ apiVersion: "v1", kind: "List", items }));
  const run = fluxapp(["report", folder, "--base", before, "--observed", observed, "-o", file]);
  assert.equal(run.code, 0, run.errors);
  return file;
}

function refusedReport(): string {
  const file = temporary("refused.html");
  assert.equal(fluxapp(["report", folderOf("refused", refused()), "-o", file]).code, 1);
  return file;
}

/** assertInert asserts that a page has only elements of its own, and that nothing ran. */
async function assertInert(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    elements: [...document.querySelectorAll("img, iframe, base, object, embed, link, meta[http-equiv=refresh], template, form")].map((e) => e.outerHTML),
    handlers: [...document.querySelectorAll("*")].filter((e) => e.getAttributeNames().some((name) => name.startsWith("on") || name === "style" && e.getAttribute("style")!.includes("url("))).map((e) => e.outerHTML),
    links: [...document.querySelectorAll("[href], [src], [action], [*|href]")].filter((e) => !/^#/.test(e.getAttribute("href") ?? e.getAttribute("src") ?? "")).map((e) => e.outerHTML),
    scripts: [...document.scripts].filter((s) => s.type !== "text/plain").length,
    bold: [...document.querySelectorAll("b")].filter((e) => e.textContent === "bold").length,
    hit: (window as { hit?: number }).hit,
  }));
  assert.deepEqual(found, { elements: [], handlers: [], links: [], scripts: 1, bold: 0, hit: undefined }, where);
}

/** look shows every view, and every object and cluster of a report in the panel. */
async function look(page: Page): Promise<void> {
  await page.locator("nav a").first().waitFor();
  for (const view of await page.locator("nav a").all()) {
    const shown = await page.locator(".content > div").evaluateHandle((content) => content.firstElementChild);
    const again = await view.getAttribute("aria-current") === "page";
    await view.click();
    // The content of the last view is gone, and that of this one is complete.
    await eventually(async () => assert.ok(again || await page.locator(".content > div:not([aria-busy])").evaluate((content, old) => content.firstElementChild !== null && content.firstElementChild !== old, shown)));
    await assertInert(page, await view.innerText());
  }
}

const report = hostileReport(), errors = refusedReport();

test("text of documents is never markup, in no view and no panel", async () => {
  await open(report, {}, async ({ page }) => {
    await look(page);
    for (const object of ["HelmRepository/apps/web", "HelmRelease/apps/web-berlin", "HelmRelease/apps/web-oslo", "HelmRelease/apps/web-tokyo"]) {
      await page.goto(`${page.url().split("#")[0]}#/objects?object=/${object}`);
      await page.getByRole("group", { name: "YAML" }).waitFor();
      await assertInert(page, `YAML of object ${object}`);
    }
    await page.goto(`${page.url().split("#")[0]}#/clusters?place=berlin`);
    await page.getByText("What differs here").waitFor();
    await assertInert(page, "a cluster");
  });
});

test("text of documents is shown as it is", async () => {
  await open(report, {}, async ({ page }) => {
    const code = page.getByRole("group", { name: "YAML" });
    await code.waitFor();
    const shown = await code.textContent() ?? "", oneLine = shown.replace(/\s+/g, " ").replaceAll("''", "'"); // YAML breaks lines, and doubles quotes
    for (const text of payloads) assert.ok(oneLine.includes(text), `${text} is not in ${shown}`);
    for (const text of unseen) assert.ok(!shown.includes(text), `U+${text.charCodeAt(1).toString(16)} is as it is`);
    for (const text of ["a\\u202eb", "a\\u200bb"]) assert.ok(shown.includes(text), `${text} is not in ${shown}`);
  }, "#/objects?object=/HelmRelease/apps/web-tokyo");
});

test("a report of documents with hostile errors shows them, and nothing runs", async () => {
  await open(errors, {}, async ({ page }) => {
    await look(page);
    await page.locator("nav a").first().click();
    await page.getByText("<img src=x onerror=hit=3>").first().waitFor();
  });
});

test("an address is never markup", async () => {
  const fragments = [
    "<img src=x onerror=hit=1>", `objects?filter=cluster=${encodeURIComponent(`${payloads[2]} ${payloads[3]}`)}`,
    `clusters?place=${encodeURIComponent(payloads[0]!)}`, `objects?object=/HelmRelease/apps/${encodeURIComponent(payloads[2]!)}`, "constructor", "__proto__", "%",
  ];
  await open(report, {}, async ({ page }) => {
    for (const fragment of fragments) {
      await page.goto(`${page.url().split("#")[0]}#/${fragment}`);
      await page.locator("nav a[aria-current]").waitFor();
      await assertInert(page, fragment);
    }
  });
});

test("without scripts the markup of the file is its own too", async () => {
  for (const file of [report, errors]) {
    await open(file, { javaScriptEnabled: false }, async ({ page }) => {
      assert.equal(await page.locator("img, iframe, svg, base, object, embed, link, form, template, [onload], [onerror], [onfocus], [href], [src]").count(), 0);
      assert.equal(await page.locator("script:not([type='text/plain'])").count(), 1);
      const shown = await page.locator("#static").innerText();
      assert.ok(shown.includes("<img src=x onerror=hit="), shown);
    });
  }
});

test("the file has no live markup of a document", () => {
  for (const file of [report, errors]) {
    const text = readFileSync(file, "utf8");
    for (const payload of payloads.filter((p) => /^<|^"|-->/.test(p) && !p.startsWith("<!--fluxapp"))) assert.ok(!text.includes(payload), payload);
  }
});
