package render_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// BenchmarkExplainOfBase explains all objects of an application that has its clusters from a base. The time for an
// object does not depend on the number of clusters.
func BenchmarkExplainOfBase(b *testing.B) {
	for _, clusters := range []int{100, 1000} {
		b.Run(fmt.Sprint(clusters), func(b *testing.B) {
			result, err := render.Render(schema.Parse("in.yaml", []byte(onBase(clusters))), render.Options{})
			assert.NilError(b, err)
			assert.Equal(b, len(result.Objects), clusters)
			for b.Loop() {
				for _, o := range result.Objects {
					o.Explain()
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*clusters), "ns/object")
		})
	}
}

// onBase returns an application for all clusters of its base.
func onBase(clusters int) string {
	var text strings.Builder
	text.WriteString("apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplicationBase\n" +
		"metadata: {name: fleet, namespace: apps}\n" +
		"spec:\n  clusters:\n")
	for i := range clusters {
		fmt.Fprintf(&text, "  - {name: c%d, kubeConfig: {secretRef: {name: c%d}}}\n", i, i)
	}
	text.WriteString("---\n" + strings.Replace(manyClusters, "spec:\n", "spec:\n  bases: [fleet]\n", 1) +
		"    - {destination: {clusterSelector: {}}, path: ./web}\n")
	return text.String()
}
