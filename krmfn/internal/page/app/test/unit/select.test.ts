import assert from "node:assert/strict";
import test from "node:test";

import { clustersOf, readFields, selectionOf } from "../../src/parts/select.ts";
import { application, change, cluster, release, sourceOf, state } from "./made.ts";

const make = (): ReturnType<typeof sourceOf> => sourceOf({
  applications: [application("apps/web", { chart: "web" }), application("apps/web-admin", { workload: "Kustomization" })], stage: "region",
  clusters: [
    cluster("berlin", { region: "eu", note: "a=b" }), cluster("tokyo", { region: "asia" }, { was: { region: "eu" } }), cluster("idle", { region: "eu" }), cluster("lima", {}, { gone: true }),
    cluster("nowhere", {}, { gone: true }),
  ],
  objects: [
    release("web-berlin", 0, 0, { version: ">=5.1.0 <6.0.0", wave: 0 }), release("web-tokyo", 0, 1, { version: "4.9.9", wave: 10, was: { version: "4.9.8", wave: 0 } }),
    release("admin", 1, 0, { kind: "Kustomization", path: "admin/berlin.yaml" }), release("source", -1, -1, { kind: "GitRepository" }), release("web-lima", 0, 3, { gone: true, version: "4.9.8" }),
  ],
  changes: [
    change("changed", "apps/web", "web-tokyo", { cluster: "tokyo", fields: [{ path: "spec.chart.spec.version", before: "4.9.8", after: "4.9.9" }] }),
    change("deleted", "apps/web", "web-lima", { cluster: "lima", effect: "Flux uninstalls it" }),
  ],
  states: { "apps/web": { tokyo: [state("web-tokyo", "failed", { of: "HelmRelease/web", reason: "InstallFailed", message: "timed out" })] } },
  findings: [
    { severity: "warning", code: "FA502", detail: "some words", document: { namespace: "apps", name: "web" } }, { severity: "info", code: "FA514", detail: "other words" },
  ],
  texts: ["host: berlin.example.com", "host: tokyo.example.com"],
});

const source = make();

/** names are those of the objects that a filter chooses; those that it chooses only as they were have a -. */
function names(filter: string, of = source): string[] {
  const { items, here } = selectionOf(of, filter);
  return items.map((item) => `${here.has(item) ? "" : "-"}${item.id.name}`);
}

test("an object is chosen by all words at once, as it is or as it was", () => {
  for (const [filter, ...wanted] of [
    ["", "web-berlin", "web-tokyo", "admin", "source", "-web-lima"], ["cluster=berlin", "web-berlin", "admin"], ["cluster=berlin kind=Kustomization", "admin"], ["region=asia", "web-tokyo"],
    ["region=eu", "web-berlin", "-web-tokyo", "admin"], ["region=eu version=4.9.9"], ["region=eu version=4.9.8", "-web-tokyo"], ["version=4.9.8", "-web-tokyo", "-web-lima"],
    ['version=">=5.1.0 <6.0.0"', "web-berlin"], ["wave=10", "web-tokyo"], ["wave=0", "web-berlin", "-web-tokyo"], ["wave=1"], ["note=a=b", "web-berlin", "admin"], ["note="], ["constructor=x"],
    ["application=apps/web", "web-berlin", "web-tokyo", "-web-lima"], ["application=web", "web-berlin", "web-tokyo", "admin", "-web-lima"], ["application=none"],
    ["change=changed", "web-tokyo"], ["deleted", "-web-lima"], ["effect", "-web-lima"], ["workload", "web-berlin", "web-tokyo", "admin", "-web-lima"], ["cause=HelmRelease/web", "web-tokyo"],
  ] as const) assert.deepEqual(names(filter), wanted, filter);
});

test("texts are looked for in all that is known, and quotes make a text of a name", () => {
  for (const [filter, ...wanted] of [
    ["WEB  tokyo", "web-tokyo"], ["nothing"], ["4.9", "web-tokyo", "-web-lima"], [">=5.1.0", "web-berlin"], ["installfailed", "web-tokyo"], ["timed", "web-tokyo"], ['"timed out"', "web-tokyo"], ['"out timed"'],
    ["4.9.8", "web-tokyo", "-web-lima"], ["uninstalls", "-web-lima"], ["region=e", ], ["failed", "web-tokyo"], ['"failed"', "web-tokyo"], ['"deleted"', "-web-lima"], ["admin/berlin.yaml", "admin"],
  ] as const) assert.deepEqual(names(filter), wanted, filter);
});

test("! turns a word round, and is for clusters without a label", () => {
  for (const [filter, ...wanted] of [
    ["!failed", "web-berlin", "admin", "source", "-web-lima"], ["!kind=HelmRelease", "admin", "source"], ["!region", "-web-lima"], ["!note", "web-tokyo", "-web-lima"], ["!region=eu", "web-tokyo", "source", "-web-lima"],
    ["!4.9.9", "web-berlin", "admin", "source", "-web-lima"], ["!workload", "source"], ["!change=changed !deleted", "web-berlin", "admin", "source"],
  ] as const) assert.deepEqual(names(filter), wanted, filter);
});

test("a state is one of what an object is now: it is not chosen where it was before", () => {
  assert.deepEqual(names("region=eu failed"), []);
  assert.deepEqual(names("region=asia failed"), ["web-tokyo"]);
  assert.deepEqual(names("region=eu state=failed"), []);
  assert.deepEqual(names("region=eu changed"), ["-web-tokyo"], "a change is of both sides");
});

test("clusters are those of the objects, and those without any", () => {
  const clusters = (filter: string): string[][] => {
    const { items, here, idle } = selectionOf(source, filter), of = clustersOf(items, here);
    return [[...of.here], [...of.left], idle.map(({ name }) => name)];
  };
  assert.deepEqual(clusters(""), [["berlin", "tokyo"], ["lima"], ["idle"]], "a cluster that is gone and had nothing is none");
  assert.deepEqual(clusters("region=eu"), [["berlin"], ["tokyo"], ["idle"]]);
  assert.deepEqual(clusters("application=apps/web version=4.9.9"), [["tokyo"], [], []]);
  assert.deepEqual(clusters("idle"), [[], [], ["idle"]]);
});

test("to findings, words about clusters and objects mean nothing", () => {
  const codes = (filter: string): string[] => selectionOf(source, filter).findings.map(({ code }) => code);
  for (const [filter, ...wanted] of [
    ["", "FA502", "FA514"], ["region=eu state=failed warning", "FA502"], ["severity=info", "FA514"], ["!severity=info", "FA502"], ["application=apps/web", "FA502"], ["other", "FA514"], ["!other", "FA502"], ["failed odd", "FA502", "FA514"],
    ["!region", "FA502", "FA514"], ['"some words"', "FA502"],
  ] as const) assert.deepEqual(codes(filter), wanted, filter);
});

test("fields are read for a text, and until then nobody says that there is nothing", async () => {
  const own = make();
  for (const filter of ["", "failed", "odd", "region=eu", "a"]) assert.equal(selectionOf(own, filter).searching, false, filter);
  assert.deepEqual([names("tokyo.example.com", own), selectionOf(own, "tokyo.example.com").searching], [[], true]);
  await new Promise<void>((there) => readFields(own, "tokyo.example.com", there));
  assert.deepEqual([names("tokyo.example.com", own), selectionOf(own, "tokyo.example.com").searching], [["web-tokyo"], false]);
  assert.deepEqual(names("!tokyo.example.com", own), ["web-berlin", "admin", "source", "-web-lima"]);
});
