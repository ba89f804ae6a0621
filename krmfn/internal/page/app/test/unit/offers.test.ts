import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pack } from "../../build/schema.mjs";
import { type Where, where } from "../../src/playground/cursor.ts";
import { offers } from "../../src/playground/offers.ts";
import { item, type Packed, Schema } from "../../src/playground/schema.ts";

const kinds = ["FluxApplication", "Application", "FluxApplicationBase", "RenderConfig"];
const read = (kind: string): unknown => JSON.parse(readFileSync(`../../../../schema/${kind.toLowerCase()}.json`, "utf8"));
const schema = new Schema(pack(Object.fromEntries(kinds.map((kind) => [kind, read(kind)]))) as Packed);

/** offered returns what is offered at the mark ¦ of a text. */
function offered(text: string): string[] {
  const lines = text.split("\n"), row = lines.findIndex((line) => line.includes("¦")), offset = lines[row]?.indexOf("¦") ?? 0;
  lines[row] = (lines[row] ?? "").replace("¦", "");
  return offers(schema, where(lines, row, offset) as Where).map(({ apply, label }) => (apply as string | undefined) ?? label);
}

test("fields that are not there yet", () => {
  const head = "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nspec:\n";
  assert.deepEqual(offered(`${head}¦`), ["metadata:", "status: "]);
  const spec = offered(`${head}  topology: Standalone\n  ¦`);
  assert.ok(spec.includes("source:") && spec.includes("config:") && !spec.includes("topology: "), spec.join());
  const entry = offered(`${head}  config:\n    helmRelease:\n      deploy:\n      - interval: 1h\n        ¦`);
  assert.ok(entry.includes("destination:") && entry.includes("suspend: ") && !entry.includes("interval: "), entry.join());
});

test("values", () => {
  const head = "kind: FluxApplication\nspec:\n";
  assert.deepEqual(offered(`${head}  topology: ¦`).sort(), ["HubAndSpoke", "Standalone"]);
  assert.deepEqual(offered(`${head}  config:\n    kustomization:\n    - prune: ¦`), ["true", "false"]);
  assert.ok(offered(`${head}  source:\n    sourceRef: {kind: ¦`).includes("GitRepository"));
  assert.deepEqual(offered("kind: ¦"), kinds);
});

test("a new document", () => {
  assert.ok(offered("¦")[0]?.startsWith("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication"));
  assert.deepEqual(offered("kind: Cluster\nspec:\n  ¦"), []);
});

test("names that every object has are no fields", () => {
  assert.equal(schema.at("constructor", ["toString"]), undefined);
  assert.equal(schema.at("FluxApplication", ["constructor", "name"]), undefined);
  assert.deepEqual(schema.fields("FluxApplication", ["spec", item, "__proto__"]), []);
});

test("every field of the schemas can be found", () => {
  const seen = new Set<string>();
  const visit = (kind: string, path: string[], depth: number): void => {
    for (const field of schema.fields(kind, path)) {
      seen.add(field.name);
      if (depth < 4) visit(kind, [...path, field.name], depth + 1);
    }
  };
  for (const kind of kinds) visit(kind, [], 0);
  for (const name of ["limits", "clusterSelector", "imageAutomation", "helmRelease", "bases", "matchLabels"]) assert.ok(seen.has(name), name);
});
