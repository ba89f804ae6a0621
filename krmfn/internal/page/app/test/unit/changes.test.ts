import assert from "node:assert/strict";
import test from "node:test";

import type { Change, Fleet } from "../../src/contract.ts";
import { changesShown } from "../../src/parts/match.ts";
import type { Source } from "../../src/source.ts";

const change = (action: Change["action"], application: string, cluster: string, more: Partial<Change> = {}): Change => ({ action, application, cluster, object: { kind: "HelmRelease", name: `${application}-${cluster}` }, ...more });
const all = [
  change("deleted", "apps/web", "berlin"),
  change("changed", "apps/web", "oslo", { fields: [{ path: "spec.values.replicas", before: 1, after: 2 }] }),
  change("moved", "apps/db", "tokyo", { wasCluster: "berlin", object: { kind: "Kustomization", name: "db" } }),
];
const fleet = { clusters: [{ name: "oslo", labels: { region: "eu" } }] } as unknown as Fleet;
const source = { fleet, changes: { changes: all } } as unknown as Source;

test("the filters of a route choose changes", () => {
  const shown = (filter: Parameters<typeof changesShown>[1]): number[] => [...changesShown(source, filter)].map((c) => all.indexOf(c));
  assert.deepEqual(shown({}), [0, 1, 2]);
  assert.deepEqual(shown({ action: "deleted" }), [0]);
  assert.deepEqual(shown({ application: "web" }), [0, 1]);
  assert.deepEqual(shown({ application: "apps/db" }), [2]);
  assert.deepEqual(shown({ cluster: "berlin" }), [0, 2]);
  assert.deepEqual(shown({ label: "region=eu" }), [1]);
  assert.deepEqual(shown({ kind: "Kustomization" }), [2]);
  assert.deepEqual(shown({ search: "REPLICAS web" }), [1]);
  assert.deepEqual(shown({ search: "nothing" }), []);
});
