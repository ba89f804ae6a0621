package layout

import (
	"bytes"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Document returns the FluxApplication of a group, as YAML. The same group gives the same bytes, in any order of members, keys and labels.
func Document(g Group) []byte {
	b := tree.NewBuilder()
	r := reader{group: g, b: b}
	members := r.readAll()
	d := divider{unifier: unifier{b: b, names: make([]string, len(members))}}
	nodes := make([]tree.Node, len(members))
	for i, m := range members {
		nodes[i] = m.fields
		if !m.hub || m.inFleet {
			d.names[i] = m.Cluster
		}
	}
	w := writer{group: g, b: b, members: members}
	common := d.divide(nil, nodes)
	var best []byte
	for _, candidate := range w.candidates(common, d.differences) {
		if text := w.print(candidate); best == nil || lines(text) < lines(best) {
			best = text
		}
	}
	return best
}

func lines(text []byte) int { return bytes.Count(text, []byte("\n")) }

// writer writes the documents of one group.
type writer struct {
	group   Group
	b       *tree.Builder
	members []reached
}

// draft is a document before it is written.
type draft struct {
	common   tree.Node   // of all entries
	own      []tree.Node // of the entry of each member; nil where one entry is for all of them
	clusters []value     // of the document
}

// print writes the document of a draft.
func (w *writer) print(d draft) []byte {
	common, entries := d.common, w.entries(d)
	chart, sourceRef := common.Get("chart"), common.Get("sourceRef")
	if d.own == nil {
		common = tree.Node{}
	}
	workload := field{w.group.Kind.Field, listOf(entries...)}
	if w.group.Kind == kinds.HelmRelease {
		workload.value = mapOf(field{"chart", ranked(valueOf(chart), chartRanks)}, field{"deploy", workload.value})
	}
	defaults := without(w.b, common, "chart", "sourceRef")
	document := mapOf(
		field{"apiVersion", w.text(kinds.FluxApplication.APIVersion)}, field{"kind", w.text(kinds.FluxApplication.Name)},
		field{"metadata", mapOf(field{"name", w.text(w.group.Name)}, field{"namespace", w.text(w.group.Namespace)})},
		field{"spec", mapOf(
			field{"clusters", listOf(d.clusters...)},
			field{"topology", w.topology()},
			field{"source", optional("sourceRef", valueOf(sourceRef))},
			field{"config", mapOf(field{"defaults", entryOrNone(defaults)}, workload)},
		)},
	)
	p := printer{b: w.b}
	p.fields(document.fields, 0)
	return p.out
}

func (w *writer) text(s string) value {
	if s == "" {
		return value{}
	}
	return valueOf(w.b.String(s, tree.Node{}))
}

func (w *writer) topology() value {
	if !w.group.Standalone {
		return value{}
	}
	return w.text("Standalone")
}

// optional returns a map of one field; absent where it has no value.
func optional(key string, v value) value {
	if v.kind == tree.Absent {
		return v
	}
	return mapOf(field{key, v})
}

func entryOrNone(n tree.Node) value {
	if !n.First().Exists() {
		return value{}
	}
	return entryValue(n)
}

func without(b *tree.Builder, n tree.Node, keys ...string) tree.Node {
	return b.Map(tree.Node{}, slices.DeleteFunc(n.Fields(), func(f tree.Field) bool { return slices.Contains(keys, f.Key) })...)
}
