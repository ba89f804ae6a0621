package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// reader reads fields of many objects. What objects have in common is read once.
type reader struct {
	own *render.OwnReader
	// whole objects have what follows from other objects, for example the gates of waves.
	whole bool
	// sources are the sources and HelmCharts that workloads refer to.
	sources map[render.ID]render.Object
}

// value is what an object has at a path.
type value struct {
	tree.Node           // absent where the object does not have the field, or a layer has removed it
	keys      fieldPath // of the field, or of the list that the value is an item of or below
	inList    bool
}

// at returns what an object has at a path.
func (r reader) at(o render.Object, path fieldPath) value {
	if path.isOfSource() {
		return r.atSource(o, path)
	}
	v, nulls := value{Node: r.own.Tree(o)}, false
	if r.whole && followsFromOthers(path) {
		v.Node = o.Tree()
	}
	for _, key := range path {
		nulls = nulls || v.KeepsNulls()
		if v.Kind() == tree.List {
			v.Node, v.inList = item(v.Node, key), true
			continue
		}
		if v.Node = v.Find(key); !v.inList {
			v.keys = append(v.keys, key)
		}
	}
	if v.Kind() == tree.Null && !nulls && !v.KeepsNulls() {
		v.Node = tree.Node{}
	}
	return v
}

// atSource is at for a field of the source of a workload.
func (r reader) atSource(o render.Object, path fieldPath) value {
	source, found := r.source(o, path[1])
	if !found {
		return value{keys: path}
	}
	v := r.at(source, path.inSource())
	v.keys = under(path[:2], v.keys[1:])
	return v
}

// item returns the item of a list at an index.
func item(list tree.Node, index string) tree.Node {
	number, err := strconv.Atoi(index)
	if err != nil {
		return tree.Node{}
	}
	for n := range list.Children() {
		if number == 0 {
			return n
		}
		number--
	}
	return tree.Node{}
}

// followsFromOthers reports whether a field may hold what follows from other objects. The whole object has it, and
// what its author wrote has not.
func followsFromOthers(path fieldPath) bool {
	if len(path) == 1 {
		return true
	}
	return slices.Contains([]string{"dependsOn", "eventSources", "labels", "annotations"}, path[1])
}

// rows returns the fields of an object at a path: several where it leads to a map.
func (r reader) rows(o render.Object, path fieldPath) (rows []row) {
	v := r.at(o, path)
	switch {
	case v.inList:
		return []row{r.row(o, path)}
	case !v.Exists():
		missing := r.row(o, path)
		missing.Path = path.String()
		return []row{missing}
	}
	for _, keys := range leavesOf(v) {
		rows = append(rows, r.row(o, keys))
	}
	return rows
}

// row returns a field of an object without its secrets.
func (r reader) row(o render.Object, keys fieldPath) row {
	var names []render.Leaf
	for _, name := range explained.NamesBeside(keys) {
		names = append(names, r.leafOrItem(o, name))
	}
	return row{o, explained.Of(r.leafOrItem(o, keys), names...)}
}

// leafOrItem explains a field, or a value in a list.
func (r reader) leafOrItem(o render.Object, path fieldPath) render.Leaf {
	if v := r.at(o, path); v.inList {
		return r.item(o, path, v)
	}
	return r.leaf(o, path)
}

// leavesOf returns the paths of the fields of a value that hold no further fields.
func leavesOf(v value) (paths []fieldPath) {
	if v.Kind() != tree.Map || v.Len() == 0 {
		return []fieldPath{v.keys}
	}
	for child := range v.Children() {
		paths = append(paths, leavesOf(value{Node: child, keys: under(v.keys, fieldPath{child.Key()})})...)
	}
	return paths
}

// leaf explains a field. The value is empty where the object does not have it, also where a layer has removed it.
func (r reader) leaf(o render.Object, keys fieldPath) render.Leaf {
	if keys.isOfSource() {
		return r.sourceLeaf(o, keys)
	}
	leaf := r.own.FieldExplainer(o).Field(keys...)
	if r.whole && followsFromOthers(keys) {
		leaves := o.Explain()
		if i := slices.IndexFunc(leaves, func(l render.Leaf) bool { return l.Path == leaf.Path }); i >= 0 {
			leaf = leaves[i]
		}
	}
	if !r.at(o, keys).Exists() {
		leaf.Value = ""
	}
	return leaf
}

// item explains a value in a list. What set the list set it, but its place is its own.
func (r reader) item(o render.Object, path fieldPath, v value) render.Leaf {
	if !v.Exists() {
		return render.Leaf{Path: path.String()}
	}
	leaf := r.leaf(o, v.keys)
	leaf.Path += strings.TrimPrefix(path.String(), v.keys.String())
	leaf.Value = string(tree.AppendJSON(nil, v.Node))
	leaf.Setting.Value = leaf.Value
	if at := v.Position(); at.Line > 0 {
		leaf.Setting.At = at
	}
	return leaf
}
