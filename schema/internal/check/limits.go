package check

import (
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Protected validates which clusters limits protect.
func (c *Checker) Protected(n tree.Node) {
	selector := n.Get("clusterSelector")
	switch {
	case n.Kind() != tree.Map:
	case !selector.Exists():
		c.Lacks(n, "clusterSelector", "is required; write the labels of the clusters, or clusterSelector: {} for every "+
			"cluster")
	case selector.Kind() == tree.Map:
		_, problems := Selector(selector)
		c.Report(problems...)
	}
}

// Digest reports what is no digest of a change. An empty one acknowledges nothing.
func (c *Checker) Digest(n tree.Node) {
	if err := kinds.CheckDigest(n.Text()); n.Kind() == tree.String && err != nil {
		c.Refuse(n, finding.CodeUnsupported, "%v", err)
	}
}
