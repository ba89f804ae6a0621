import assert from "node:assert/strict";
import test from "node:test";

import type { Change, Value } from "../../src/contract.ts";
import { fieldsOf, textOf } from "../../src/parts/alike.ts";
import { short, spans } from "../../src/parts/spans.ts";

/** copyOf is an equal value that shares nothing with another one. */
const copyOf = (value: Value): Value => structuredClone(value);

const change = (cluster: string, after: Value): Change => ({ action: "changed", application: "a", cluster, object: { kind: "K", name: `x-${cluster}` }, fields: [{ path: "spec.a", before: 1, after }] });

test("fields that differ in the name of the cluster have a mark for it", () => {
  const members = ["berlin", "oslo"].map((name) => change(name, { host: `${name}.example.com`, [name]: [`x${name}`, true] }));
  assert.deepEqual(fieldsOf(members), [{ path: "spec.a", before: 1, after: { host: "$(cluster.name).example.com", "$(cluster.name)": ["xberlin", true] } }]);
  assert.equal(textOf(members, (c) => c.object.name), "x-$(cluster.name)");
});

test("equal fields stay as they are", () => {
  const members = [change("web", "web"), change("db", "web")];
  assert.equal(fieldsOf(members)[0]?.after, "web");
  assert.equal(textOf([change("web", 1)], (c) => c.object.name), "x-web");
});

test("values are equal by what they have", () => {
  const alike = (a: Value, b: Value): boolean => JSON.stringify(fieldsOf([change("web", a), change("db", b)])[0]?.after) === JSON.stringify(a);
  const web = { host: "web" };
  for (const value of ["web", [web, null], { a: [1, { b: web }] }]) assert.ok(alike(value, copyOf(value)), JSON.stringify(value));
  for (const [a, b] of [[["web"], { 0: "web" }], [web, { host: "db" }], [web, { host: "web", b: 1 }], [{ web: 1 }, { web: null }], ["web", ["web"]]] as const) assert.ok(!alike(a as Value, b as Value), JSON.stringify([a, b]));
});

test("names with consecutive numbers are one span", () => {
  const names = ["store-2", "store-010", "store-011", "store-012", "store-014", "a", "store-1"];
  assert.equal(short(spans(names), 9), "a, store-1, store-2, store-010 to store-012, store-014");
  assert.equal(short(spans(names), 2), "a, store-1 and 5 more");
  assert.equal(short(spans(["a", "b", "c"]), 2), "a, b, c");
  assert.equal(short(spans([]), 2), "");
});
