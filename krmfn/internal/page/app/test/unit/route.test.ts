import assert from "node:assert/strict";
import test from "node:test";

import { has, withWord, wordsOf } from "../../src/parts/words.ts";
import { parseRoute, printRoute, type Route } from "../../src/route.ts";

const routes: [string, Route][] = [
  ["#/", { view: "", filter: "" }],
  ["#/objects", { view: "objects", filter: "" }],
  ["#/objects?filter=cluster=oslo+failed&object=/HelmRelease/apps/web", { view: "objects", filter: "cluster=oslo failed", object: "/HelmRelease/apps/web" }],
  ["#/clusters?filter=region=eu&place=oslo", { view: "clusters", filter: "region=eu", place: "oslo" }],
  ["#/findings?filter=a%26b%23c%3Fd+e%C3%A9%2B%25", { view: "findings", filter: "a&b#c?d eé+%" }],
];

test("a route and its fragment are the same", () => {
  for (const [fragment, route] of routes) {
    assert.deepEqual(parseRoute(fragment), route);
    assert.equal(printRoute(route), fragment);
  }
});

test("a fragment that nobody printed is read as far as it means something", () => {
  for (const [fragment, route] of [
    ["", { view: "", filter: "" }],
    ["#objects", { view: "objects", filter: "" }],
    ["objects", { view: "objects", filter: "" }],
    ["#objects?filter=&other=x", { view: "objects", filter: "" }],
    ["#objects?object=&place=", { view: "objects", filter: "" }],
    ["#objects?__proto__=x&constructor=y", { view: "objects", filter: "" }],
    ["#%?filter=%", { view: "%", filter: "%" }],
  ] satisfies [string, Route][]) {
    assert.deepEqual(parseRoute(fragment), route, fragment);
  }
});

test("words are added, replaced and taken away", () => {
  assert.deepEqual(wordsOf(" a=b=c  d =e "), [{ key: "a", value: "b=c", text: "a=b=c" }, { value: "d", text: "d" }, { value: "=e", text: "=e" }]);
  assert.equal(withWord("x stage=test y", "stage", "production"), "x y stage=production");
  assert.equal(withWord("x stage=test", "stage", ""), "x");
  assert.ok(has("x stage=test", "stage", "test"));
  assert.ok(!has("x stage=test", "stage", "tes"));
});
