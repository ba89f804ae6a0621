package schema

import (
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// layers refuses what the layers of an application say of themselves. What they say of entries is judged on the merged entries.
func (c *check) layers(d *Document) {
	c.layerName(d.Defaults())
	for _, override := range d.Overrides() {
		c.layerName(override)
		c.references(override.Get("cluster"))
		c.references(override.Get("clusterSelector"))
		selector, name := override.Get("clusterSelector"), override.Get("cluster")
		c.name(name, MaxName)
		switch {
		case !selector.Exists() && !name.Exists():
			c.refuse(Problem{Code: CodeRequired, Node: override, Child: "clusterSelector",
				Detail: "clusterSelector or cluster is required; add one, or clusterSelector: {} for every cluster of the fleet"})
		case selector.Exists():
			c.contradicts(name, true, "is beside clusterSelector; keep one of them")
		}
	}
}

// layerName refuses a name that all entries would have.
func (c *check) layerName(layer tree.Node) {
	name := layer.Get("name")
	if name.Exists() && !reference(name) {
		c.refuse(Problem{Code: CodeMisplaced, Node: name, OnKey: true,
			Detail: "a name is for one object, and a layer is for many; write it in the entry, or with $(cluster.name) in it"})
	}
}
