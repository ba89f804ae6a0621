package view

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Difference is a field that a layer sets for this cluster by its name, and that most counterparts have otherwise.
type Difference struct {
	Object int `json:"object"` // its index
	Leaf       // the field on this cluster, without a value where the object does not have it
	// Usual is the value of more than half of the clusters; absent where they do not have the field. Where it has the
	// name of the cluster, the name of this cluster is in its place.
	Usual      json.RawMessage `json:"usual,omitempty"`
	UsualPiece *int            `json:"usualPiece,omitempty"` // as [explained.Value] has one
}

// Differences returns what is odd on a cluster, by its index, in the order of its objects: nothing that follows from a
// label of the cluster, and nothing that names it or tells how to reach it.
func (p *Page) Differences(cluster int) []Difference {
	if p.groups == nil {
		p.group()
	}
	all := []Difference{}
	for _, i := range p.ObjectsOf(cluster) {
		if i < len(p.groupOf) && p.groupOf[i] >= 0 { // else it is gone, or has no counterparts
			all = append(all, p.differ(i, p.groups[p.groupOf[i]])...)
		}
	}
	return all
}

func (p *Page) differ(object int, g *group) (all []Difference) {
	o := p.objects[object]
	paths, cluster := map[string]bool{}, p.clusterName(o)
	compare := func(f *field, path, value string) {
		if f == nil { // nothing is usual
			return
		}
		usual := explained.OfCluster(f.usual, cluster)
		if value == usual {
			return
		}
		row := p.rows.At(p.own.FieldExplainer(o).Field, f.keys)
		if value == "" {
			row.Value = ""
		}
		isNamed := func(s render.Setting) bool { return s.Named }
		if !row.Setting.Named && !slices.ContainsFunc(row.Params, isNamed) {
			return // no layer sets it, or a param that it reads, for clusters that the layer names
		}
		_, usual, hidden := p.rows.Redactor.Field(change.Field{Path: path, After: usual, Secret: f.secret})
		row.Hidden = row.Hidden || hidden && usual != ""
		all = append(all, Difference{object, Leaf{path, row.JSON()}, json.RawMessage(usual), nil})
	}
	walk(p.own.Tree(o), func(w walked) {
		paths[w.path] = true
		compare(g.fields[w.path], w.path, w.value())
	})
	for _, path := range g.paths {
		if !paths[path] {
			compare(g.fields[path], path, "")
		}
	}
	return all
}

// group has what more than half of the objects that are counterparts have.
type group struct {
	objects int
	fields  map[string]*field // by path, those that have a usual value
	paths   []string          // in the order in which they were seen
}

type field struct {
	keys []string
	// as JSON, with a mark in the place of the cluster's name; empty where most objects do not have the field
	usual  string
	secret bool // of some object, the value is a secret by the name beside it
	counted
}

// counted counts a field's values: one with its cluster's name twice, as it may be there by chance, and with a mark.
type counted struct {
	seen   int // how many objects have it
	values map[string]int
}

func (p *Page) group() {
	p.groups, p.groupOf, p.own = []*group{}, explained.Groups(p.objects), render.NewOwnReader()
	for i, at := range p.groupOf {
		if at < 0 {
			continue
		}
		for at >= len(p.groups) {
			p.groups = append(p.groups, &group{fields: map[string]*field{}})
		}
		p.groups[at].add(p.own, p.objects[i], p.clusterName(p.objects[i]))
	}
	for _, g := range p.groups {
		for path, f := range g.fields {
			isUsual := false
			if f.usual, isUsual = f.most(g.objects); !isUsual {
				delete(g.fields, path)
			}
			f.counted = counted{}
		}
	}
}

// clusterName returns what an object may have as the name of its cluster.
func (p *Page) clusterName(o render.Object) string {
	if explained.ClusterOf(o) == kinds.Hub {
		return cmp.Or(p.hubs[o.Application()], kinds.Hub)
	}
	return o.Cluster()
}

func (g *group) add(read *render.OwnReader, o render.Object, cluster string) {
	walk(read.Tree(o), func(w walked) {
		f := g.fields[w.path]
		if f == nil {
			f = &field{keys: w.keys, counted: counted{values: map[string]int{}}}
			g.fields[w.path], g.paths = f, append(g.paths, w.path)
		}
		f.seen++
		f.secret = f.secret || w.isSecret()
		value := w.value()
		f.values[value]++
		if marked := explained.AnyClusterIn(value, cluster); marked != value {
			f.values[marked]++
		}
	})
	g.objects++
}

// most returns the value of more than half of the objects, empty if they lack the field, and whether there is one.
func (c *counted) most(objects int) (usual string, isUsual bool) {
	most := objects - c.seen
	for value, n := range c.values {
		if n > most {
			usual, most = value, n
		}
	}
	return usual, 2*most > objects
}

// walked is a field of an object that holds no further fields.
type walked struct {
	keys  []string // may be kept
	path  string
	node  tree.Node
	names []render.Leaf // each field called name beside one called value, on the way down to the field
}

func (w walked) value() string { return string(tree.AppendJSON(nil, w.node)) }

// isSecret reports whether a name beside the field tells that it is a secret.
func (w walked) isSecret() bool {
	leaf, rows := render.Leaf{Path: w.path, Value: w.value()}, explained.Rows{}
	return len(w.names) > 0 && rows.Of(leaf, w.names...).Value != rows.Of(leaf).Value
}

// walk calls found for each field that holds no further fields, but not for those that only name its cluster.
func walk(object tree.Node, found func(walked)) {
	var below func(w walked, nulls bool)
	below = func(w walked, nulls bool) {
		nulls = nulls || w.node.KeepsNulls()
		switch n := w.node; {
		case explained.NamesCluster(w.path), n.Kind() == tree.Null && !nulls:
		case n.Kind() == tree.Map && n.Len() > 0:
			for child := range n.Children() {
				key := child.Key()
				next := walked{append(w.keys[:len(w.keys):len(w.keys)], key), strings.TrimPrefix(w.path+tree.Step(key), "."), child,
					w.names}
				if key == "value" && len(w.keys) > 0 {
					name := render.Leaf{Path: w.path + ".name", Value: string(tree.AppendJSON(nil, n.Get("name")))}
					next.names = append(w.names[:len(w.names):len(w.names)], name)
				}
				below(next, nulls)
			}
		default:
			found(w)
		}
	}
	for top := range object.Children() {
		if key := top.Key(); key != "apiVersion" && key != "kind" {
			below(walked{keys: []string{key}, path: key, node: top}, false)
		}
	}
}
