package print

import (
	"fmt"
	"slices"

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

// title describes the objects of a group.
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
