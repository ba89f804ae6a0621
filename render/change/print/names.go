package print

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
)

// clusterName returns what people call the cluster that a change is about; empty for an object of no cluster.
func clusterName(c *change.Change) string {
	if c.Cluster == "" && c.Workload {
		return terms.Hub
	}
	return c.Cluster
}

// clusters returns the names of the clusters of a group, each once, and in order. They are the keys of references to
// the name of the cluster.
func (g *group) clusters() (names []string) {
	for _, c := range g.members {
		if name := clusterName(c); name != "" && (len(names) == 0 || names[len(names)-1] != name) {
			names = append(names, name)
		}
	}
	return names
}

// names returns what the objects of a group are called, each once: with the name that a renamed object had, and
// without the names of the clusters when there are several.
func (g *group) names(clusters []string) (names []string) {
	seen := map[string]bool{}
	for _, c := range g.members {
		name := objectName(c)
		if name = wording.Visible(wording.ShownFor(wording.WithoutOwn(name, c.Cluster), clusters)); !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// objectName returns the namespace and the name of the object, behind those that it had.
func objectName(c *change.Change) string {
	name := func(id render.ID) string { return strings.TrimPrefix(id.Namespace+"/"+id.Name, "/") }
	if c.Earlier != (render.ID{}) {
		return name(c.Earlier) + " → " + name(c.Object)
	}
	return name(c.Object)
}
