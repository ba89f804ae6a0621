package layout

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Document returns the FluxApplication of a group, as YAML: the same bytes for any order of members, keys and labels.
func Document(g Group) []byte {
	b := tree.NewBuilder()
	members := reader{group: g, b: b}.readAll()
	d := divider{b: b, sources: sourcesOf(members)}
	nodes := each(members, func(m reached) tree.Node { return m.fields })
	common := d.divide(nil, validate.EntryType(terms.Workload(g.Kind.Field)), nodes)
	common = d.nameSource(common, g.Name)
	w := newWriter(g, members, common, &d)
	var written []text
	for _, candidate := range w.candidates() {
		written = append(written, w.write(candidate))
	}
	return slices.MinFunc(written, func(x, y text) int {
		return cmp.Or(cmp.Compare(x.lines, y.lines), cmp.Compare(len(x.yaml), len(y.yaml)))
	}).yaml
}

// sourcesOf returns what texts of the members may differ by.
func sourcesOf(members []reached) []source {
	names, labels, known := make([]string, len(members)), make([]map[string]string, len(members)), true
	for i, m := range members {
		labels[i], known = m.Labels, known && m.inFleet
		if !m.hub || m.inFleet {
			names[i] = m.Cluster
		}
	}
	found := []source{{reference: clusterName, values: names}}
	if known {
		found = append(found, labelSources(labels)...)
	}
	return found
}

type text struct {
	yaml  []byte
	lines int // that a reader needs time for
}

// What a reader needs besides the lines, as lines. An override for one cluster is not where the reader looks first:
// it must save an entry for each of many clusters. Names are looked up in each list of names.
const (
	loneLines  = 8
	namesLines = 2
)

func (w *writer) write(d draft) text {
	p := printer{b: w.b}
	p.fields(w.document(d).fields, 0)
	made := text{p.out, bytes.Count(p.out, []byte("\n"))}
	for _, o := range d.overrides {
		switch {
		case len(o.members) == 1:
			made.lines += loneLines
		case o.selector.key == "":
			made.lines += namesLines
		}
	}
	return made
}
