package layout

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/divide"
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

func (l layers) add(path []string, v divide.Variant) {
	if l[v.Key] == nil {
		l[v.Key] = &layer{members: v.Members}
	}
	l[v.Key].fields.set(path, v.Value)
}

// base chooses the variant of a difference without an override: a single cluster's, otherwise the one that leaves the
// fewest new overrides, otherwise the one of most clusters. It is -1 where all need one.
func (l layers) base(d divide.Difference, lone bool) int {
	known := 0
	for _, v := range d.Variants {
		if l[v.Key] != nil {
			known++
		}
	}
	best, most := -1, -1
	for i, v := range d.Variants {
		existing := known // overrides for the other variants
		switch {
		case !v.Below:
			continue
		case len(v.Members) == 1 && !lone:
			existing = len(d.Variants)
		case l[v.Key] != nil:
			existing--
		}
		if existing > most {
			best, most = i, existing
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
