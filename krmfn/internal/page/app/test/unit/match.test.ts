import assert from "node:assert/strict";
import test from "node:test";

import type { Fleet } from "../../src/contract.ts";
import { applicationsShown, changesShown, clustersShown, findingsShown, objectsShown, readFields, rowsShown } from "../../src/parts/match.ts";
import type { Source } from "../../src/source.ts";

const application = (name: string, workload: string, versions: string[] = []) =>
  ({ name, kind: "FluxApplication", workload, topology: "", sources: [], versions: versions.map((version) => ({ version, clusters: 1 })), clusters: 1, objects: 1, waves: 0 });

const fleet: Fleet = {
  applications: [application("apps/web", "HelmRelease", ["5.1.0", "4.9.9"]), application("apps/web-admin", "Kustomization")],
  clusters: [
    { name: "berlin", labels: { region: "eu", note: "a=b" }, applications: [0, 1], objects: 2 },
    { name: "tokyo", labels: { region: "asia" }, was: { region: "eu" }, applications: [0], objects: 1 },
    { name: "idle", labels: { region: "eu" }, applications: [], objects: 0 },
    { name: "lima", labels: { region: "america" }, applications: [0], objects: 0, gone: true },
  ],
  objects: [
    { application: 0, cluster: 0, kind: "HelmRelease", namespace: "apps", name: "web-berlin", path: "web/berlin.yaml", version: "5.1.0" },
    { application: 0, cluster: 1, kind: "HelmRelease", namespace: "apps", name: "web-tokyo", path: "web/tokyo.yaml", version: "4.9.9" },
    { application: 1, cluster: 0, kind: "Kustomization", namespace: "apps", name: "admin", path: "admin/berlin.yaml" },
    { application: -1, cluster: -1, kind: "GitRepository", name: "source", path: "source.yaml" },
    { application: 0, cluster: 3, kind: "HelmRelease", namespace: "apps", name: "web-lima", path: "web/lima.yaml", gone: true },
  ],
  findings: [
    { severity: "warning", code: "FA502", detail: "some words", document: { namespace: "apps", name: "web" } },
    { severity: "info", code: "FA514", detail: "other words" },
  ],
};

const release = (name: string) => ({ kind: "HelmRelease", namespace: "apps", name });
const row = { state: "failed", kind: "HelmRelease", object: "HelmRelease web-tokyo", objects: 1, clusters: 1, where: "tokyo", names: ["tokyo"], why: "InstallFailed: timed out", first: release("web-tokyo") };

const source: Source = {
  fleet, about: { title: "" },
  details: () => Promise.reject(new Error("unused")), differences: () => Promise.reject(new Error("unused")),
  texts: () => Promise.resolve(["host: berlin.example.com", "host: tokyo.example.com"]),
  onChange: () => undefined,
  changes: {
    summary: { sentence: "", applications: 1, clusters: 1, unchanged: 3, actions: [], perCluster: [] }, groups: [],
    changes: [
      { action: "changed", application: "apps/web", cluster: "tokyo", object: release("web-tokyo"), fields: [{ path: "spec.chart.spec.version", before: "4.9.8", after: "4.9.9" }] },
      { action: "moved", application: "apps/db", cluster: "tokyo", wasCluster: "lima", object: { kind: "Kustomization", name: "db" } },
      { action: "deleted", application: "apps/web", cluster: "lima", object: release("web-lima"), effect: "Flux uninstalls it" },
    ],
  },
  status: {
    ready: false, sentence: "", findings: [],
    applications: [{
      name: "apps/web", ready: 0, total: 1, suspended: 0, extra: 0, rows: [row],
      clusters: [{ cluster: "tokyo", state: "failed", ready: 0, total: 1, suspended: 0, extra: 0, objects: [{ ...release("web-tokyo"), state: "failed", reason: "InstallFailed", message: "timed out" }] }],
    }],
  },
};

const names = (rows: Iterable<{ name: string }>): string[] => [...rows].map((row) => row.name);

test("an object is chosen by all words at once", () => {
  for (const [filter, wanted] of [
    ["", [0, 1, 2, 3, 4]], ["cluster=berlin", [0, 2]], ["cluster=berlin kind=Kustomization", [2]], ["region=asia", [1]], ["change=changed", [1]], ["state=ready", []],
    ["WEB  tokyo", [1]], ["nothing", []], ["failed", [1]], ["region=eu failed 4.9.9", [1]], ["version=5.1.0", [0]], ["5.1", [0]], ["installfailed", [1]], ["timed", [1]],
    ["application=apps/web", [0, 1, 4]], ["application=web", [0, 1, 2, 4]], ["application=none", []], ["note=a=b", [0, 2]], ["note=", []], ["deleted", [4]], ["uninstalls", [4]],
    ["constructor=x", []],
  ] satisfies [string, number[]][]) assert.deepEqual(objectsShown(source, filter), wanted, filter);
});

test("the labels of a cluster before the change count too", () => {
  assert.deepEqual(objectsShown(source, "region=eu"), [0, 1, 2]);
  assert.deepEqual([...changesShown(source, "region=eu")].map((change) => change.object.name), ["web-tokyo", "db"]);
  assert.deepEqual([...changesShown(source, "region=america")].map((change) => change.object.name), ["db", "web-lima"]);
  assert.deepEqual(names(clustersShown(source, "region=eu")), ["berlin", "tokyo", "idle"]);
});

test("applications and clusters are chosen by what they are, and by what they have", () => {
  assert.deepEqual(names(applicationsShown(source, "cluster=tokyo")), ["apps/web"]);
  assert.deepEqual(names(applicationsShown(source, "kind=Kustomization")), ["apps/web-admin"]);
  assert.deepEqual(names(applicationsShown(source, "changed")), ["apps/web"]);
  assert.deepEqual(names(clustersShown(source, "application=apps/web-admin")), ["berlin"]);
  assert.deepEqual(names(clustersShown(source, "application=apps/web version=4.9.9")), ["tokyo"]);
  assert.deepEqual(names(clustersShown(source, "idle")), ["idle"]);
  assert.deepEqual(names(clustersShown(source, "deleted")), ["lima"]);
});

test("changes, findings and rows of a status are chosen by what they have; of a finding, words about clusters mean nothing", () => {
  for (const [filter, wanted] of [["4.9.8", 1], ["REPLICAS", 0], ["application=db", 1], ["cluster=lima", 2], ["kind=Kustomization", 1], ["version=4.9.9", 1]] satisfies [string, number][]) {
    assert.equal(changesShown(source, filter).size, wanted, filter);
  }
  assert.deepEqual([...changesShown(source, "failed")].map((change) => change.object.name), ["web-tokyo"]);
  assert.deepEqual(findingsShown(fleet, "region=eu state=failed warning").map((f) => f.code), ["FA502"]);
  assert.deepEqual(findingsShown(fleet, "application=apps/web").map((f) => f.code), ["FA502"]);
  assert.deepEqual(findingsShown(fleet, "other").map((f) => f.code), ["FA514"]);
  assert.equal(rowsShown(source, "apps/web", [row], "region=asia timed").length, 1);
  assert.equal(rowsShown(source, "apps/web", [row], "region=america").length, 0);
});

test("a text is looked for in fields, once they are read", async () => {
  assert.deepEqual(objectsShown(source, "tokyo.example.com"), []);
  await new Promise<void>((there) => readFields(source, "tokyo.example.com", there));
  assert.deepEqual(objectsShown(source, "tokyo.example.com"), [1]);
  assert.deepEqual(names(clustersShown(source, "berlin.example.com")), ["berlin"]);
});
