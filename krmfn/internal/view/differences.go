package view

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/explained"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Difference is a field that an object of a cluster does not have like most objects of its kind: those of the same application and kind
// on other clusters, which are called alike but for the name of the cluster.
type Difference struct {
	// Object is its index.
	Object int `json:"object"`
	// Leaf is the field on this cluster. It has no value where the object does not have the field.
	Leaf
	// Usual is the value of most clusters; absent where they do not have the field. Of values that are on as many clusters, it is that of
	// the first cluster.
	Usual jsonText `json:"usual,omitempty"`
}

// jsonText is JSON.
type jsonText string

// MarshalJSON returns the text itself.
func (t jsonText) MarshalJSON() ([]byte, error) { return []byte(t), nil }

// Differences returns what is different on a cluster, by its index, in the order of its objects. What only names the cluster or tells how to
// reach it is not among them.
func (p *Page) Differences(cluster int) []Difference {
	if p.groups == nil {
		p.groups = p.group()
	}
	all := []Difference{}
	read := render.NewOwnReader()
	for i, row := range p.Fleet.Objects {
		if row.Cluster == cluster {
			all = append(all, p.differ(read, i)...)
		}
	}
	return all
}

// differ returns the differences of an object.
func (p *Page) differ(read *render.OwnReader, object int) (all []Difference) {
	o := p.objects[object]
	g, has := p.groups[groupOf(o)], map[string]bool{}
	add := func(keys []string, path, usual string) {
		row := explained.Of(read.FieldExplainer(o).Field(keys...))
		if !has[path] {
			row.Value = ""
		}
		usual = strings.ReplaceAll(usual, explained.ClusterMark, o.Cluster())
		others := explained.Of(render.Leaf{Path: path, Value: usual})
		row.Hidden = row.Hidden || others.Hidden
		all = append(all, Difference{object, Leaf{path, row.JSON()}, jsonText(others.Value)})
	}
	walk(read.Tree(o), func(keys []string, path, value string) {
		has[path] = true
		if usual := g.usual(path); explained.AnyCluster(value, o.Cluster()) != usual {
			add(keys, path, usual)
		}
	})
	for _, path := range g.paths {
		if usual := g.usual(path); !has[path] && usual != "" {
			add(g.fields[path].keys, path, usual)
		}
	}
	return all
}

// groups are the objects that are compared with each other.
type groups map[groupKey]*group

type groupKey struct{ application, kind, namespace, name string }

// group counts the values of objects that are alike.
type group struct {
	objects int
	fields  map[string]*field // by path
	paths   []string          // in the order in which they were seen
}

// field counts the values of a field. The first objects that have a value and that lack the field decide where counts are equal.
type field struct {
	keys   []string
	seen   int // how many objects have it
	lacks  int // the first object without it; that behind the last one where all have it
	values map[string]*count
}

type count struct{ objects, first int }

func groupOf(o render.Object) groupKey {
	any := func(text string) string { return explained.AnyCluster(text, o.Cluster()) }
	return groupKey{o.Application(), o.Kind(), any(o.Namespace()), any(o.Name())}
}

// group counts the values of all objects.
func (p *Page) group() groups {
	all, read := groups{}, render.NewOwnReader()
	for i, o := range p.objects {
		if p.Fleet.Objects[i].Cluster < 0 {
			continue
		}
		key := groupOf(o)
		if all[key] == nil {
			all[key] = &group{fields: map[string]*field{}}
		}
		all[key].add(read, o)
	}
	return all
}

func (g *group) add(read *render.OwnReader, o render.Object) {
	walk(read.Tree(o), func(keys []string, path, value string) {
		f := g.fields[path]
		if f == nil {
			f = &field{keys: keys, values: map[string]*count{}}
			g.fields[path], g.paths = f, append(g.paths, path)
		}
		if f.lacks == g.objects {
			f.lacks++
		}
		f.seen++
		value = explained.AnyCluster(value, o.Cluster())
		if f.values[value] == nil {
			f.values[value] = &count{first: g.objects}
		}
		f.values[value].objects++
	})
	g.objects++
}

// usual returns the value of a field that most objects have, with the mark in the place of the cluster's name; empty where most do not have
// the field.
func (g *group) usual(path string) (usual string) {
	f := g.fields[path]
	most := count{objects: g.objects - f.seen, first: f.lacks}
	for value, n := range f.values {
		if n.objects > most.objects || n.objects == most.objects && n.first < most.first {
			usual, most = value, *n
		}
	}
	return usual
}

// walk calls a function for each field of an object that holds no further fields, with its value as JSON, but not for those that only
// name its cluster. The function may keep the keys.
func walk(object tree.Node, found func(keys []string, path, value string)) {
	var below func(n tree.Node, keys []string, path string, nulls bool)
	below = func(n tree.Node, keys []string, path string, nulls bool) {
		nulls = nulls || n.KeepsNulls()
		switch {
		case explained.NamesCluster(path), n.Kind() == tree.Null && !nulls:
		case n.Kind() == tree.Map && n.Len() > 0:
			for child := range n.Children() {
				key := child.Key()
				below(child, append(keys[:len(keys):len(keys)], key), strings.TrimPrefix(path+tree.Step(key), "."), nulls)
			}
		default:
			found(keys, path, string(tree.AppendJSON(nil, n)))
		}
	}
	for top := range object.Children() {
		if key := top.Key(); key != "apiVersion" && key != "kind" {
			below(top, []string{key}, key, false)
		}
	}
}
