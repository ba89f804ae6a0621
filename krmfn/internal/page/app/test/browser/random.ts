// Random fleets before and after a change, and what kubectl prints of their hub. The same seed makes the same fleet.

export type Labels = Record<string, string>;

export interface Clusters {
  [name: string]: Labels;
}

export interface RandomApplication {
  name: string;
  helm: boolean;
  selector: object;
  /** By the stage of a cluster, and for single clusters; releases only. */
  versions: Record<string, string>;
  ofClusters: Record<string, string>;
  /** By the stage of a cluster. */
  waves: Record<string, number>;
  replicas: number;
  replicasOf: Record<string, number>;
  suspended: string[];
  /** A second Kustomization on each cluster. */
  twice: boolean;
}

export interface RandomFleet {
  clusters: Clusters;
  applications: RandomApplication[];
}

/** Random draws numbers and things. */
export class Random {
  constructor(private seed: number) {}

  /** next is a number from 0 to 1, but not 1. */
  next(): number {
    this.seed = (this.seed + 0x9e3779b9) | 0;
    let mixed = Math.imul(this.seed ^ (this.seed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  from(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  of<T>(all: readonly T[]): T {
    return all[this.from(0, all.length - 1)]!;
  }

  often(share: number): boolean {
    return this.next() < share;
  }

  /** some returns a part of a list. */
  some<T>(all: readonly T[], share: number): T[] {
    return all.filter(() => this.often(share));
  }
}

const stages = ["test", "staging", "production", "canary"], regions = ["eu", "us", "asia"], providers = ["aws", "gcp", "metal"];
const versions = ["1.0.0", "1.1.0", "2.0.0-rc.1", "1.x", ">=1.0.0 <2.0.0", "~1.4"];

/** fleetOf makes a fleet. */
export function fleetOf(random: Random): RandomFleet {
  const own = stages.slice(0, random.from(1, 4)), clusters: Clusters = {};
  for (let i = random.from(3, 16); i > 0; i--) clusters[`${random.of(["berlin", "oslo", "rack", "shop-of-the-north"])}-${i}`] = labelsOf(random, own);
  return { clusters, applications: Array.from({ length: random.from(1, 5) }, (_, i) => applicationOf(random, `app-${i}`, Object.keys(clusters))) };
}

function labelsOf(random: Random, own: readonly string[]): Labels {
  return {
    region: random.of(regions), provider: random.of(providers), ...(random.often(0.9) && { stage: random.of(own) }), ...(random.often(0.2) && { canary: "true" }),
  };
}

function applicationOf(random: Random, name: string, clusters: readonly string[]): RandomApplication {
  const helm = random.often(0.7), by = <T>(all: readonly T[], share: number): Record<string, T> => Object.fromEntries(random.some(stages, share).map((stage) => [stage, random.of(all)]));
  const few = <T>(all: readonly T[]): Record<string, T> => Object.fromEntries(random.some(clusters, 0.08).map((cluster) => [cluster, random.of(all)]));
  return {
    name, helm, selector: selectorOf(random), versions: by(versions, 0.8), ofClusters: few(["0.9.1", "0.9.2", "1.0.0"]), waves: random.often(0.5) ? by([0, 1, 2, 5], 0.8) : {},
    replicas: random.from(1, 4), replicasOf: few([5, 6, 7]), suspended: random.some(clusters, 0.06), twice: random.often(0.3),
  };
}

function selectorOf(random: Random): object {
  return random.of([
    {}, {}, {}, { matchLabels: { region: random.of(regions) } }, { matchExpressions: [{ key: "provider", operator: "NotIn", values: [random.of(providers)] }] },
    { matchExpressions: [{ key: "stage", operator: "Exists" }] },
  ]);
}

/** changed returns a fleet after some random changes. */
export function changed(random: Random, before: RandomFleet): RandomFleet {
  const fleet = structuredClone(before), { clusters, applications } = fleet;
  const change: (() => void)[] = [
    () => Object.keys(clusters).length > 2 && forget(fleet, random.of(Object.keys(clusters))),
    () => (clusters[`new-${random.from(1, 99)}`] = labelsOf(random, stages)),
    () => (clusters[random.of(Object.keys(clusters))]!["stage"] = random.of(stages)),
    () => delete clusters[random.of(Object.keys(clusters))]!["stage"],
    () => applications.length > 1 && applications.splice(random.from(0, applications.length - 1), 1),
    () => applications.push(applicationOf(random, `late-${random.from(1, 99)}`, Object.keys(clusters))),
    () => (random.of(applications).selector = selectorOf(random)),
    () => (random.of(applications).versions[random.of(stages)] = random.of(["1.2.0", "3.0.0", ...versions])),
    () => (random.of(applications).ofClusters[random.of(Object.keys(clusters))] = "0.8.0"),
    () => (random.of(applications).waves = random.often(0.3) ? {} : Object.fromEntries(stages.map((stage, i) => [stage, 10 * i]))),
    () => random.of(applications).replicas++,
    () => (random.of(applications).suspended = random.some(Object.keys(clusters), 0.2)),
  ];
  for (let i = random.from(1, 6); i > 0; i--) random.of(change)();
  return fleet;
}

/** forget takes a cluster out of a fleet. */
function forget({ clusters, applications }: RandomFleet, name: string): void {
  delete clusters[name];
  for (const application of applications) {
    delete application.ofClusters[name];
    delete application.replicasOf[name];
    application.suspended = application.suspended.filter((cluster) => cluster !== name);
  }
}

/** documentsOf writes a fleet as documents. */
export function documentsOf({ clusters, applications }: RandomFleet): string {
  const all = [
    ...Object.entries(clusters).map(([name, labels]) => ({ apiVersion: "cluster.x-k8s.io/v1beta2", kind: "Cluster", metadata: { name, namespace: "fleet", labels } })),
    ...applications.map((application) => ({
      apiVersion: "fluxapp.dev/v1alpha1", kind: "FluxApplication", metadata: { name: application.name, namespace: "fleet" }, spec: specOf(application),
    })),
  ];
  return all.map((document) => JSON.stringify(document)).join("\n---\n");
}

function specOf({ name, helm, selector, versions, ofClusters, waves, replicas, replicasOf, suspended, twice }: RandomApplication): object {
  const chart = (version: string | undefined): object => (helm && version !== undefined ? { chart: { version } } : {});
  const overrides = stages.map((stage) => ({ clusterSelector: { matchLabels: { stage } }, ...chart(versions[stage]), ...(waves[stage] !== undefined && { wave: waves[stage] }) }));
  const single = [
    ...Object.entries(ofClusters).map(([cluster, version]) => ({ cluster, ...chart(version) })),
    ...Object.entries(replicasOf).map(([cluster, replicas]) => ({ cluster, ...(helm && { values: { replicas } }) })), ...suspended.map((cluster) => ({ cluster, suspend: true })),
  ];
  const defaults = { interval: "1h", destination: { targetNamespace: name }, ...(helm && { values: { replicas } }) };
  const config = { overrides: [...overrides, ...single].filter((one) => Object.keys(one).length > 1), defaults };
  if (helm) {
    const release = { chart: { chart: name, version: "1.0.0" }, deploy: [{ destination: { clusterSelector: selector } }] };
    return { source: { sourceRef: { kind: "HelmRepository", name: "charts" } }, config: { ...config, helmRelease: release } };
  }
  const parts = [{ destination: { clusterSelector: selector }, path: "./app", prune: true }, { destination: { clusterSelector: selector }, path: `./more/${replicas}`, prune: true, name: `${name}-more-$(cluster.name)` }];
  return { source: { gitRepository: { url: `https://git.example.com/${name}`, ref: { branch: "main" }, interval: "5m" } }, config: { ...config, kustomization: parts.slice(0, twice ? 2 : 1) } };
}

interface Rendered {
  kind: string;
  metadata: object;
  spec: { suspend?: boolean; chart?: { spec?: { chart: string; version: string } } };
}

/** observed is what kubectl prints of rendered objects: most are ready, and others fail in all ways that there are. */
export function observed(random: Random, objects: readonly Rendered[]): object {
  return { apiVersion: "v1", kind: "List", items: random.some(objects, 0.93).map((object) => observedObject(random, object)) };
}

function observedObject(random: Random, { kind, metadata, spec, ...more }: Rendered): object {
  const state = random.of(["ready", "ready", "ready", "ready", "ready", "ready", "failed", "stalled", "stale", "progressing", "suspended"]);
  const condition = (type: string, status: string, reason: string, message: string): object =>
    ({ type, status, reason, message, observedGeneration: 2, lastTransitionTime: `2026-11-2${random.from(0, 2)}T0${random.from(0, 9)}:00:00Z` });
  const conditions = {
    failed: [condition("Ready", "False", random.of(["UpgradeFailed", "HealthCheckFailed"]), random.of(["timed out", "no such <b>file</b>", "back-off 5m"]))],
    stalled: [condition("Ready", "False", "RetriesExceeded", "gave up"), condition("Stalled", "True", "RetriesExceeded", "gave up")],
    progressing: [condition("Ready", "Unknown", "Progressing", "at work"), condition("Reconciling", "True", "Progressing", "at work")],
  }[state as string] ?? [condition("Ready", "True", "ReconciliationSucceeded", "done")];
  const revision = `main@sha1:${"1".repeat(40)}`, version = spec.chart?.spec?.version ?? "", applied = /^\d+\.\d+\.\d+$/.test(version) ? version : "1.5.0";
  const has = kind === "HelmRelease" ? { history: [{ chartName: spec.chart?.spec?.chart, chartVersion: applied, status: "deployed" }] }
    : kind === "Kustomization" ? { lastAppliedRevision: revision } : { artifact: { revision } };
  return {
    ...more, kind, metadata: { ...metadata, generation: 2 }, spec: state === "suspended" ? { ...spec, suspend: true } : spec, status: { observedGeneration: state === "stale" ? 1 : 2, conditions, ...has },
  };
}
