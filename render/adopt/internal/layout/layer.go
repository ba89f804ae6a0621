package layout

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type override struct {
	members  []int
	selector requirement // zero where the names of the clusters select
	fields   tree.Node
}

// layers are the fields of overrides, by their members: variants of the same members share an override.
type layers map[string]*layer

type layer struct {
	members []int
	fields  patch
}

func (l layers) add(path []string, v variant) {
	if l[v.key] == nil {
		l[v.key] = &layer{members: v.members}
	}
	l[v.key].fields.set(path, v.value)
}

// base chooses the variant of a difference without an override: a single cluster's, otherwise the one that leaves the
// fewest new overrides, otherwise the one of most clusters. It is -1 where all need one.
func (l layers) base(d difference, lone bool) int {
	known := 0
	for _, v := range d.variants {
		if l[v.key] != nil {
			known++
		}
	}
	best, most := -1, -1
	for i, v := range d.variants {
		others := known
		switch {
		case !v.below:
			continue
		case len(v.members) == 1 && !lone:
			others = len(d.variants)
		case l[v.key] != nil:
			others--
		}
		if others > most {
			best, most = i, others
		}
	}
	return best
}

// overrides returns the overrides, the one for most clusters first.
func (l layers) overrides(b *tree.Builder) (made []override) {
	for _, layer := range l {
		made = append(made, override{members: layer.members, fields: layer.fields.tree(b)})
	}
	slices.SortFunc(made, func(x, y override) int {
		return cmp.Or(cmp.Compare(len(y.members), len(x.members)), slices.Compare(x.members, y.members))
	})
	return made
}

// patch is a map that is put together field by field.
type patch struct {
	value  tree.Node // absent of a map
	fields map[string]*patch
}

func (p *patch) set(path []string, v tree.Node) {
	if len(path) == 0 {
		p.value = v
		return
	}
	if p.fields == nil {
		p.fields = map[string]*patch{}
	}
	if p.fields[path[0]] == nil {
		p.fields[path[0]] = &patch{}
	}
	p.fields[path[0]].set(path[1:], v)
}

func (p *patch) tree(b *tree.Builder) tree.Node {
	if p.value.Exists() {
		return p.value
	}
	var fields []tree.Field
	for key, below := range p.fields {
		fields = append(fields, tree.Field{Key: key, Value: below.tree(b)})
	}
	return b.Map(tree.Node{}, fields...)
}
