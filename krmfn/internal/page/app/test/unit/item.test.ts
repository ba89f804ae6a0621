import assert from "node:assert/strict";
import test from "node:test";

import { type Item, itemsNamed, itemsOf, itemsOn, sideOf } from "../../src/parts/item.ts";
import { application, change, cluster, release, sourceOf, state } from "./made.ts";

/** told is an item in a few words: name, now and before as application@cluster version, state and change. */
function told({ id, now, before, state, change }: Item): string {
  const side = (of: Item["now"]): string => (of === undefined ? "-" : `${of.application}@${of.cluster} ${of.version ?? ""}`.trim());
  return [id.name, side(now), before === now ? "same" : side(before), state?.state, change?.action].filter((part) => part).join(", ");
}

const applications = [application("web"), application("db")], clusters = [cluster("oslo", { stage: "test" }), cluster("tokyo", { stage: "production" }, { was: { stage: "test" } }), cluster("lima", {}, { gone: true })];

test("an object is what it is now, and what it was", () => {
  const source = sourceOf({
    applications, clusters,
    objects: [
      release("stays", 0, 0, { version: "1" }), release("bumped", 0, 0, { version: "2", was: { version: "1" } }), release("relabelled", 0, 1, { version: "1" }), release("moved", 0, 0, { version: "2", was: { version: "1" } }),
      release("new", 0, 0), release("renamed", 0, 0, { version: "2", was: { version: "1" } }), release("old-name", 0, 0, { gone: true, renamed: true, version: "1" }), release("gone", 1, 2, { gone: true, version: "3" }),
    ],
    changes: [
      change("changed", "web", "bumped"), change("moved", "web", "moved", { cluster: "oslo", wasCluster: "lima" }), change("created", "web", "new"),
      change("renamed", "web", "renamed", { was: { kind: "HelmRelease", namespace: "apps", name: "old-name" } }), change("deleted", "db", "gone"),
    ],
    states: { web: { oslo: [state("stays", "failed")] }, db: { lima: [state("gone", "extra")] } },
  });
  assert.deepEqual(itemsOf(source).map(told), [
    "stays, web@oslo 1, same, failed", "bumped, web@oslo 2, web@oslo 1, changed", "relabelled, web@tokyo 1, web@tokyo 1", "moved, web@oslo 2, web@lima 1, moved", "new, web@oslo, -, created",
    "renamed, web@oslo 2, web@oslo 1, renamed", "gone, -, db@lima 3, extra, deleted",
  ]);
  const [, , relabelled] = itemsOf(source);
  assert.deepEqual([relabelled!.now!.labels, relabelled!.before!.labels], [{ stage: "production" }, { stage: "test" }]);
  assert.equal(itemsOf(source), itemsOf(source), "made once");
  assert.deepEqual(itemsOn(source, "lima").map(({ id }) => id.name), ["gone"]);
  assert.equal(sideOf(itemsNamed(source, "/HelmRelease/apps/gone")[0]!).version, "3");
});

test("without a comparison nothing was before", () => {
  assert.deepEqual(itemsOf(sourceOf({ applications, clusters, objects: [release("a", 0, 0)] })).map(told), ["a, web@oslo, -"]);
});

test("what several applications have is an item of each, with its own change", () => {
  const login = (of: number) => release("login", of, 0, { kind: "ServiceAccount" }), id = { kind: "ServiceAccount", namespace: "apps", name: "login" };
  const source = sourceOf({ applications, clusters, objects: [login(0), login(1)], changes: [change("created", "db", "login", { object: id, bootstrap: true })] });
  assert.deepEqual(itemsOf(source).map(told), ["login, web@oslo, same", "login, db@oslo, -, created"]);
  assert.equal(itemsNamed(source, "/ServiceAccount/apps/login").length, 2);
});

test("an application takes over what another one had", () => {
  const source = sourceOf({ applications, clusters, objects: [release("a", 1, 0), release("a", 0, 0, { gone: true, renamed: true })], changes: [change("changed", "db", "a")] });
  assert.deepEqual(itemsOf(source).map(told), ["a, db@oslo, same, changed"]);
});

test("what only the cluster has, and a change without a row, are items too", () => {
  const source = sourceOf({ applications, clusters, objects: [], changes: [change("orphaned", "web", "left", { cluster: "tokyo" })], states: { web: { tokyo: [state("left", "extra"), state("stray", "extra")] } } });
  assert.deepEqual(itemsOf(source).map(told), ["left, -, web@tokyo, extra, orphaned", "stray, -, web@tokyo, extra"]);
  assert.deepEqual(itemsOf(source).map((item) => sideOf(item).labels), [{ stage: "test" }, { stage: "test" }], "the labels of then");
});

test("odd is what most clusters of the stage have otherwise", () => {
  const on = (names: string[], versions: string[], stage = "a"): ReturnType<typeof sourceOf> => sourceOf({
    applications, stage: "stage", clusters: names.map((name) => cluster(name, { stage: name.startsWith("x") ? "x" : stage })), objects: versions.map((version, i) => release(`r${i}`, 0, i % names.length, { version })),
  });
  const odd = (source: ReturnType<typeof sourceOf>): string[] => itemsOf(source).filter((item) => item.odd).map(({ id }) => id.name);
  assert.deepEqual(odd(on(["a", "b", "c"], ["1", "1", "2"])), ["r2"]);
  assert.deepEqual(odd(on(["a", "b"], ["1", "2"])), [], "no version is that of more than half");
  assert.deepEqual(odd(on(["a", "b", "x"], ["1", "1", "2"])), [], "another stage may have another version");
  assert.deepEqual(odd(on(["a", "b", "c"], ["1", "1", "1", "2", "2", "3"])), ["r2", "r5"], "all versions of a cluster count together");
  assert.deepEqual(odd(on(["a", "b", "c"], ["", "", "2"])), ["r2"], "without a version is one way to be, as in fluxapp status --by");
});
