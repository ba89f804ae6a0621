package print

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
)

// title is what changes in a group, and where. All of it is for one line.
type title struct {
	action      change.Action
	objects     string   // HelmRelease, or 3 HelmReleases
	names       []string // of the objects
	application string
	clusters    []string
	place       string // of what makes the objects, when they have no fields and one place
}

func (g *group) action() change.Action { return g.members[0].Action }

func (g *group) title() title {
	first := g.members[0]
	t := title{action: first.Action, objects: first.Object.Kind, names: g.names(g.clusters()),
		application: wording.Visible(first.Application)}
	if len(g.members) > 1 {
		t.objects = names.Counted(len(g.members), first.Object.Kind)
	}
	for _, c := range g.members {
		name := wording.Visible(clusterName(c))
		if c.EarlierCluster != "" {
			name = wording.Visible(c.EarlierCluster) + " → " + name
		}
		if name != "" && !slices.Contains(t.clusters[max(0, len(t.clusters)-1):], name) { // they are in order
			t.clusters = append(t.clusters, name)
		}
	}
	if at := first.At; at.Line > 0 && len(g.fields) == 0 && g.isOfOnePlace() {
		t.place = wording.Visible(fmt.Sprintf("%s:%d:%d", at.File, at.Line, at.Column))
	}
	return t
}

// isOfOnePlace reports whether one entry, chart or source makes all objects.
func (g *group) isOfOnePlace() bool {
	return !slices.ContainsFunc(g.members, func(c *change.Change) bool { return c.At != g.members[0].At })
}

// line prints the title on one line, where as marks what authors write.
func (t title) line(as func(string) string) string {
	line := string(t.action) + ": " + t.objects
	if len(t.names) == 1 {
		line += " " + as(t.names[0])
	}
	line += " of " + as(t.application)
	switch {
	case len(t.clusters) > 1:
		line += " on " + names.Counted(len(t.clusters), "cluster")
	case len(t.clusters) == 1 && t.clusters[0] == terms.Hub:
		line += " on the hub"
	case len(t.clusters) == 1:
		line += " on " + as(t.clusters[0])
	}
	if t.place != "" {
		line += " " + as("("+t.place+")")
	}
	return line
}

// clusterName returns what people call the cluster that a change is about; empty for an object of no cluster.
func clusterName(c *change.Change) string {
	if c.Cluster == "" && c.Workload {
		return terms.Hub
	}
	return c.Cluster
}

// clusters returns the names of the clusters of a group, each once, and in order.
func (g *group) clusters() (names []string) {
	for _, c := range g.members {
		if name := clusterName(c); name != "" && (len(names) == 0 || names[len(names)-1] != name) {
			names = append(names, name)
		}
	}
	return names
}

// names returns what the objects are called, each once, without the names of the clusters when there are several.
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
