// Sources of the tests: what a report has, made of little.
import type { Action, Application, Change, Cluster, Fleet, Finding, ObjectRow, StatusOfObject } from "../../src/contract.ts";
import type { Source } from "../../src/source.ts";

export function application(name: string, more: Partial<Application> = {}): Application {
  return { name, kind: "FluxApplication", workload: "HelmRelease", sources: [], versions: [], clusters: 0, objects: 0, ...more };
}

export function cluster(name: string, labels: Record<string, string> = {}, more: Partial<Cluster> = {}): Cluster {
  return { name, labels, applications: [], objects: 0, ...more };
}

/** release is the row of a HelmRelease of an application on a cluster, by their indexes. */
export function release(name: string, application: number, cluster: number, more: Partial<ObjectRow> = {}): ObjectRow {
  return { application, cluster, kind: "HelmRelease", namespace: "apps", name, path: "", ...more };
}

export function change(action: Action, application: string, name: string, more: Partial<Change> = {}): Change {
  return { action, application, object: { kind: "HelmRelease", namespace: "apps", name }, ...more };
}

export function state(name: string, state: string, more: Partial<StatusOfObject> = {}): StatusOfObject {
  return { kind: "HelmRelease", namespace: "apps", name, state, workload: true, counted: true, ...more };
}

/** Made are the parts of a source. States are by their application and their cluster. */
export interface Made {
  applications: Application[];
  clusters: Cluster[];
  objects: ObjectRow[];
  changes?: Change[];
  states?: Record<string, Record<string, StatusOfObject[]>>;
  stage?: string;
  findings?: Finding[];
  texts?: string[];
}

export function sourceOf({ applications, clusters, objects, changes, states, stage, findings = [], texts = [] }: Made): Source {
  const fleet: Fleet = { applications, clusters, objects, findings }, unused = () => Promise.reject(new Error("unused")), counts = { ready: 0, total: 0, suspended: 0, extra: 0 };
  return {
    fleet, about: { title: "" }, details: unused, differences: unused, texts: () => Promise.resolve(texts), onChange: () => undefined,
    ...(stage !== undefined && { stages: { label: stage, stages: [] } }),
    ...(changes && { changes: { summary: { sentence: "", applications: 0, clusters: 0, unchanged: 0, actions: [], perCluster: [] }, groups: [], changes } }),
    ...(states && {
      status: {
        ready: false, sentence: "", findings: [], causes: [],
        applications: Object.entries(states).map(([name, clusters]) => ({
          ...counts, name, clusters: Object.entries(clusters).map(([cluster, objects]) => ({ ...counts, cluster, state: "failed", objects })),
        })),
      },
    }),
  };
}
