package layout

import (
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/authored"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/divide"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// readAuthors reads the order of keys and the comments of the members, and of what the document has besides.
func readAuthors(from reader, members []reached) *authored.Authors {
	a := authored.NewAuthors()
	names := sourcesOf(members)[:1]
	for i, m := range members {
		r := a.Reader(i, m.Object)
		r.General = func(text string) string { return divide.General(names, text, i) }
		a.Members = append(a.Members, r.Author)
		written := from.b.Without(m.fields, "source") // of another object
		fields := append(written.Fields(), tree.Field{Key: "kubeConfig", Value: m.kubeConfig})
		a.Entry.Add(from.b.Map(m.fields, fields...), r)
		if len(r.Left) > 0 {
			a.ReadDocument(m.Object, r)
			r.MoveInstructions(&a.Entry, written)
		}
		readSource(a, from, i, m)
	}
	a.Settle()
	return a
}

// readSource reads the order of keys and the comments of the source of a member, which other members may have too.
func readSource(a *authored.Authors, r reader, member int, m reached) {
	if m.Source.Kind == nil || a.Known[m.Source.Object] {
		return
	}
	a.Known[m.Source.Object] = true
	read, inline := a.Reader(member, m.Source.Object), r.inline(m.Source)
	if spec := m.Source.Object.Get("spec"); !spec.Get("interval").Exists() { // a null is not its author's
		own := tree.Field{Key: m.Source.Kind.Field, Value: spec}
		inline = r.b.Map(tree.Node{}, append(inline.Fields(), own)...)
	}
	within, key := &a.Entry, "source"
	if r.group.NamesSources {
		within, key = &a.Items, m.Source.Object.At("metadata", "name").Text()
	}
	if within.Below[key] == nil {
		within.AddKeys(r.b.Map(tree.Node{}, tree.Field{Key: key, Value: inline}))
	}
	a.ReadInto(within.Below[key], m.Source.Object, inline, read)
}

// sourcesOf returns what texts of the members may differ by.
func sourcesOf(members []reached) []divide.Source {
	names, labels, known := make([]string, len(members)), make([]map[string]string, len(members)), len(members) > 0
	for i, m := range members {
		labels[i], known = m.labels, known && m.inFleet
		if !m.hub || m.inFleet {
			names[i] = m.Cluster
		}
	}
	found := []divide.Source{{Reference: divide.ClusterName, Values: names}}
	if known {
		found = append(found, divide.LabelSources(labels)...)
	}
	return found
}
