package layout

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// override is a layer for some members.
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
	key := v.key()
	if l[key] == nil {
		l[key] = &layer{members: v.members}
	}
	l[key].fields.set(path, v.value)
}

// base chooses the value of a field that needs no override: that of a single cluster, otherwise the one without which the fewest new
// overrides are needed, otherwise that of most clusters. It is -1 where some clusters do not have the field: a layer cannot leave it out.
func (l layers) base(d difference, clusters int, lone bool) int {
	if last := len(d.variants) - 1; d.count < clusters {
		return -1
	} else if len(d.variants[last].members) == 1 && !lone {
		return last
	}
	best, known := 0, -1
	for i := range d.variants {
		others := 0
		for j, v := range d.variants {
			if j != i && l[v.key()] != nil {
				others++
			}
		}
		if others > known {
			best, known = i, others
		}
	}
	return best
}

// key identifies the members of a variant.
func (v variant) key() string { return fmt.Sprint(v.members) }

// overrides returns them, that of most clusters first.
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

// set puts a value at a path.
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
