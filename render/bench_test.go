package render_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// sizes are the numbers of destinations that the benchmarks run with.
var sizes = []int{1, 100, 1000, 10000}

// fleet returns one FluxApplication with explicit entries for n member clusters, as real ones look: values, install, upgrade
// and remediation in each.
func fleet(n int) []byte {
	var b strings.Builder
	b.WriteString(`apiVersion: gitops.kubesphere.io/v1alpha1
kind: FluxApplication
metadata:
  name: podinfo
  namespace: apps
spec:
  source:
    sourceRef:
      kind: HelmRepository
      name: podinfo
      namespace: flux-system
  config:
    helmRelease:
      chart:
        chart: podinfo
        version: 6.x
        interval: 1h
        reconcileStrategy: ChartVersion
        valuesFiles:
        - values.yaml
        - values-production.yaml
      deploy:
`)
	for i := range n {
		fmt.Fprintf(&b, `      - destination:
          kubeConfig:
            secretRef:
              name: member%[1]d-kubeconfig
              key: value
          targetNamespace: podinfo
        interval: 10m
        timeout: 5m
        storageNamespace: podinfo
        install:
          createNamespace: true
          remediation:
            retries: 3
        upgrade:
          cleanupOnFail: true
          remediation:
            retries: 3
            remediateLastFailure: true
        values:
          replicaCount: %[2]d
          image:
            repository: ghcr.io/stefanprodan/podinfo
            tag: "6.%[2]d.0"
          ingress:
            enabled: true
            className: nginx
            hosts:
            - host: podinfo.member%[1]d.example.com
              paths:
              - path: /
                pathType: ImplementationSpecific
          resources:
            requests:
              cpu: 100m
              memory: 64Mi
`, i, i%7+1)
	}
	return []byte(b.String())
}

// selected returns an application with one entry for n clusters of its own fleet.
func selected(n int) []byte {
	var b strings.Builder
	in := string(fleet(1))
	b.WriteString(strings.Replace(strings.Replace(in, "  config:\n", "  clusters:\n%s  config:\n", 1), `          kubeConfig:
            secretRef:
              name: member0-kubeconfig
              key: value
`, "          clusterSelector:\n            matchLabels: {stage: production}\n", 1))
	text := b.String()
	b.Reset()
	for i := range n {
		fmt.Fprintf(&b, "  - name: member-%05d\n    labels: {stage: production, region: europe}\n    kubeConfig: {secretRef: {name: member-%05d-kubeconfig}}\n", i, i)
	}
	return []byte(strings.Replace(text, "%s", b.String(), 1))
}

// BenchmarkSelect renders one entry for many clusters.
func BenchmarkSelect(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			docs, err := schema.Parse("fleet.yaml", selected(n))
			assert.NilError(b, err)
			out := 0
			b.ReportAllocs()
			for b.Loop() {
				result, err := render.Render(docs, render.Options{})
				assert.NilError(b, err)
				assert.Equal(b, len(result.Objects), n)
				var written counter
				assert.NilError(b, result.WriteYAML(&written))
				out = int(written)
			}
			report(b, n, out)
		})
	}
}

func parseFleet(b testing.TB, n int) schema.Documents {
	b.Helper()
	docs, err := schema.Parse("fleet.yaml", fleet(n))
	assert.NilError(b, err)
	return docs
}

// BenchmarkRender renders parsed documents, checks included, and writes the objects.
func BenchmarkRender(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			docs, out := parseFleet(b, n), 0
			b.ReportAllocs()
			for b.Loop() {
				result, err := render.Render(docs, render.Options{})
				assert.NilError(b, err)
				var written counter
				assert.NilError(b, result.WriteYAML(&written))
				out = int(written)
			}
			report(b, n, out)
		})
	}
}

// BenchmarkParse reads the documents that BenchmarkRender renders.
func BenchmarkParse(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			in := fleet(n)
			b.ReportAllocs()
			for b.Loop() {
				_, err := schema.Parse("fleet.yaml", in)
				assert.NilError(b, err)
			}
			report(b, n, len(in))
		})
	}
}

// BenchmarkMarshal is the yardstick: sigs.k8s.io/yaml prints the same objects from Flux's own types.
func BenchmarkMarshal(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			result, err := render.Render(parseFleet(b, n), render.Options{})
			assert.NilError(b, err)
			typed := make([]runtime.Object, n)
			for i, o := range result.Objects {
				typed[i], err = o.Typed()
				assert.NilError(b, err)
			}
			out := 0
			b.ReportAllocs()
			for b.Loop() {
				out = 0
				for _, o := range typed {
					data, err := yaml.Marshal(o)
					assert.NilError(b, err)
					out += len(data)
				}
			}
			report(b, n, out)
		})
	}
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

func report(b *testing.B, objects, bytes int) {
	seconds := b.Elapsed().Seconds() / float64(b.N)
	b.ReportMetric(float64(objects)/seconds, "objects/s")
	b.ReportMetric(float64(bytes)/seconds/1e6, "MB/s")
}
