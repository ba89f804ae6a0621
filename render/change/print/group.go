package print

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// group is the same change of many objects: of one application, kind and action, with the same effect and the same
// fields. What is the name of the cluster of each object, as a whole word, may differ.
type group struct {
	members []*change.Change // ordered by compareChanges
	effect  string           // with wording.OwnName for the name of the cluster
	fields  []groupField
}

// groupField is a field of all members of a group.
type groupField struct {
	path, before, after string         // with wording.OwnName too
	set                 render.Setting // of the first member
	places              int            // how many places set it in all members
}

// groupsOf returns the changes of a list in groups, each in exactly one. The time is linear but for sorting.
func groupsOf(list []change.Change) []*group {
	g := grouper{forms: map[form]*count{}, shapes: map[shape]int{}, groups: map[string]*group{}}
	texts := make([][]ownText, len(list))
	for i := range list {
		texts[i] = g.texts(&list[i])
	}
	for i := range list {
		g.add(&list[i], texts[i])
	}
	for _, all := range g.order {
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
	forms  map[form]*count
	shapes map[shape]int
	groups map[string]*group
	order  []*group
}

// shape is what the members of a group have in common beside their texts.
type shape struct {
	action            change.Action
	application, kind string
	bootstrap         bool
	fields            int
}

// form is a text at one place of the changes of a shape.
type form struct {
	shape, place int
	text         string
}

// count is how many changes have a form. The id tells forms apart.
type count struct{ id, members int }

// ownText is a text of a change in both forms: as it is, and with wording.OwnName in the place of the cluster's name.
type ownText struct {
	raw, own      string
	asIs, without *count
}

// texts counts the texts of a change: the effect, and the path and the values of each field.
func (g *grouper) texts(c *change.Change) []ownText {
	of := shape{c.Action, c.Application, c.Object.Kind, c.Bootstrap, len(c.Fields)}
	id, known := g.shapes[of]
	if !known {
		id = len(g.shapes)
		g.shapes[of] = id
	}
	all := make([]ownText, 0, 1+3*len(c.Fields))
	add := func(raw, own string) {
		place := len(all)
		t := ownText{raw: raw, own: own, asIs: g.count(form{id, place, raw})}
		if t.without = t.asIs; own != raw {
			t.without = g.count(form{id, place, own})
		}
		all = append(all, t)
	}
	effect := redactedEffect(c)
	add(effect, wording.OwnSentence(effect, c.Cluster))
	for _, f := range c.Fields {
		before, after, _ := Redacted(f)
		add(f.Path, wording.OwnValue(f.Path, c.Cluster))
		add(before, wording.OwnValue(before, c.Cluster))
		add(after, wording.OwnValue(after, c.Cluster))
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

// add puts a change into its group. Each text is in the form that more changes have: a text that is the name of a
// cluster by chance does not split a group.
func (g *grouper) add(c *change.Change, texts []ownText) {
	var key []byte
	for _, t := range texts {
		key = binary.AppendUvarint(key, uint64(t.chosen().id))
	}
	of := g.groups[string(key)]
	if of == nil {
		of = newGroup(texts)
		g.groups[string(key)] = of
		g.order = append(g.order, of)
	}
	of.members = append(of.members, c)
}

func (t ownText) chosen() *count {
	if t.without.members > t.asIs.members {
		return t.without
	}
	return t.asIs
}

func (t ownText) text() string {
	if t.chosen() == t.asIs {
		return t.raw
	}
	return t.own
}

func newGroup(texts []ownText) *group {
	g := &group{effect: texts[0].text()}
	for i := 1; i < len(texts); i += 3 {
		g.fields = append(g.fields, groupField{path: texts[i].text(), before: texts[i+1].text(), after: texts[i+2].text()})
	}
	return g
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
func compareChanges(a, b *change.Change) int {
	return cmp.Or(
		strings.Compare(a.Application, b.Application),
		strings.Compare(a.Cluster, b.Cluster),
		strings.Compare(a.Object.Server, b.Object.Server),
		strings.Compare(a.Object.Kind, b.Object.Kind),
		strings.Compare(a.Object.Namespace, b.Object.Namespace),
		strings.Compare(a.Object.Name, b.Object.Name),
		a.Action.Compare(b.Action),
	)
}
