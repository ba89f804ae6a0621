import assert from "node:assert/strict";
import test from "node:test";

import { itemsOf } from "../../src/parts/item.ts";
import { tally, toneOf, versionsOf, versionText } from "../../src/parts/tally.ts";
import { application, change, cluster, release, sourceOf, state } from "./made.ts";

const source = sourceOf({
  applications: [application("web")], clusters: ["a", "b", "c"].map((name) => cluster(name)),
  objects: [
    release("r0", 0, 0, { version: "2", was: { version: "1" } }), release("r1", 0, 1, { version: "2", was: { version: "1" } }), release("r2", 0, 2, { version: "2" }), release("more", 0, 2, { version: "2", was: { version: "0" } }),
    release("other", 0, 0, { version: "9" }), release("left", 0, 0, { version: "1", gone: true }), release("sources", 0, -1),
  ],
  changes: [change("changed", "web", "r0"), change("changed", "web", "r1"), change("deleted", "web", "left")],
  states: { web: { a: [state("r0", "ready"), state("left", "extra", { counted: false })], b: [state("r1", "failed")], c: [state("r2", "suspended", { counted: false })] } },
});

test("states and changes are counted, and what counts in an application", () => {
  const all = tally(itemsOf(source));
  assert.deepEqual([...all.states], [["ready", 1], ["failed", 1], ["suspended", 1], ["extra", 1]]);
  assert.deepEqual([all.ready, all.total, ...all.actions], [1, 2, ["changed", 2], ["deleted", 1]]);
  assert.equal(toneOf(all), "bad", "of the worst state");
  assert.equal(toneOf(tally(itemsOf(source).slice(0, 1))), "plain", "nobody needs a colour for what is well");
  assert.equal(toneOf(tally([])), "plain");
});

test("versions are those of now, with what they come from; what most clusters have is first", () => {
  const [first, second, ...none] = versionsOf(itemsOf(source));
  assert.deepEqual([first, second, none], [{ version: "2", clusters: 3, from: ["0", "1"] }, { version: "9", clusters: 1, from: [] }, []]);
  assert.equal(versionText(first!), "2 versions \u2192 2");
  assert.equal(versionText({ ...first!, from: ["1"] }), "1 \u2192 2");
  assert.equal(versionText(second!), "9");
});
