// The JSON that the pages show: what package krmfn/internal/view and the command print. COMMAND.md describes the outputs of the command.

export type Severity = "error" | "warning" | "info";

/** Place is a place in a file. Lines and columns begin at 1; 0 or absent is nowhere. */
export interface Place {
  file?: string;
  line?: number;
  column?: number;
}

/** Finding is one item of `--findings json`. */
export interface Finding extends Place {
  severity: Severity;
  code: string;
  path?: string;
  detail: string;
  current?: string;
  proposed?: string;
  document?: { apiVersion?: string; kind?: string; namespace?: string; name?: string };
}

/** Fleet is the overview: all that the tables show. */
export interface Fleet {
  applications: Application[];
  clusters: Cluster[];
  /** In the order in which they are rendered. */
  objects: ObjectRow[];
  findings: Finding[];
  /** The documents have errors, so that nothing is rendered. */
  refused?: boolean;
}

export interface Application extends Place {
  /** namespace/name. */
  name: string;
  kind: string;
  /** HelmRelease, Kustomization or KCLRun. */
  workload: string;
  chart?: string;
  /** In words for people. */
  sources: string[];
  /** The versions of the chart or the revisions of the source; what most clusters have is first. */
  versions: { version: string; clusters: number }[];
  clusters: number;
  objects: number;
  /** Names of the applications whose objects its own wait for. */
  waitsFor?: string[];
  /** Only the documents before have it. */
  gone?: boolean;
}

export interface Cluster extends Place {
  /** hub for the hub. */
  name: string;
  labels: Record<string, string>;
  /** The labels before, where they were others. */
  was?: Record<string, string>;
  /** Indexes of applications. */
  applications: number[];
  objects: number;
  /** Only the documents before have it. */
  gone?: boolean;
}

export interface ObjectRow extends Place {
  /** Index of the application. */
  application: number;
  /** Index of the cluster; -1 for an object of no cluster. */
  cluster: number;
  kind: string;
  namespace?: string;
  name: string;
  /** The cluster whose own API server has the object; absent for the hub. */
  server?: string;
  /** The file that `fluxapp render -o dir=` writes. */
  path: string;
  /** namespace/name of the Kustomization that applies the object because of delivery. */
  deliveredBy?: string;
  /** Applications of other kinds: what they have on the cluster must be ready before that one applies it. */
  waitsFor?: string[];
  /** The wave of a workload as the documents number it, also 0; absent where its application has no waves. */
  wave?: number;
  /** The version of the chart of a workload, or the revision of its source. */
  version?: string;
  /** What it had before, where its version or its wave was another one; absent parts it did not have. */
  was?: { version?: string; wave?: number };
  /** Only the documents before have it: what else is here is of then. Such rows are behind all others. */
  gone?: boolean;
  /** It is gone because another object takes its place: the change of that one has it as `was`. */
  renamed?: boolean;
}

/** Value is any JSON value. */
export type Value = null | boolean | number | string | Value[] | { [key: string]: Value };

/** Setting is what set a field: a layer of a document. */
export interface Setting extends Place {
  layer: string;
  value: Value;
}

/** Leaf is a field of an object: a row of `fluxapp explain -o json`. */
export interface Leaf {
  path: string;
  /** Absent for a field that a layer removed. */
  value?: Value;
  hidden?: boolean;
  set?: Setting;
  params?: Setting[];
  covers?: Setting[];
}

/** Details are what people see of one object. */
export interface Details {
  /** Index of the object. */
  object: number;
  yaml: string;
  leaves: Leaf[];
}

/** Difference is a field that a layer sets for clusters that it names, and that more than half of the others have otherwise. */
export interface Difference {
  object: number;
  path: string;
  value?: Value;
  /** What more than half of the clusters have; absent when they do not have the field. */
  usual?: Value;
  hidden?: boolean;
  set?: Setting;
}

export type Action =
  | "deleted" | "reinstalled" | "orphaned" | "renamed" | "freed" | "suspended" | "resumed" | "moved" | "changed" | "created";

export interface ObjectID {
  server?: string;
  kind: string;
  namespace?: string;
  name: string;
}

/** Change is what happens to one object: an item of `fluxapp diff -o json`. */
export interface Change {
  action: Action;
  application: string;
  cluster?: string;
  wasCluster?: string;
  object: ObjectID;
  was?: ObjectID;
  workload?: boolean;
  bootstrap?: boolean;
  effect?: string;
  at?: Place;
  fields?: ChangedField[];
}

export interface ChangedField {
  path: string;
  before?: Value;
  after?: Value;
  hidden?: boolean;
  set?: Place & { layer?: string };
}

/** Changes are the output of `fluxapp diff -o json`. */
export interface Changes {
  summary: {
    /** The first line of fluxapp diff. */
    sentence: string;
    applications: number;
    clusters: number;
    unchanged: number;
    /** Objects that change only in what they wait for because of waves; absent for none. */
    gated?: number;
    actions: { action: Action; objects: number; clusters: number; applications: string[] }[];
    perCluster: { cluster: string; actions: Partial<Record<Action, number>> }[];
  };
  /** What is alike; deletions and reinstallations are first. Changes are indexes of the list. */
  groups: { action: Action; application: string; kind: string; changes: number[] }[];
  changes: Change[];
  limits?: Finding[];
  /** What changes of final objects, as text; empty for nothing. */
  final?: string;
  /** The objects that summary.gated counts. */
  gated?: Gated[];
}

/** Gated is an object of which only what it waits for because of waves changes. */
export interface Gated {
  application: string;
  cluster?: string;
  object: ObjectID;
}

export type State = string;

/** Status is the output of `fluxapp status -o json`. */
export interface Status {
  ready: boolean;
  /** The first line of fluxapp status. */
  sentence: string;
  findings: Finding[];
  /** Why objects are not ready, over all applications: the worst first, then those with most objects; absent for none. */
  causes?: Cause[];
  /** The files with the earlier state; absent when there is none. */
  earlier?: string[];
  /** The causes of the earlier state that are no more. */
  over?: Cause[];
  applications: StatusOfApplication[];
}

/** Cause is an object that is not ready, with all that have its state or wait for it; or failures that are alike. */
export interface Cause {
  /** Without blanks, and the same tomorrow: Kind/namespace/name of first, behind its server if it has one. The objects have it as of. */
  key: string;
  state: State;
  kind: string;
  /** The object that fails, or what is alike, for people. */
  object: string;
  first: ObjectID;
  objects: number;
  applications: number;
  clusters: number;
  where?: string;
  /** RFC 3339: since when the first and the last of the objects have been so. */
  since?: string;
  until?: string;
  why?: string;
  /** The earlier state does not have it. */
  isNew?: boolean;
}

export interface StatusOfApplication {
  /** namespace/name. */
  name: string;
  ready: number;
  total: number;
  suspended: number;
  extra: number;
  shared?: StatusOfObject[];
  clusters: StatusOfCluster[];
}

export interface StatusOfCluster {
  cluster: string;
  state: State;
  ready: number;
  total: number;
  suspended: number;
  extra: number;
  objects: StatusOfObject[];
}

export interface StatusOfObject extends ObjectID {
  state: State;
  /** The key of its cause; absent for what is ready, and for what the documents suspend. */
  of?: string;
  workload?: boolean;
  counted?: boolean;
  reason?: string;
  message?: string;
  /** Which source of a ready workload fails now, and why. */
  sourceFails?: string;
  /** The object whose state it has or waits for, the last one of several in a row; absent where its state is its own. */
  cause?: ObjectID;
  revision?: string;
  /** RFC 3339. */
  since?: string;
  differs?: string[];
}

/** Stages are the values of a label of clusters. */
export interface Stages {
  label: string;
  /** In the order in which clusters get a change; the empty one is of clusters without it, and is last. */
  stages: string[];
}
