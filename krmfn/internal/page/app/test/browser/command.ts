// The command, which writes the reports that the tests open.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporary } from "./temporary.ts";

/** appFolder is the folder of package.json, where node runs the tests. */
export const appFolder = process.cwd();

/** repository is the folder of all. */
export const repository = join(appFolder, "../../../..");

/** Run is what a run of the command gave. */
export interface Run {
  out: string;
  errors: string;
  code: number | null;
}

/** fluxapp runs the command in a folder; that of the fleet of the tests unless told. */
export function fluxapp(args: string[], cwd = join(appFolder, "test/browser/fleet"), stdin = ""): Run {
  const program = process.env["FLUXAPP_COMMAND"];
  assert.ok(program, "run the tests with npm test, which builds the command");
  const run = spawnSync(program, args, { cwd, input: stdin, encoding: "utf8", maxBuffer: 1 << 30 });
  if (run.error) throw run.error;
  return { out: run.stdout, errors: run.stderr, code: run.status };
}

/** good runs the command, which must succeed, and returns what it prints. */
export function good(args: string[], cwd?: string): string {
  const run = fluxapp(args, cwd);
  assert.equal(run.code, 0, run.errors);
  return run.out;
}

/** now is the time that ages are told for. */
export const now = "2026-11-23T04:00:00Z";

/** fleetReport writes the report of the fleet with a change and the states of its objects, and returns its file. */
export function fleetReport(name = "fleet.html"): string {
  const observed = temporary("observed.json"), file = temporary(name);
  writeFileSync(observed, JSON.stringify(observedFleet()));
  good(["report", "after", "--base", "before", "--observed", observed, "--now", now, "-o", file]);
  return file;
}

/** reportOf writes the report of documents that it is given, whatever their errors, and returns its file. */
export function reportOf(name: string, documents: string, ...args: string[]): string {
  const file = temporary(name);
  const run = fluxapp(["report", "-", "-o", file, ...args], undefined, documents);
  assert.ok(run.code === 0 || run.code === 1, run.errors);
  return file;
}

interface Rendered {
  cluster?: string;
  object: { kind: string; metadata: { name: string; generation?: number }; spec: object; status?: object };
}

/** conditions of objects that are not ready, by their names. */
const conditions: Record<string, object> = {
  "shop-oslo-shop": { type: "Ready", status: "False", reason: "InstallFailed", message: "timed out waiting for the condition <b>&" },
  "shop-paris-shop": { type: "Ready", status: "Unknown", reason: "Progressing", message: "running upgrade" },
};

/** observedFleet returns what kubectl prints of the fleet: one release failed, one works on it, and that of tokyo is not there. */
export function observedFleet(): object {
  const rendered = good(["render", "after", "-o", "jsonl"]).trim().split("\n").map((line) => JSON.parse(line) as Rendered);
  const items = rendered.filter((r) => r.object.metadata.name !== "shop-tokyo-shop").map(({ object }) => {
    const ready = { type: "Ready", status: "True", reason: "ReconciliationSucceeded", message: "done" };
    const condition = { ...(conditions[object.metadata.name] ?? ready), observedGeneration: 1, lastTransitionTime: "2026-11-23T03:00:00Z" };
    return { ...object, metadata: { ...object.metadata, generation: 1 }, status: { observedGeneration: 1, conditions: [condition], ...applied(object) } };
  });
  return { apiVersion: "v1", kind: "List", items };
}

/** applied is what the status of an object tells of the artifact that it has, or has applied: that of the document. */
function applied(object: object): object {
  const { kind, spec } = object as { kind: string; spec: { chart?: { spec?: { version?: string } } } };
  const revision = `main@sha1:${"1".repeat(40)}`;
  switch (kind) {
    case "HelmRelease": return { history: [{ chartName: "shop", chartVersion: spec.chart?.spec?.version, status: "deployed" }] };
    case "Kustomization": return { lastAppliedRevision: revision };
    case "GitRepository": return { artifact: { revision } };
    case "HelmRepository": return { artifact: { revision: `sha256:${"2".repeat(64)}` } };
  }
  return {};
}
