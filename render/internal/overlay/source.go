package overlay

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// joinSource merges a source over another one. A kind of source that the lower one lacks replaces its kinds; specs of
// the same kind merge as maps do. A sourceRef with a kind replaces the one below; without, it takes kind and namespace.
func joinSource(o *Overlay, below, over tree.Node, at place) tree.Node {
	return o.over(o.keptOfSource(below, over, below), over, at)
}

// joinSources returns a join for the layers of entries, with a memory of merged sources. There an item of spec.sources
// replaces what is below, and a sourceRef with a kind only the sourceRef of the lowest source.
func joinSources() join {
	merged := map[pair]tree.Node{}
	return func(o *Overlay, below, over tree.Node, at place) tree.Node {
		if at.isItem(over) {
			return over
		}
		key := pair{below: below.Value(), over: over.Value()}
		source, done := merged[key]
		if !done {
			source = o.over(o.keptOfSource(below, over, at.lowest), over, at)
			merged[key] = source
		}
		return source
	}
}

func (o *Overlay) keptOfSource(below, over, lowest tree.Node) tree.Node {
	kinds, ref := sourceFields(), over.Get("sourceRef")
	isNew := func(kind string) bool { return over.Get(kind).Exists() && !below.Get(kind).Exists() }
	var replaced []string
	switch {
	case below.Kind() != tree.Map:
	case slices.ContainsFunc(kinds, isNew) && ref.Exists(): // which has a name and a namespace of its own
		replaced = append(kinds, "name", "namespace", "file")
	case slices.ContainsFunc(kinds, isNew):
		replaced = kinds
	case ref.Get("kind").Exists() && below.Get("sourceRef").Same(lowest.Get("sourceRef")):
		replaced = []string{"sourceRef"}
	}
	if len(replaced) == 0 {
		return below
	}
	return o.build.Without(below, replaced...)
}

// sourceFields are the fields of a source of which it has one.
func sourceFields() []string {
	fields := []string{"sourceRef"}
	for inline := range kinds.Standard().With(kinds.Source) {
		fields = append(fields, inline.Field)
	}
	return fields
}

// joinItems merges sources with names over the sources of the same names.
func joinItems(o *Overlay, below, over tree.Node, at place) tree.Node {
	if below.Kind() != tree.List || over.Kind() != tree.List {
		return over
	}
	items := slices.Collect(below.Children())
	for item := range over.Children() {
		name := item.Get("name").Text()
		sameName := func(n tree.Node) bool { return name != "" && n.Get("name").Text() == name }
		if i := slices.IndexFunc(items[:below.Len()], sameName); i >= 0 {
			items[i] = joinSource(o, items[i], item, at)
		} else {
			items = append(items, item)
		}
	}
	return o.build.List(over, items...)
}
