import assert from "node:assert/strict";
import test from "node:test";

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
    ["#/applications?filter=4.9.9", { view: "clusters", filter: "4.9.9" }],
    ["#objects?filter=&other=x", { view: "objects", filter: "" }],
    ["#objects?object=&place=", { view: "objects", filter: "" }],
    ["#objects?__proto__=x&constructor=y", { view: "objects", filter: "" }],
    ["#%?filter=%", { view: "%", filter: "%" }],
  ] satisfies [string, Route][]) {
    assert.deepEqual(parseRoute(fragment), route, fragment);
  }
});
