import assert from "node:assert/strict";
import test from "node:test";

import type { Application } from "../../src/contract.ts";
import { inOrder, lanesOf } from "../../src/parts/lanes.ts";
import { selectionOf } from "../../src/parts/select.ts";
import { application, change, cluster, release, sourceOf, state } from "./made.ts";

const source = sourceOf({
  applications: [application("web", { waitsFor: ["db"] }), application("db")], clusters: ["hub", "berlin", "oslo", "tokyo"].map((name) => cluster(name)),
  objects: [
    release("charts", 0, 0, { kind: "HelmRepository" }), release("tokyo", 0, 3, { wave: 20, version: "1" }), release("berlin", 0, 1, { wave: 0, version: "2" }), release("oslo", 0, 2, { wave: 10, version: "2" }),
    release("second", 0, 2, { wave: 10, version: "2" }), release("db", 1, 0, { version: "3" }), release("left", 0, 1, { wave: 10, gone: true }), release("none", -1, 0),
  ],
  changes: [change("deleted", "web", "left"), change("changed", "web", "tokyo"), change("moved", "web", "charts", { object: { kind: "HelmRepository", namespace: "apps", name: "charts" } })],
  states: { web: { oslo: [state("oslo", "failed"), state("second", "suspended", { counted: false })], tokyo: [state("tokyo", "ready")] } },
});

test("a lane has a box for each wave, as the documents number it, and is below what it waits for", () => {
  const [db, web] = lanesOf(source, selectionOf(source, ""));
  assert.deepEqual([db!.application.name, web!.application.name], ["db", "web"]);
  assert.deepEqual(db!.boxes.map(({ wave, clusters, versions }) => [wave, clusters, versions]), [[undefined, ["hub"], [{ version: "3", clusters: 1, from: [] }]]], "without waves there is one box");
  assert.deepEqual(web!.boxes.map(({ wave, clusters }) => [wave, clusters]), [[0, ["berlin"]], [10, ["oslo"]], [20, ["tokyo"]]], "what is gone is on no cluster");
  const [, second, third] = web!.boxes;
  assert.deepEqual(second!.versions, [{ version: "2", clusters: 1, from: [] }], "clusters are counted once");
  assert.deepEqual([second!.tally.ready, second!.tally.total, ...second!.tally.states, ...second!.tally.actions], [0, 1, ["failed", 1], ["suspended", 1], ["deleted", 1]]);
  assert.deepEqual([[...third!.tally.actions], [...web!.beside.actions]], [[["changed", 1]], [["moved", 1]]]);
});

test("lanes are of what is chosen only", () => {
  const lanes = lanesOf(source, selectionOf(source, "cluster=tokyo"));
  assert.deepEqual(lanes.map((lane) => [lane.application.name, lane.boxes.map((box) => box.clusters)]), [["web", [["tokyo"]]]]);
});

test("applications are below those that they wait for, also in circles and in long chains", () => {
  const after = (name: string, ...waitsFor: string[]): Application => application(name, { waitsFor }), order = (...all: Application[]): string => inOrder(all).map(({ name }) => name).join(" ");
  assert.equal(order(after("c", "b", "a"), after("b", "a"), after("a"), after("d")), "a b c d");
  assert.equal(order(after("a", "b"), after("b", "a"), after("c", "missing")), "b a c");
  const chain = Array.from({ length: 20_000 }, (_, i) => after(String(i), String(i + 1)));
  assert.deepEqual(inOrder(chain).map((a) => a.name).slice(0, 2), ["19999", "19998"]);
});
