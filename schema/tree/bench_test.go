package tree

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// helmRelease is an object of 45 nodes. A fleet has thousands of them.
const helmRelease = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  annotations:
    app.kubernetes.io/name: member-0042-podinfo
    fluxapp.dev/rendered-from: apps/podinfo
  labels:
    app.kubernetes.io/managed-by: podinfo
  name: podinfo-member-0042-podinfo
  namespace: apps
spec:
  chart:
    spec:
      chart: podinfo
      interval: 10m
      reconcileStrategy: ChartVersion
      sourceRef:
        kind: HelmRepository
        name: podinfo
      version: 6.5.4
  install:
    crds: CreateReplace
    remediation:
      retries: 3
  interval: 5m
  kubeConfig:
    secretRef:
      key: value
      name: member-0042-kubeconfig
  releaseName: podinfo
  targetNamespace: podinfo
  timeout: 3m
  upgrade:
    cleanupOnFail: true
  values:
    image:
      repository: ghcr.io/stefanprodan/podinfo
      tag: 6.5.4
    ingress:
      className: nginx
      enabled: true
    message: hello from member 42
    replicaCount: 2
`

func BenchmarkAppendYAML(b *testing.B) {
	n := parsed(b, helmRelease)
	out := AppendYAML(nil, n)
	assert.Equal(b, string(out), helmRelease)
	b.Run("tree", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			out = AppendYAML(out[:0], n)
		}
	})
	b.Run("json", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			out = AppendJSON(out[:0], n)
		}
	})
	var value any
	assert.NilError(b, yaml.Unmarshal([]byte(helmRelease), &value))
	b.Run("sigs", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, err := yaml.Marshal(value)
			assert.NilError(b, err)
		}
	})
}

// fleet returns a document with one entry per cluster.
func fleet(entries int) []byte {
	var out strings.Builder
	out.WriteString("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: podinfo, namespace: " +
		"apps}\n" +
		"spec:\n  config:\n    helmRelease:\n      deploy:\n")
	for i := range entries {
		fmt.Fprintf(&out, `      - destination:
          kubeConfig: {secretRef: {name: member-%04d-kubeconfig, key: value}}
          targetNamespace: podinfo
        interval: 5m
        releaseName: podinfo
        install: {crds: CreateReplace, remediation: {retries: 3}}
        upgrade:
          cleanupOnFail: true
        values:
          image:
            repository: ghcr.io/stefanprodan/podinfo
            tag: "6.5.4" # {"$imagepolicy": "apps:podinfo:tag"}
          ingress:
            enabled: true
            className: nginx
          replicaCount: %d
          message: hello from member %d
`, i, i%5+1, i)
	}
	return []byte(out.String())
}

func BenchmarkParse(b *testing.B) {
	data := fleet(1000)
	b.Run("tree", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			docs, problems := Parse("app.yaml", data)
			assert.Assert(b, len(docs) == 1 && len(problems) == 0)
		}
	})
	b.Run("sigs", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			var value any
			assert.NilError(b, yaml.Unmarshal(data, &value))
		}
	})
}
