// What the form asks for: the first steps of an application, as KubeSphere's console has them.

import { type Fields, print, read, type Read, Written } from "./yaml.ts";

export type Workload = "HelmRelease" | "Kustomization";
export const sourceKinds = { HelmRelease: ["HelmRepository", "OCIRepository", "GitRepository"], Kustomization: ["GitRepository", "OCIRepository"] } as const;
export type SourceKind = "HelmRepository" | "OCIRepository" | "GitRepository";

export interface PlaceModel {
  /** Empty, with an empty secret, for the hub. */
  cluster: string;
  secret: string;
  targetNamespace: string;
  /** YAML: the values of a release, or what a Kustomization substitutes. */
  values: string;
}

export interface Model {
  workload: Workload;
  name: string;
  namespace: string;
  sourceKind: SourceKind;
  /** A source of its own has an address; another one has a name. */
  own: boolean;
  url: string;
  sourceName: string;
  /** The branch, tag or version. */
  revision: string;
  /** The chart, or its path in a repository; the path of a Kustomization. */
  path: string;
  places: PlaceModel[];
}

export const emptyPlace: PlaceModel = { cluster: "", secret: "", targetNamespace: "", values: "" };

export const emptyModel: Model = {
  workload: "HelmRelease", name: "", namespace: "", sourceKind: "HelmRepository", own: true, url: "", sourceName: "", revision: "", path: "",
  places: [emptyPlace],
};

/** Problem is what is wrong with a field, by its name; that of a place has the number of the place before it: "0.cluster". */
export interface Problem {
  field: string;
  message: string;
}

const label = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;
const objectName = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** hasPath tells whether a source has several things, of which one is named. */
export function hasPath(model: Model): boolean {
  return model.sourceKind !== "OCIRepository" || model.workload === "Kustomization";
}

/** hasRevision tells whether the form writes a version. That of a source with a name is in the cluster, but for a HelmRepository. */
export function hasRevision(model: Model): boolean {
  return model.sourceKind === "HelmRepository" || model.own;
}

/** check returns what must be corrected before a document is written. What only fluxapp knows are findings later. */
export function check(model: Model): Problem[] {
  const problems: Problem[] = [];
  const need = (field: string, good: boolean, message: string): void => void (good || problems.push({ field, message }));
  need("name", objectName.test(model.name), "Write a name of lower case letters, digits and -.");
  need("namespace", label.test(model.namespace), "Write the namespace on the hub, in lower case letters, digits and -.");
  if (model.own) {
    const scheme = model.sourceKind === "OCIRepository" ? /^oci:\/\/\S+$/ : model.sourceKind === "GitRepository" ? /^(https?|ssh):\/\/\S+$/ : /^(https?|oci):\/\/\S+$/;
    need("url", scheme.test(model.url), `Write an address that begins with ${model.sourceKind === "OCIRepository" ? "oci://" : "https://"}.`);
  } else {
    need("sourceName", objectName.test(model.sourceName), "Write the name of the object.");
  }
  if (model.workload === "HelmRelease" && hasPath(model)) need("path", model.path !== "", "Write the chart.");
  if (model.workload === "HelmRelease" && model.sourceKind !== "GitRepository" && hasRevision(model)) need("revision", model.revision !== "", "Write a version.");
  const seen = new Set<string>();
  model.places.forEach((place, i) => {
    need(`${i}.cluster`, place.cluster === "" || objectName.test(place.cluster), "Write a name of lower case letters, digits and -.");
    need(`${i}.secret`, place.secret === "" ? place.cluster === "" : objectName.test(place.secret), "Write the name of the Secret with the kubeconfig, or leave the cluster empty for the hub.");
    need(`${i}.targetNamespace`, place.targetNamespace === "" || label.test(place.targetNamespace), "Write lower case letters, digits and -.");
    need(`${i}.values`, isMap(place.values), "Write YAML, for example replicas: 2.");
    const key = place.cluster || place.secret;
    need(`${i}.cluster`, !seen.has(key), "Another place has this cluster.");
    seen.add(key);
  });
  return problems;
}

/** isMap tells whether a text may be below a key: a map at its left edge, and nothing that ends the document. */
function isMap(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  return lines.length === 0 || (/^[^\s\-#?%].*:(\s|$)/.test(lines[0] ?? "") && !lines.some((line) => /^(---|\.\.\.|\t)/.test(line)) && !text.includes("\r"));
}

/** toYAML writes the document. */
export function toYAML(model: Model): string {
  return print({
    apiVersion: "fluxapp.dev/v1alpha1",
    kind: "FluxApplication",
    metadata: { name: model.name, namespace: model.namespace },
    spec: { source: source(model), config: model.workload === "HelmRelease" ? { helmRelease: helm(model) } : { kustomization: model.places.map((place) => kustomization(model, place)) } },
  });
}

const sourceFields = { HelmRepository: "helmRepository", OCIRepository: "ociRepository", GitRepository: "gitRepository" } as const;
const refKeys = { GitRepository: "branch", OCIRepository: "tag" } as const;

function source(model: Model): Fields {
  if (!model.own) return { sourceRef: { kind: model.sourceKind, name: model.sourceName } };
  const ref = model.sourceKind === "HelmRepository" || model.revision === "" ? undefined : { [refKeys[model.sourceKind]]: model.revision };
  return { [sourceFields[model.sourceKind]]: { url: model.url, interval: "10m", ref } };
}

function helm(model: Model): Fields {
  const version = model.sourceKind === "HelmRepository" && model.revision !== "" ? model.revision : undefined;
  return { chart: hasPath(model) ? { chart: model.path, version, interval: "10m" } : undefined, deploy: model.places.map(release) };
}

function release(place: PlaceModel): Fields {
  return { destination: destination(place), interval: "10m", install: { createNamespace: place.targetNamespace === "" ? undefined : true }, values: written(place.values) };
}

function kustomization(model: Model, place: PlaceModel): Fields {
  return { destination: destination(place), path: model.path || undefined, interval: "10m", prune: true, postBuild: { substitute: written(place.values) } };
}

/** destination is {} for the hub itself. */
function destination(place: PlaceModel): Fields {
  const fields: Fields = {};
  if (place.cluster !== "" && place.cluster !== place.secret) fields["cluster"] = place.cluster;
  if (place.secret !== "") fields["kubeConfig"] = { secretRef: { name: place.secret } };
  if (place.targetNamespace !== "") fields["targetNamespace"] = place.targetNamespace;
  return fields;
}

function written(text: string): Written | undefined {
  const trimmed = text.replace(/^(\s*\n)+|\s+$/g, "");
  return trimmed === "" ? undefined : new Written(trimmed);
}

/** fromYAML reads what toYAML has written; undefined for a document that has anything else, which the form would lose. */
export function fromYAML(text: string): Model | undefined {
  try {
    const model = modelOf(read(text, new Set(["values", "substitute"])));
    return toYAML(model) === text ? model : undefined;
  } catch {
    return undefined;
  }
}

/** at returns the value at a path; an empty text where there is none. */
function at(tree: Read | undefined, ...path: string[]): Read {
  let value = tree;
  for (const key of path) value = typeof value === "object" && !Array.isArray(value) ? value[key] : undefined;
  return value ?? "";
}

function text(tree: Read, ...path: string[]): string {
  const value = at(tree, ...path);
  return typeof value === "string" ? value : "";
}

function modelOf(tree: Read): Model {
  const spec = at(tree, "spec"), config = at(spec, "config");
  const workload = at(config, "helmRelease") === "" ? "Kustomization" : "HelmRelease";
  const places = workload === "HelmRelease" ? at(config, "helmRelease", "deploy") : at(config, "kustomization");
  if (!Array.isArray(places)) throw new Error("no places");
  const ownKind = (["HelmRepository", "OCIRepository", "GitRepository"] as const).find((kind) => at(spec, "source", sourceFields[kind]) !== "");
  const sourceKind = ownKind ?? (text(spec, "source", "sourceRef", "kind") as SourceKind);
  const written = at(spec, "source", sourceFields[sourceKind]);
  const revision = sourceKind === "HelmRepository" ? text(config, "helmRelease", "chart", "version") : text(written, "ref", refKeys[sourceKind]);
  return {
    workload, name: text(tree, "metadata", "name"), namespace: text(tree, "metadata", "namespace"),
    sourceKind, own: ownKind !== undefined, url: text(written, "url"), sourceName: text(spec, "source", "sourceRef", "name"), revision,
    path: workload === "HelmRelease" ? text(config, "helmRelease", "chart", "chart") : text(places[0] ?? "", "path"),
    places: places.map((place) => placeOf(place)),
  };
}

function placeOf(place: Read): PlaceModel {
  const secret = text(place, "destination", "kubeConfig", "secretRef", "name");
  return {
    cluster: text(place, "destination", "cluster") || secret, secret, targetNamespace: text(place, "destination", "targetNamespace"),
    values: text(place, "values") || text(place, "postBuild", "substitute"),
  };
}
