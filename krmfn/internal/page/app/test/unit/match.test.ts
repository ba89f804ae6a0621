import assert from "node:assert/strict";
import test from "node:test";

import type { Fleet } from "../../src/contract.ts";
import { applicationsOf, clustersShown, labelled, named, objectsOf } from "../../src/parts/match.ts";
import type { Source } from "../../src/source.ts";

const application = (name: string, workload: string) =>
  ({ name, kind: "FluxApplication", workload, topology: "", sources: [], versions: [], clusters: 1, objects: 1, waves: 0 });

const fleet: Fleet = {
  applications: [application("apps/web", "HelmRelease"), application("apps/web-admin", "Kustomization")],
  clusters: [
    { name: "berlin", labels: { region: "eu", note: "a=b" }, applications: [0, 1], objects: 2 },
    { name: "tokyo", labels: { region: "asia" }, applications: [0], objects: 1 },
  ],
  objects: [
    { application: 0, cluster: 0, kind: "HelmRelease", namespace: "apps", name: "web-berlin", path: "web/berlin.yaml" },
    { application: 0, cluster: 1, kind: "HelmRelease", namespace: "apps", name: "web-tokyo", path: "web/tokyo.yaml" },
    { application: 1, cluster: 0, kind: "Kustomization", namespace: "apps", name: "admin", path: "admin/berlin.yaml" },
    { application: -1, cluster: -1, kind: "GitRepository", name: "source", path: "source.yaml" },
  ],
  findings: [],
};

const source: Source = {
  fleet, about: { title: "" },
  details: () => Promise.reject(new Error("unused")), differences: () => Promise.reject(new Error("unused")), graph: () => Promise.reject(new Error("unused")),
  onChange: () => undefined,
  changes: {
    summary: { applications: 1, clusters: 1, unchanged: 3, actions: [], perCluster: [] }, groups: [],
    changes: [{ action: "changed", application: "apps/web", cluster: "tokyo", object: { kind: "HelmRelease", namespace: "apps", name: "web-tokyo" } }],
  },
};

test("objects are chosen by every filter at once", () => {
  assert.deepEqual(objectsOf(source, {}), [0, 1, 2, 3]);
  assert.deepEqual(objectsOf(source, { cluster: "berlin" }), [0, 2]);
  assert.deepEqual(objectsOf(source, { cluster: "berlin", kind: "Kustomization" }), [2]);
  assert.deepEqual(objectsOf(source, { label: "region=asia" }), [1]);
  assert.deepEqual(objectsOf(source, { action: "changed" }), [1]);
  assert.deepEqual(objectsOf(source, { state: "ready" }), []);
  assert.deepEqual(objectsOf(source, { search: "WEB  tokyo" }), [1]);
  assert.deepEqual(objectsOf(source, { search: "nothing" }), []);
});

test("an application of the whole name is chosen, and of a part where none has it", () => {
  assert.deepEqual([...named(fleet.applications, "apps/web")], [0]);
  assert.deepEqual([...named(fleet.applications, "web")], [0, 1]);
  assert.deepEqual([...named(fleet.applications, "none")], []);
});

test("labels are chosen by key and value, or by key", () => {
  assert.ok(labelled({ note: "a=b" }, "note=a=b"));
  assert.ok(labelled({ note: "" }, "note"));
  assert.ok(!labelled({ note: "x" }, "note="));
  assert.ok(!labelled({}, "constructor"));
});

test("applications and clusters are chosen by what they have", () => {
  const names = (rows: readonly { name: string }[]): string[] => rows.map((row) => row.name);
  assert.deepEqual(names(applicationsOf(source, { cluster: "tokyo" })), ["apps/web"]);
  assert.deepEqual(names(applicationsOf(source, { kind: "Kustomization" })), ["apps/web-admin"]);
  assert.deepEqual(names(applicationsOf(source, { action: "changed" })), ["apps/web"]);
  assert.deepEqual(names(clustersShown(source, { application: "apps/web-admin" })), ["berlin"]);
  assert.deepEqual(names(clustersShown(source, { label: "region", search: "asia" })), ["tokyo"]);
  assert.deepEqual(names(clustersShown(source, { action: "changed" })), ["tokyo"]);
});
