// Reports of random fleets, with what is true of them.
import { writeFileSync } from "node:fs";

import { fluxapp, good, now as time } from "./command.ts";
import { changed, documentsOf, fleetOf, observed, Random, type RandomFleet } from "./random.ts";
import { temporary } from "./temporary.ts";
import { type Diff, type Rendered, type Status, type Thing, thingsOf } from "./truth.ts";

/** Case is a fleet with its report. */
export interface Case {
  /** Files: the documents of now and before, what was observed, and the report. */
  now: string;
  before: string;
  state: string;
  report: string;
  things: Thing[];
  /** Without anything where nobody has observed anything: each fifth fleet. */
  status: Status;
}

const lines = (text: string): Rendered[] => text.trim().split("\n").filter((line) => line).map((line) => JSON.parse(line) as Rendered);

/** caseOf makes the report of a random fleet; another one where the documents of the first are refused. */
export function caseOf(seed: number): Case {
  const random = new Random(seed);
  for (;;) {
    const before = fleetOf(random), now = changed(random, before), file = (name: string, text: string): string => {
      const path = temporary(`${seed}-${name}`);
      writeFileSync(path, text);
      return path;
    };
    const files = { now: file("now.yaml", documentsOf(now)), before: file("before.yaml", documentsOf(before)) };
    const [there, then] = [files.now, files.before].map((path) => fluxapp(["render", "-q", path, "-o", "jsonl"]));
    if (there!.code !== 0 || then!.code !== 0 || there!.out === "") continue;
    const rendered = { now: lines(there!.out), before: lines(then!.out) }, report = temporary(`${seed}.html`);
    const state = file("observed.json", JSON.stringify(observed(random, random.of([rendered.now, rendered.now, rendered.before]).map(({ object }) => object))));
    const told = seed % 5 !== 4; // else nobody has observed anything
    good(["report", "-q", files.now, "--base", files.before, ...(told ? ["--observed", state, "--now", time] : []), "--by", "stage", "-o", report]);
    const diff = JSON.parse(fluxapp(["diff", "-q", files.now, "--base", files.before, "-o", "json"]).out) as Diff;
    const status = !told ? unknown : JSON.parse(good(["status", "-q", files.now, "--observed", state, "--by", "stage", "-o", "json"])) as Status;
    return { ...files, state, report, things: withIdle(thingsOf({ now, before }, rendered, diff, status), now), status };
  }
}

const unknown: Status = { causes: [], applications: [], stages: { stages: [], rows: [] } };

/** withIdle adds clusters without objects, as things without a kind. */
function withIdle(things: Thing[], { clusters }: RandomFleet): Thing[] {
  const used = new Set(things.flatMap(({ now, before }) => [now?.cluster, before?.cluster]));
  return [...things, ...Object.entries(clusters).filter(([cluster]) => !used.has(cluster)).map(([cluster, labels]): Thing => ({ kind: "", name: "", workload: false, now: { application: "", cluster, labels } }))];
}
