package view_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
)

// BenchmarkDifferences has clusters with values of their own. A cluster must not cost more when there are more of them.
func BenchmarkDifferences(b *testing.B) {
	for _, clusters := range []int{500, 4000} {
		b.Run(fmt.Sprint(clusters), func(b *testing.B) {
			var names strings.Builder
			for i := range clusters {
				fmt.Fprintf(&names, "  - {name: c%05d, params: {own: v%d}, kubeConfig: {secretRef: {name: k}}}\n", i, i)
			}
			result := parse(b, strings.Replace(
				small("", "a: $(cluster.params.own), b: b$(cluster.params.own), c: c$(cluster.params.own)", "", ""),
				"  clusters:\n", "  clusters:\n"+names.String(), 1))
			for b.Loop() {
				p := view.New(result, nil)
				for i := range p.Fleet.Clusters {
					p.Differences(i)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*clusters), "ns/cluster")
		})
	}
}

// BenchmarkGates has objects that all wait for the same ones. What their details need besides Explain and YAML is
// looked through once.
func BenchmarkGates(b *testing.B) {
	var names strings.Builder
	for i := range 300 {
		fmt.Fprintf(&names, "c%03d ", i)
	}
	result := parse(b, small(names.String(), "replicas: 2",
		"{clusters: ["+strings.Join(strings.Fields(names.String())[100:], ", ")+"], wave: 1}", ""))
	b.Run("details", func(b *testing.B) {
		for b.Loop() {
			p := view.New(result, nil)
			for i := range p.Fleet.Objects {
				p.Details(i, true)
			}
		}
	})
	b.Run("made of", func(b *testing.B) {
		for b.Loop() {
			for _, o := range result.Objects {
				o.Explain()
				o.YAML()
			}
		}
	})
}
