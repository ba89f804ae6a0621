package view_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render"
)

// shortest returns the shortest time of five runs of a function: other programs run at the same time.
func shortest(run func()) time.Duration {
	best := time.Hour
	for range 5 {
		runtime.GC()
		begin := time.Now()
		run()
		best = min(best, time.Since(begin))
	}
	return best
}

// TestLinear holds that the differences of clusters with values of their own take a time that grows with the number of clusters, and not
// with its square: eight times as many take less than 24 times as long.
func TestLinear(t *testing.T) {
	fleet := func(clusters int) render.Result {
		var b strings.Builder
		for i := range clusters {
			fmt.Fprintf(&b, "  - {name: c%05d, params: {own: v%d}, kubeConfig: {secretRef: {name: k}}}\n", i, i)
		}
		return parse(t, strings.Replace(small("", "a: $(cluster.params.own), b: b$(cluster.params.own), c: c$(cluster.params.own)", "", ""),
			"  clusters:\n", "  clusters:\n"+b.String(), 1))
	}
	differ := func(result render.Result) func() {
		return func() {
			p := view.New(result, nil)
			for i := range p.Fleet.Clusters {
				p.Differences(i)
			}
		}
	}
	few, many := shortest(differ(fleet(500))), shortest(differ(fleet(4000)))
	assert.Assert(t, many < 24*few, "500 clusters take %s, 4,000 take %s", few, many)
}

// TestGates holds that what the objects of a wave wait for is looked through once, and not for each of them: details without secrets take
// less than five times as long as what they are made of.
func TestGates(t *testing.T) {
	var names strings.Builder
	for i := range 300 {
		fmt.Fprintf(&names, "c%03d ", i)
	}
	result := parse(t, small(names.String(), "replicas: 2", "{clusters: ["+strings.Join(strings.Fields(names.String())[100:], ", ")+"], wave: 1}", ""))
	details := shortest(func() {
		p := view.New(result, nil)
		for i := range p.Fleet.Objects {
			p.Details(i, true)
		}
	})
	made := shortest(func() {
		for _, o := range result.Objects {
			o.Explain()
			o.YAML()
		}
	})
	assert.Assert(t, details < 5*made, "%s for details, %s for what they are made of", details, made)
}
