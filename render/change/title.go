package change

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// title is what changes in a group, and where. All of it is for one line.
type title struct {
	action      Action
	objects     string   // HelmRelease, or 3 HelmReleases
	names       []string // of the objects
	application string
	clusters    []string
	place       string // of what makes the objects, when they have no fields and one place
}

func (g *group) action() Action { return g.members[0].Action }

func (g *group) title() title {
	first := g.members[0]
	t := title{action: first.Action, objects: first.Object.Kind, names: g.names(g.clusters()),
		application: wording.Visible(first.Application)}
	if len(g.members) > 1 {
		t.objects = names.Counted(len(g.members), first.Object.Kind)
	}
	if applications := g.applications(); applications > 1 {
		t.objects = names.Counted(len(g.members), "object")
		t.application = names.Counted(applications, "application")
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
	elsewhere := func(c *Change) bool { return c.At != first.At } // made by another entry, chart or source
	if at := first.At; at.Line > 0 && len(g.fields) == 0 && !slices.ContainsFunc(g.members, elsewhere) {
		t.place = wording.Visible(fmt.Sprintf("%s:%d:%d", at.File, at.Line, at.Column))
	}
	return t
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
	case len(t.clusters) == 1 && t.clusters[0] == kinds.Hub:
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
func clusterName(c *Change) string {
	if c.Cluster == "" && c.Workload {
		return kinds.Hub
	}
	return c.Cluster
}

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
		name := wording.Visible(wording.ShownFor(wording.WithoutOwn(objectName(c), c.Cluster), clusters))
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}

// objectName returns the namespace and the name of the object, behind those that it had.
func objectName(c *Change) string {
	name := func(id render.ID) string { return strings.TrimPrefix(id.Namespace+"/"+id.Name, "/") }
	if c.Earlier != (render.ID{}) {
		return name(c.Earlier) + " → " + name(c.Object)
	}
	return name(c.Object)
}

// group is the same change of many objects: of one application, kind and action, with the same effect and the same
// fields. What is the name of the cluster of each object, as a whole word, may differ.
type group struct {
	members []*Change // ordered by compareChanges
	effect  string    // with wording.OwnName for the name of the cluster
	fields  []groupField
	redact  *Redactor
}

type groupField struct {
	path, before, after string         // with wording.OwnName too
	set                 render.Setting // of the first member
	places              int            // how many places set it in all members
}

// shownGroups returns the groups for people: what is new on new clusters together, and what is only gated at the end.
func shownGroups(c Changes) []*group {
	c.List = slices.Concat(c.List, c.Gated)
	return joined(groupsOf(c), c)
}

// groupsOf returns the changes in groups, each in exactly one. The time is linear but for sorting.
func groupsOf(c Changes) []*group {
	g := grouper{redact: Redactor{Secrets: c.Secrets}, forms: map[form]*count{}, groups: map[string]*group{}}
	texts := make([][]variants, len(c.List))
	for i := range c.List {
		texts[i] = g.texts(&c.List[i])
	}
	for i := range c.List {
		g.add(&c.List[i], texts[i])
	}
	for _, all := range g.order {
		all.redact = &g.redact
		all.complete()
	}
	slices.SortStableFunc(g.order, func(a, b *group) int {
		return cmp.Or(
			a.members[0].Action.Compare(b.members[0].Action),
			strings.Compare(a.members[0].Application, b.members[0].Application),
			cmp.Compare(len(b.members), len(a.members)),
			compareChanges(a.members[0], b.members[0]),
		)
	})
	return g.order
}

type grouper struct {
	redact Redactor
	forms  map[form]*count
	groups map[string]*group
	order  []*group
}

type form struct {
	action            Action
	application, kind string
	bootstrap         bool
	fields, place     int
	text              string
}

type count struct{ id, members int }

// variants are the forms of a text of a change: as it is, and with wording.OwnName in the place of the cluster's name.
type variants [2]struct {
	text string
	*count
}

// texts counts the texts of a change: the effect, and the path and the values of each field.
func (g *grouper) texts(c *Change) []variants {
	all := make([]variants, 0, 1+3*len(c.Fields))
	add := func(texts ...string) {
		var v variants
		for i, text := range texts {
			v[i].text = text
			if i > 0 && text == texts[0] {
				v[i].count = v[0].count
				continue
			}
			v[i].count = g.count(form{c.Action, c.Application, c.Object.Kind, c.Bootstrap, len(c.Fields), len(all), text})
		}
		all = append(all, v)
	}
	effect := sentence(g.redact.Secrets, c.Effect)
	add(effect, wording.OwnSentence(effect, c.Cluster))
	for _, f := range c.Fields {
		before, after, _ := g.redact.Field(f)
		for _, text := range []string{f.Path, before, after} {
			add(text, wording.OwnValue(text, c.Cluster))
		}
	}
	return all
}

func (g *grouper) count(f form) *count {
	found := g.forms[f]
	if found == nil {
		found = &count{id: len(g.forms)}
		g.forms[f] = found
	}
	found.members++
	return found
}

// add puts a change into its group, each text in its more common form: a cluster's name by chance splits no group.
func (g *grouper) add(c *Change, all []variants) {
	var key []byte
	texts := make([]string, len(all))
	for i, v := range all {
		chosen := v[0]
		if v[1].members > v[0].members {
			chosen = v[1]
		}
		texts[i], key = chosen.text, binary.AppendUvarint(key, uint64(chosen.id))
	}
	found := g.groups[string(key)]
	if found == nil {
		found = &group{effect: texts[0]}
		for field := range slices.Chunk(texts[1:], 3) {
			found.fields = append(found.fields, groupField{path: field[0], before: field[1], after: field[2]})
		}
		g.groups[string(key)] = found
		g.order = append(g.order, found)
	}
	found.members = append(found.members, c)
}

// complete orders the members, and finds what sets the fields.
func (g *group) complete() {
	slices.SortStableFunc(g.members, compareChanges)
	for i := range g.fields {
		places := map[tree.Position]bool{}
		for _, c := range g.members {
			places[c.Fields[i].Set.At] = true
		}
		g.fields[i].set, g.fields[i].places = g.members[0].Fields[i].Set, len(places)
	}
}

// compareChanges orders changes for people: by application and cluster, then by name.
func compareChanges(a, b *Change) int {
	return cmp.Or(strings.Compare(a.Application, b.Application), strings.Compare(a.Cluster, b.Cluster),
		a.Object.Compare(b.Object), a.Action.Compare(b.Action))
}
