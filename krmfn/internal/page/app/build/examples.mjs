import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

/** The examples that the playground offers, in this order. */
const offered = [
  "hello-kubernetes", "fleet", "fleet-inline", "hub-and-spoke", "shared-fleet", "base", "kustomization", "oci-stages", "two-sources",
  "capi", "standalone", "kubesphere", "image-automation", "notification", "tenancy", "workload-identity", "kcl", "template", "everything",
];

/** examples reads the documents of the offered folders: {name, title, files}. What delivers them, and pipelines, is left out. */
export async function examples(folder) {
  return Promise.all(offered.map(async (name) => {
    const readme = await readFile(join(folder, name, "README.md"), "utf8");
    const heading = /^# [\w-]+: (.+)$/m.exec(readme);
    if (heading === null) throw new Error(`examples/${name}/README.md does not begin with a title`);
    const files = [];
    for (const file of (await readdir(join(folder, name))).sort()) {
      if (!file.endsWith(".yaml")) continue;
      const text = (await readFile(join(folder, name, file), "utf8")).replace(/^# yaml-language-server: .*\n/, "");
      if (/^apiVersion: (fluxapp\.dev|gitops\.kubesphere\.io|cluster\.kubesphere\.io|cluster\.x-k8s\.io|multicluster\.x-k8s\.io)\//m.test(text) || file === "chart.yaml") files.push({ name: file, text });
    }
    if (files.length === 0) throw new Error(`examples/${name} has no documents`);
    return { name, title: heading[1], files };
  }));
}
