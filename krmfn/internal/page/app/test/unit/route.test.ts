import assert from "node:assert/strict";
import test from "node:test";

import { parseRoute, printRoute, type Route } from "../../src/route.ts";

const routes: [string, Route][] = [
  ["#/", { view: "", filter: {} }],
  ["#/objects", { view: "objects", filter: {} }],
  ["#/objects?cluster=oslo&kind=HelmRelease&object=0", { view: "objects", filter: { cluster: "oslo", kind: "HelmRelease" }, object: 0 }],
  ["#/clusters?label=region%3Deu&place=oslo", { view: "clusters", filter: { label: "region=eu" }, place: "oslo" }],
  ["#/findings?search=a%26b%23c%3Fd+e%C3%A9&severity=error", { view: "findings", filter: { search: "a&b#c?d eé", severity: "error" } }],
];

test("a route and its fragment are the same", () => {
  for (const [fragment, route] of routes) {
    assert.deepEqual(parseRoute(fragment), route);
    assert.equal(printRoute(route), fragment);
  }
});

test("a fragment that nobody printed is read as far as it means something", () => {
  for (const [fragment, route] of [
    ["", { view: "", filter: {} }],
    ["#objects", { view: "objects", filter: {} }],
    ["objects", { view: "objects", filter: {} }],
    ["#objects?kind=&other=x", { view: "objects", filter: {} }],
    ["#objects?object=-1", { view: "objects", filter: {} }],
    ["#objects?object=1.5", { view: "objects", filter: {} }],
    ["#objects?object=x", { view: "objects", filter: {} }],
    ["#objects?place=", { view: "objects", filter: {} }],
    ["#objects?__proto__=x&constructor=y", { view: "objects", filter: {} }],
    ["#%?cluster=%", { view: "%", filter: { cluster: "%" } }],
  ] satisfies [string, Route][]) {
    assert.deepEqual(parseRoute(fragment), route, fragment);
  }
});

test("a value that is taken away is not printed", () => {
  assert.equal(printRoute({ view: "objects", filter: { kind: undefined, search: "" } as Route["filter"] }), "#/objects");
});
