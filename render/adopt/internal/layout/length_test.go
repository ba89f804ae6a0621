package layout_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestNotLonger writes documents of random groups and of their single objects, which have no more lines than the files.
// Files of fewer lines than a document must have are written in flow style.
func TestNotLonger(t *testing.T) {
	for seed := range seeds() {
		r := random{Rand: rand.New(rand.NewPCG(seed, 37)), b: tree.NewBuilder()}
		g, _ := r.group(t)
		one := g
		one.Members = g.Members[:1]
		for _, g := range []layout.Group{g, one} {
			lines := 0
			for _, m := range g.Members {
				lines += countLines(m.Object.Source().FileText())
			}
			text := string(layout.Write(g).YAML)
			assert.Check(t, countLines(text) <= lines, "%d: %d lines of\n%s\nbecome %d:\n%s", seed, lines,
				g.Members[0].Object.Source().FileText(), countLines(text), text)
		}
	}
}

// countLines counts lines that are not empty, and no comments.
func countLines(text string) (count int) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line != "---" && line[0] != '#' {
			count++
		}
	}
	return count
}

// TestOneFile counts a file that several clusters read, and its comments, once.
func TestOneFile(t *testing.T) {
	object := parse(t, `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: shop
  namespace: apps
spec:
  interval: 1h
  chart:
    spec:
      # the chart
      chart: shop
      sourceRef:
        kind: HelmRepository
        name: charts
  values:
    a: {b: 1, c: 2, d: 3}
    e: # lost? no
    - {f: 1, g: 2, h: 3, i: 4, j: 5, k: 6, l: 7}
status: {} # lost
`)
	g := layout.Group{Namespace: "apps", Name: "shop", Kind: kinds.HelmRelease, Standalone: true,
		Members: []layout.Member{{Cluster: "berlin", Object: object}, {Cluster: "paris", Object: object}}}
	result := layout.Write(g)
	prove(t, g, result.YAML)
	assert.Equal(t, result.Lost, 1)
	assert.Assert(t, countLines(string(result.YAML)) <= countLines(object.Source().FileText()), "%s", result.YAML)
}
