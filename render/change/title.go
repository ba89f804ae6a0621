package change

import "fmt"

// title is what changes in a group, and where.
type title struct {
	what     string   // HelmRelease apps/web-berlin, or 3 HelmReleases
	where    string   // on berlin, or on 3 clusters
	place    string   // of what makes the objects, when they have no fields and one place
	names    []string // of the objects, unless what has the only one
	clusters []string // unless where has the only one
}

func (g *group) action() Action { return g.members[0].Action }

// title describes the objects of a group.
func (g *group) title() (t title) {
	first := g.members[0]
	clusters := g.clusters()
	t.names, t.clusters = g.names(clusters), g.clustersShown()
	t.what = first.Object.Kind
	if len(g.members) > 1 {
		t.what = counted(len(g.members), first.Object.Kind)
	}
	if len(t.names) == 1 {
		t.what += " " + t.names[0]
	}
	t.what += " of " + first.Application
	switch len(t.clusters) {
	case 0:
	case 1:
		t.where = " on " + t.clusters[0]
		if t.clusters[0] == "hub" {
			t.where = " on the hub"
		}
	default:
		t.where = " on " + counted(len(t.clusters), "cluster")
	}
	if at := first.At; at.Line > 0 && len(g.fields) == 0 && g.isOfOnePlace() {
		t.place = fmt.Sprintf("  (%s:%d:%d)", at.File, at.Line, at.Column)
	}
	t.what, t.where, t.place = visible(t.what), visible(t.where), visible(t.place)
	return t
}

func (g *group) isOfOnePlace() bool {
	for _, c := range g.members {
		if c.At != g.members[0].At {
			return false
		}
	}
	return true
}

// clustersShown returns the clusters of a group, with the earlier one of an object that delivers to another one now.
func (g *group) clustersShown() (shown []string) {
	for _, c := range g.members {
		name := c.clusterName()
		if c.WasCluster != "" {
			name = c.WasCluster + " → " + name
		}
		if name != "" && (len(shown) == 0 || shown[len(shown)-1] != name) {
			shown = append(shown, name)
		}
	}
	return shown
}

// shownField is a field of a group for people.
type shownField struct {
	path, setBy string
	difference
}

// shownFields returns the fields of a group for people.
func (g *group) shownFields() []shownField {
	clusters := g.clusters()
	shown := make([]shownField, len(g.fields))
	for i, f := range g.fields {
		shown[i] = shownField{
			path:       visible(shownFor(f.path, clusters)),
			setBy:      visible(setBy(f.set, f.places)),
			difference: differenceOf(shownFor(f.before, clusters), shownFor(f.after, clusters)),
		}
	}
	return shown
}
