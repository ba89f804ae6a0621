package overlay

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Table is how the fields of a map are merged.
type Table struct {
	// Type is the type of the map. It tells which lists can grow, and where any value can be, and null is a value.
	Type validate.Type
	// Removals and Grows report whether layers may have $(remove) or its escape, and lists that grow.
	Removals, Grows bool

	rows   map[string]policy                  // of fields, by their paths of one or two keys
	other  policy                             // of all other fields
	merged map[tree.Node]map[string]tree.Node // of maps, the lists that are merged by a field; nil remembers nothing
}

// policy is how a field is merged with the one below it; the zero policy merges maps and replaces all else.
type policy struct {
	join          join                 // merges two values; nil does what the zero policy does
	null, removal left                 // what these leave
	lowest        tree.Node            // below all layers
	items         string               // the list with values that layers name, and that replace what is below
	isItem        func(tree.Node) bool // reports whether a value is one of them; nil without a list
	shared        []tree.Node          // what all entries have below their layers, merged later: the chart of all entries
	varies        bool                 // each cluster may have something below all layers, which is merged later
	operators     bool                 // each key may have an operator, or the escape of one
}

// left is what a null or a $(remove) leaves of a field.
type left uint8

const (
	leavesNull    left = iota // it removes what is merged later; a $(remove) leaves nothing among any values
	leavesNothing             // no field
	leavesBelow               // the field as it is below
	leavesShared              // what all entries share
	leavesLowest              // the lowest value of the policy
)

var specRows = map[string]policy{
	"clusters": {join: joinLists},
	"sources":  {join: joinItems},
	"source":   {join: joinSource},
}

// sharedRows merge an entry over what all entries share: it may lack labels and annotations, and have another chart.
var sharedRows = map[string]policy{
	"chart":                {varies: true},
	"metadata":             {null: leavesBelow},
	"metadata.labels":      {null: leavesBelow},
	"metadata.annotations": {null: leavesBelow},
}

// OfSpecs is how the spec of an application is merged over the specs of its bases.
func OfSpecs() Table { return Table{rows: specRows} }

// OfParams is how the params of layers are merged over a cluster's. Nothing is left of what a layer removes.
func OfParams() Table {
	return Table{Removals: true, other: policy{null: leavesNothing, removal: leavesNothing, varies: true}}
}

// OfShared is how a merged entry is laid over what all entries share.
func OfShared(entry validate.Type) Table { return Table{Type: entry, Grows: true, rows: sharedRows} }

// OfCharts is how the merged chart of an entry is laid over the chart template and the chart of all entries.
func OfCharts(entry validate.Type) Table { return Table{Type: entry, Grows: true} }

// OfEntries is how an application's layers are merged. The template is its template's chart, if entries have the same.
func OfEntries(d *schema.Document, template tree.Node) Table {
	workload, _ := d.Facts().Entries()
	facts := d.Facts()
	t := Table{Type: validate.EntryType(workload), Removals: facts.MayMentionRemovals(), Grows: facts.MergesLists()}
	if t.Grows {
		t.merged = map[tree.Node]map[string]tree.Node{}
	}
	if t.operates() {
		t.rows = map[string]policy{
			"interval":             {removal: leavesNothing}, // because a null leaves it to another tool
			"prune":                {removal: leavesNothing},
			"params":               {varies: true},
			"values":               {operators: t.Grows},
			"chart":                {shared: existing(template, facts.Chart()), varies: names.IsReference(facts.TemplateName())},
			"metadata":             {removal: leavesShared, shared: existing(d.Facts().CommonMetadata())},
			"metadata.labels":      {removal: leavesShared},
			"metadata.annotations": {removal: leavesShared},
		}
	}
	return t
}

// WithSources returns the table for entries with a source as the lowest layer; others may have an item of spec.sources.
func (t Table) WithSources(lowest tree.Node, isItem func(source tree.Node) bool) Table {
	rows := map[string]policy{"source": {join: joinSources(), null: leavesLowest, removal: leavesLowest, lowest: lowest,
		items: "sources", isItem: isItem}}
	maps.Copy(rows, t.rows)
	t.rows = rows
	return t
}

func existing(values ...tree.Node) []tree.Node {
	return slices.DeleteFunc(values, func(n tree.Node) bool { return !n.Exists() })
}

type place struct {
	policy
	kind  validate.Type // what belongs there; the zero Type where no layer has operators
	path  string        // of the first two keys
	depth int
	// isApart: it is in a list that is merged with nothing. An operator there was refused.
	isApart bool
}

func (t *Table) at(p place, key string) place {
	below := place{policy: t.other, depth: p.depth + 1, isApart: p.isApart}
	switch p.depth {
	case 0:
		below.path = key
		if row, ok := t.rows[key]; ok {
			below.policy = row
		}
	case 1:
		if row, ok := t.rows[p.path+"."+key]; ok {
			below.policy = row
		}
	}
	below.operators = below.operators || p.operators
	if t.operates() {
		below.kind = p.kind.Field(key)
		below.varies = below.varies || p.varies
		for _, n := range p.shared {
			if found := n.Get(key); found.Exists() {
				below.shared = append(below.shared, found)
			}
		}
	}
	return below
}

func (t *Table) operates() bool { return t.Removals || t.Grows }

// hasBelow reports whether there may be something below all layers that is merged later.
func (p *place) hasBelow() bool { return p.varies || len(p.shared) > 0 }

// mayRemove reports whether a $(remove) here may remove something below all layers. The labels and annotations that all
// objects have are no layer: an entry that lacks one names its key.
func (p *place) mayRemove() bool { return p.hasBelow() && p.removal != leavesShared }

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
	fields, ref := []string{"sourceRef"}, over.Get("sourceRef")
	for inline := range kinds.With(kinds.Source) {
		fields = append(fields, inline.Field)
	}
	isNew := func(kind string) bool { return over.Get(kind).Exists() && !below.Get(kind).Exists() }
	var replaced []string
	switch {
	case below.Kind() != tree.Map:
	case slices.ContainsFunc(fields, isNew) && ref.Exists(): // which has a name and a namespace of its own
		replaced = append(fields, "name", "namespace", "file")
	case slices.ContainsFunc(fields, isNew):
		replaced = fields
	case ref.Get("kind").Exists() && below.Get("sourceRef").Same(lowest.Get("sourceRef")):
		replaced = []string{"sourceRef"}
	}
	if len(replaced) == 0 {
		return below
	}
	return o.build.Without(below, replaced...)
}

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
