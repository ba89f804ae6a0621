import assert from "node:assert/strict";
import { test } from "node:test";
import { check, emptyModel, emptyPlace, fromYAML, type Model, toYAML } from "../../src/playground/form/model.ts";
import { print, scalar } from "../../src/playground/form/yaml.ts";

const model: Model = {
  ...emptyModel, name: "web", namespace: "apps", url: "https://charts.example.com", path: "podinfo", revision: "6.7.0",
  places: [
    { cluster: "berlin", secret: "berlin-kubeconfig", targetNamespace: "web", values: "replicas: 3\nhosts:\n- a.example.com\n" },
    emptyPlace,
  ],
};

test("the form writes a document", () => {
  assert.equal(toYAML(model), `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata:
  name: web
  namespace: apps
spec:
  source:
    helmRepository:
      url: https://charts.example.com
      interval: 10m
  config:
    helmRelease:
      chart:
        chart: podinfo
        version: 6.7.0
        interval: 10m
      deploy:
      - destination:
          cluster: berlin
          kubeConfig:
            secretRef:
              name: berlin-kubeconfig
          targetNamespace: web
        interval: 10m
        install:
          createNamespace: true
        values:
          replicas: 3
          hosts:
          - a.example.com
      - destination: {}
        interval: 10m
`);
});

test("the form reads back what it has written, and nothing else", () => {
  const models: Model[] = [
    model,
    { ...model, own: false, url: "", sourceName: "charts" },
    { ...model, sourceKind: "OCIRepository", url: "oci://ghcr.io/example/web", path: "" },
    { ...model, sourceKind: "GitRepository", url: "ssh://git@example.com/web", path: "./charts/web", revision: "" },
    { ...model, workload: "Kustomization", sourceKind: "GitRepository", url: "https://example.com/web.git", path: "./deploy", revision: "main" },
    { ...model, workload: "Kustomization", sourceKind: "OCIRepository", own: false, url: "", sourceName: "web", path: "", revision: "" },
  ];
  for (const m of models) {
    assert.deepEqual(check(m), []);
    const yaml = toYAML(m), again = fromYAML(yaml);
    assert.ok(again, yaml);
    assert.equal(toYAML(again), yaml);
    assert.deepEqual({ ...again, places: [] }, { ...m, places: [] });
    for (const lost of [`${yaml}# comment\n`, yaml.replace("  name: web\n", "  name: web # why\n"), yaml.replace("interval: 10m", "interval: 5m"), yaml.replace("metadata:\n", "metadata:\n  labels: {a: b}\n"), yaml.slice(0, -1), ""]) {
      assert.equal(fromYAML(lost), undefined, lost);
    }
  }
});

test("strings stay strings", () => {
  for (const text of ["web", "./deploy", "https://example.com:8080/a-b", "6.7.0", "v1.2.3-rc.1+x", "10m", "oci://ghcr.io/a/b"]) assert.equal(scalar(text), text);
  for (const text of ["", "yes", "Off", "null", "~", "1.10", "0x1f", "1e3", "1_000", "12:30", "2001-12-14", ".5", ".inf", "a: b", "a #b", "- a", "*a", "&a", "!a", "%a", "@a", "`a", "{a}", "[a]", "'a'", '"a"', "a\nb", "a\u0085b", "a:", "=", "<<", "-"]) {
    assert.equal(JSON.parse(scalar(text)), text);
  }
  assert.equal(scalar("a\u0085\u2028"), '"a\\u0085\\u2028"');
  assert.equal(print({ name: "yes\nkind: Secret" }), 'name: "yes\\nkind: Secret"\n');
});

test("the form tells what to correct", () => {
  const fields = (m: Partial<Model>): string[] => check({ ...model, ...m }).map((problem) => problem.field);
  assert.deepEqual(fields({ name: "Web" }), ["name"]);
  assert.deepEqual(fields({ url: "charts.example.com", path: "" }), ["url", "path"]);
  assert.deepEqual(fields({ revision: "" }), ["revision"]);
  assert.deepEqual(fields({ places: [{ ...emptyPlace, cluster: "berlin" }] }), ["0.secret"]);
  assert.deepEqual(fields({ places: [emptyPlace, emptyPlace] }), ["1.cluster"]);
  for (const values of ["- a", "a", "a: 1\n---\nb: 2", "  a: 1", "\ta: 1"]) assert.deepEqual(fields({ places: [{ ...emptyPlace, values }] }), ["0.values"], values);
});
