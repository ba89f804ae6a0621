import assert from "node:assert/strict";
import test from "node:test";

import type { Application, Change, Cluster, Fleet, ObjectRow, StatusOfObject } from "../../src/contract.ts";
import { inOrder, lanesOf } from "../../src/parts/lanes.ts";
import type { Source } from "../../src/source.ts";

const application = (name: string, waves: number, ...waitsFor: string[]): Application =>
  ({ name, kind: "FluxApplication", workload: "HelmRelease", topology: "", sources: [], versions: [], clusters: 0, objects: 0, waves, waitsFor });

const release = (app: number, cluster: number, more: Partial<ObjectRow> = {}): ObjectRow =>
  ({ application: app, cluster, kind: "HelmRelease", namespace: "apps", name: `a${app}-c${cluster}`, path: "", ...more });

const fleet: Fleet = {
  applications: [application("web", 2, "db"), application("db", 1)],
  clusters: ["hub", "berlin", "oslo", "tokyo"].map((name): Cluster => ({ name, labels: {}, applications: [], objects: 0 })),
  findings: [],
  objects: [
    { ...release(0, 0), kind: "HelmRepository", name: "charts" },
    release(0, 3, { wave: 2, version: "1.0.0" }), release(0, 1, { wave: 1, version: "2.0.0" }),
    release(0, 2, { wave: 2, version: "2.0.0" }), release(0, 2, { wave: 2, version: "2.0.0", name: "second" }),
    release(1, 0, { version: "3" }), release(0, 1, { name: "left", gone: true }),
    { ...release(-1, 0), name: "of no application" },
  ],
};

const state = (name: string, state: string, counted = true): StatusOfObject => ({ kind: "HelmRelease", namespace: "apps", name, state, workload: true, counted });
const change = (kind: string, name: string, action: Change["action"]): Change => ({ action, application: "web", object: { kind, namespace: "apps", name } });

const source: Source = {
  fleet, about: { title: "" }, onChange: () => undefined,
  details: () => Promise.reject(new Error("unused")), differences: () => Promise.reject(new Error("unused")), texts: () => Promise.resolve([]),
  status: {
    ready: false, sentence: "", findings: [], applications: [{
      name: "web", ready: 0, total: 0, suspended: 0, extra: 0, rows: [], shared: [],
      clusters: [{ cluster: "oslo", state: "failed", ready: 0, total: 0, suspended: 0, extra: 0, objects: [state("a0-c3", "ready"), state("a0-c2", "failed"), state("second", "suspended", false), state("left", "extra", false)] }],
    }],
  },
  changes: {
    summary: { sentence: "", applications: 1, clusters: 1, unchanged: 0, actions: [], perCluster: [] }, groups: [],
    changes: [change("HelmRelease", "left", "deleted"), change("HelmRelease", "a0-c3", "changed"), change("HelmRepository", "charts", "moved")],
  },
};

test("a lane has a box for each wave, and is below what it waits for", () => {
  const [db, web] = lanesOf(source, [...fleet.objects.keys()]);
  assert.deepEqual([db!.application.name, web!.application.name], ["db", "web"]);
  assert.deepEqual(db!.boxes.map(({ wave, clusters, versions }) => [wave, clusters, versions]), [[0, ["hub"], [{ version: "3", clusters: 1 }]]]);
  const [first, second] = web!.boxes;
  assert.deepEqual([first!.wave, first!.clusters, [...first!.group.actions]], [1, ["berlin"], [["deleted", 1]]], "what is gone is on no cluster");
  assert.deepEqual([second!.wave, second!.clusters], [2, ["tokyo", "oslo"]]);
  assert.deepEqual(second!.versions, [{ version: "1.0.0", clusters: 1 }, { version: "2.0.0", clusters: 1 }], "clusters are counted once");
  assert.deepEqual([second!.group.ready, second!.group.total, [...second!.group.states]], [1, 2, [["ready", 1], ["failed", 1], ["suspended", 1]]]);
  assert.deepEqual([[...second!.group.actions], [...web!.beside.actions]], [[["changed", 1]], [["moved", 1]]]);
});

test("lanes are of the chosen objects only", () => {
  const lanes = lanesOf(source, [1]);
  assert.deepEqual(lanes.map((lane) => [lane.application.name, lane.boxes.map((box) => box.clusters)]), [["web", [["tokyo"]]]]);
});

test("applications are below those that they wait for, also in circles and in long chains", () => {
  const order = (...all: Application[]): string => inOrder(all).map((a) => a.name).join(" ");
  assert.equal(order(application("c", 1, "b", "a"), application("b", 1, "a"), application("a", 1), application("d", 1)), "a b c d");
  assert.equal(order(application("a", 1, "b"), application("b", 1, "a"), application("c", 1, "missing")), "b a c");
  const chain = Array.from({ length: 20_000 }, (_, i) => application(String(i), 1, String(i + 1)));
  assert.deepEqual(inOrder(chain).map((a) => a.name).slice(0, 2), ["19999", "19998"]);
});
