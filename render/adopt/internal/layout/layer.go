package layout

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// candidates are the documents to choose from, the one that is the easiest to read first.
func (w *writer) candidates(common tree.Node, differences []difference) []draft {
	if len(differences) == 0 && w.selectable() {
		return []draft{{common: common, clusters: w.clusters(true)}}
	}
	return []draft{w.entryForEach(common, differences)}
}

// selectable reports whether one entry can be for all members: there are several, and none is the hub without a name.
func (w *writer) selectable() bool {
	return len(w.members) > 1 && !slices.ContainsFunc(w.members, func(m reached) bool { return m.hub && !m.inFleet }) && w.areAllOfFleet()
}

// areAllOfFleet reports whether a selector for all clusters selects the members, and no other cluster.
func (w *writer) areAllOfFleet() bool {
	for _, known := range w.group.Fleet {
		if !slices.ContainsFunc(w.members, func(m reached) bool { return m.Cluster == known.Name && m.inFleet }) {
			return false
		}
	}
	return true
}

// entryForEach returns the document with an entry for each member.
func (w *writer) entryForEach(common tree.Node, differences []difference) draft {
	own := make([]patch, len(w.members))
	for _, d := range differences {
		for _, v := range d.variants {
			for _, i := range v.members {
				own[i].set(d.path, v.value)
			}
		}
	}
	if name := common.Get("name"); name.Exists() && !reference.Is(name) {
		common = without(w.b, common, "name")
		if name.Text() == w.group.Name {
			common = w.b.Map(tree.Node{}, append(common.Fields(), tree.Field{Key: "name", Value: w.b.String("$(app.name)", name)})...)
		} else {
			for i := range own {
				own[i].set([]string{"name"}, name)
			}
		}
	}
	made := draft{common: common, own: make([]tree.Node, len(own)), clusters: w.clusters(false)}
	for i := range own {
		made.own[i] = own[i].tree(w.b)
	}
	return made
}

// entries returns the entries of a draft.
func (w *writer) entries(d draft) []value {
	if d.own == nil {
		all := field{"destination", mapOf(field{"clusterSelector", mapOf()})}
		return []value{entryValue(without(w.b, d.common, "chart", "sourceRef"), all)}
	}
	var made []value
	for i, own := range d.own {
		made = append(made, entryValue(own, field{"destination", w.destination(w.members[i])}))
	}
	return made
}

// destination returns what leads to the cluster of a member.
func (w *writer) destination(m reached) value {
	kubeConfig := field{"kubeConfig", valueOf(m.kubeConfig)}
	switch {
	case m.hub:
		return mapOf()
	case m.inFleet || w.group.Standalone:
		return mapOf(field{"cluster", w.text(m.Cluster)})
	case m.namesItself():
		return mapOf(kubeConfig)
	}
	return mapOf(field{"cluster", w.text(m.Cluster)}, kubeConfig)
}

// clusters returns spec.clusters: the clusters that no document of the run has, where entries need them.
func (w *writer) clusters(selected bool) (made []value) {
	for i, m := range w.members {
		known := i > 0 && w.members[i-1].Cluster == m.Cluster
		if m.inFleet || known || !selected && !w.group.Standalone {
			continue
		}
		made = append(made, mapOf(field{"name", w.text(m.Cluster)}, field{"kubeConfig", valueOf(m.kubeConfig)}))
	}
	return made
}

// patch is a map that is put together field by field.
type patch struct {
	value  tree.Node // nil of a map
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
