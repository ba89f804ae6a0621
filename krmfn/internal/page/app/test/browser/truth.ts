// What is true of a random fleet: counted from its documents' model and from what the command prints, with nothing of the page.
import type { Labels, RandomApplication, RandomFleet } from "./random.ts";

export interface Rendered {
  application: string;
  cluster?: string;
  object: { kind: string; metadata: { namespace?: string; name: string }; spec: object };
}

interface Named {
  kind: string;
  name: string;
}

/** Diff and Status are of what `fluxapp diff -o json` and `fluxapp status -o json` print. */
export interface Diff {
  changes: { action: string; application: string; object: Named; was?: Named; workload?: boolean; effect?: string }[];
}

export interface Status {
  causes: { key: string }[];
  applications: { name: string; shared?: StatusOfObject[]; clusters: { objects: StatusOfObject[] }[] }[];
  stages: { stages: string[]; rows: { application: string; cells: (StageCell | null)[] }[] };
}

export interface StageCell {
  clusters: number;
  versions: { version: string; clusters: number }[];
  ready?: number;
  total?: number;
  odd?: string[];
}

interface StatusOfObject extends Named {
  state: string;
  of?: string;
  counted?: boolean;
}

export interface Side {
  application: string;
  cluster: string;
  labels: Labels;
  version?: string;
  wave?: number;
}

/** Thing is an object now and before. */
export interface Thing {
  kind: string;
  name: string;
  workload: boolean;
  now?: Side;
  before?: Side;
  state?: StatusOfObject;
  change?: Diff["changes"][number];
}

/** Test tells whether a thing is meant, by one of its sides. */
export type Test = (side: Side, thing: Thing) => boolean;

const nameOf = ({ kind, name }: Named): string => `${kind} ${name}`;

/** thingsOf joins all that is known of the objects of a fleet. */
export function thingsOf(fleets: Record<"now" | "before", RandomFleet>, rendered: Record<"now" | "before", readonly Rendered[]>, diff: Diff, status: Status): Thing[] {
  const sides = { now: sidesOf(fleets.now, rendered.now), before: sidesOf(fleets.before, rendered.before) };
  const changes = new Map(diff.changes.map((change) => [nameOf(change.object), change])), was = new Set(diff.changes.flatMap((change) => (change.was ? [nameOf(change.was)] : [])));
  const states = new Map(status.applications.flatMap(({ shared = [], clusters }) => [...shared, ...clusters.flatMap(({ objects }) => objects)]).map((state) => [nameOf(state), state]));
  return [...new Set([...sides.now.keys(), ...sides.before.keys()])].filter((key) => !was.has(key)).map((key): Thing => {
    const [kind = "", name = ""] = key.split(" "), change = changes.get(key), now = sides.now.get(key), before = sides.before.get(change?.was ? nameOf(change.was) : key), state = states.get(key);
    return { kind, name, workload: kind !== "GitRepository", ...(now && { now }), ...(before && { before }), ...(state && { state }), ...(change && { change }) };
  });
}

function sidesOf({ clusters, applications }: RandomFleet, rendered: readonly Rendered[]): Map<string, Side> {
  const all = new Map<string, Side>(), waves = new Map<string, Set<number>>();
  for (const { application, cluster = "", object: { kind, metadata: { name } } } of rendered) {
    const labels = clusters[cluster] ?? {}, app = applications.find((app) => `fleet/${app.name}` === application)!, side: Side = { application, cluster, labels };
    all.set(nameOf({ kind, name }), kind === "GitRepository" ? side : Object.assign(side, versionAndWave(app, cluster, labels)));
    if (side.wave !== undefined) waves.set(application, (waves.get(application) ?? new Set()).add(side.wave));
  }
  for (const side of all.values()) if (waves.get(side.application)?.size === 1) delete side.wave; // nothing waits
  return all;
}

function versionAndWave({ helm, versions, ofClusters, waves }: RandomApplication, cluster: string, { stage = "" }: Labels): { version: string; wave: number } {
  return { version: helm ? ofClusters[cluster] ?? versions[stage] ?? "1.0.0" : "main", wave: waves[stage] ?? 0 };
}

/** shown is the side that a thing is shown with. */
export function shown({ now, before }: Thing): Side {
  return now ?? before!;
}

/** Chosen are the things with a side that passes a test: by their names, and the clusters that have them now, or only had them. */
export interface Chosen {
  things: Thing[];
  clusters: string[];
  left: string[];
}

export function choose(things: readonly Thing[], test: Test): Chosen {
  const has = (side: Side | undefined, thing: Thing): boolean => side !== undefined && test(side, thing);
  const here = things.filter((thing) => has(thing.now, thing)), all = things.filter((thing) => has(thing.now, thing) || has(thing.before, thing));
  const clusters = unique(here.map(({ now }) => now!.cluster)), left = unique(all.filter((thing) => !here.includes(thing)).map((thing) => shown(thing).cluster));
  return { things: all, clusters, left: left.filter((name) => !clusters.includes(name)) };
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== "").sort();
}

/** oddOf are the clusters of a stage whose versions of an application are others than those of more than half of the stage. */
export function oddOf(things: readonly Thing[], application: string, stage: string): Set<string> {
  const versions = new Map<string, Set<string>>();
  for (const { workload, now } of things) {
    if (workload && now?.application === application && (now.labels["stage"] ?? "") === stage) versions.set(now.cluster, (versions.get(now.cluster) ?? new Set()).add(now.version!));
  }
  const texts = [...versions].map(([cluster, of]) => ({ cluster, text: [...of].sort().join() }));
  const usual = texts.find(({ text }) => 2 * texts.filter((other) => other.text === text).length > texts.length);
  return new Set(usual && texts.filter(({ text }) => text !== usual.text).map(({ cluster }) => cluster));
}
