package schema

import (
	"fmt"
	"reflect"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// The topologies: Flux runs on a hub and reaches the clusters, or in each cluster.
const (
	topologyHubAndSpoke = "HubAndSpoke"
	topologyStandalone  = "Standalone"
)

// Standalone reports whether Flux runs in each of the application's clusters, rather than on a hub that reaches them.
func (d *Document) Standalone() bool { return d.Spec.Get("topology").Text() == topologyStandalone }

// hubAndSpoke reports whether a hub must reach the application's clusters: that of what is no topology nobody knows.
func (d *Document) hubAndSpoke() bool {
	topology := d.Spec.Get("topology")
	return !topology.Exists() || topology.Text() == topologyHubAndSpoke
}

// topology refuses what is no topology. A placeholder is none either: where Flux runs decides what is rendered, and the
// substitution comes too late for that.
func (c *check) topology(n tree.Node) {
	rule := ruleOf(reflect.TypeFor[FluxApplicationSpec](), "topology")
	c.references(n)
	c.add(rule.check(n, c.flux))
	if n.Kind() == tree.String && Placeholder(n.Text()) {
		c.refuse(Problem{Code: CodePlaceholder, Node: n, Current: n.Text(),
			Detail: fmt.Sprintf("fluxapp needs the topology before %s is replaced; write %s", n.Text(), or(rule.enum))})
	}
}
