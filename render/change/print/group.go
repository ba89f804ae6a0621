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

type groupField struct {
	path, before, after string         // with wording.OwnName too
	set                 render.Setting // of the first member
	places              int            // how many places set it in all members
}

// groupsOf returns the changes of a list in groups, each in exactly one. The time is linear but for sorting.
func groupsOf(list []change.Change) []*group {
	g := grouper{forms: map[form]*count{}, groups: map[string]*group{}}
	texts := make([][]variants, len(list))
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
	groups map[string]*group
	order  []*group
}

// form is a text at one place of the changes that may be in one group.
type form struct {
	action            change.Action
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
func (g *grouper) texts(c *change.Change) []variants {
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
	effect := redactedEffect(c)
	add(effect, wording.OwnSentence(effect, c.Cluster))
	for _, f := range c.Fields {
		before, after, _ := Redacted(f)
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
func (g *grouper) add(c *change.Change, all []variants) {
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
		found = newGroup(texts)
		g.groups[string(key)] = found
		g.order = append(g.order, found)
	}
	found.members = append(found.members, c)
}

func newGroup(texts []string) *group {
	g := &group{effect: texts[0]}
	for i := 1; i < len(texts); i += 3 {
		g.fields = append(g.fields, groupField{path: texts[i], before: texts[i+1], after: texts[i+2]})
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
		a.Object.Compare(b.Object),
		a.Action.Compare(b.Action),
	)
}
