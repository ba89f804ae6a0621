package schema

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// fluxReadyExpr is the minor version of Flux 2 that brought readyExpr, without which waves do not hold.
const fluxReadyExpr = 7

// HasWaves reports whether an entry or a layer of the application says a wave, 0 included. It does not depend on the clusters that
// there are: one more or less changes what it alone is about.
func (d *Document) HasWaves() bool {
	return d.mentionsWave && slices.ContainsFunc(d.written(), func(n tree.Node) bool { return n.Get("wave").Exists() })
}

// wave refuses a wave that no Flux can keep to, because the objects of different clusters never meet, and one that the Flux of the
// run cannot. A KCLRun waits without the expression.
func (c *check) wave(n tree.Node, workload Workload) {
	if n.Kind() != tree.Number || n.Text() == "0" {
		return
	}
	if c.document.Standalone() {
		c.contradicts(n, true, "waves need one API server, and with topology: Standalone each cluster has its own; leave it out")
		return
	}
	if workload == KCLRuns || c.flux.has(fluxReadyExpr) {
		return
	}
	c.refuse(Problem{Code: CodeFluxField, Node: n, OnKey: true, Current: n.Key(), Detail: fmt.Sprintf(
		"waves need readyExpr, which Flux %s does not have (new in %s); leave it out, or render for a newer Flux",
		c.flux, FluxVersion(fluxReadyExpr))})
}
