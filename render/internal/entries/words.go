package entries

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// words merges layers that have more than values: $(remove), and lists that grow. Documents without them are merged
// by Builder.Merge alone, which merges the same way.
//
// A $(remove) removes its key. In the values of an author nothing is left; elsewhere a null is left, which removes
// the key from what is below all layers too, for example from the chart that all entries share. A map with nothing
// but $(remove) removes, and adds nothing.
type words struct {
	build   *tree.Builder
	report  func(finding.Problem)
	entry   validate.Type
	apart   string                 // a field of an entry that is merged in another way; empty when there is none
	shared  map[string][]tree.Node // what the application has for all entries below the layers, by the field of an entry
	varies  []string               // the fields for which each cluster may have something of its own below the layers
	grows   bool                   // there are lists that grow
	merged  map[layerPair]tree.Node
	has     map[tree.Node]bool // maps and lists with a $(remove) or an escape of one
	removed map[tree.Node]bool // whether a $(remove) that was merged has removed something
	order   []tree.Node        // these, in the order in which they were merged
}

// layerPair are two values that are merged, and what belongs in their place, where merging depends on it.
type layerPair struct {
	base, over tree.Node
	kind       validate.Type
}

// wordsOf returns how the layers of an application are merged; nil where Builder.Merge does.
func wordsOf(b *tree.Builder, app *inventory.Application, report func(finding.Problem)) *words {
	if !app.Document.MayMentionRemovals() && !app.Document.GrowsLists() {
		return nil
	}
	spec, shared := app.Document.Spec(), map[string][]tree.Node{}
	share := func(key string, below tree.Node) {
		if below.Exists() {
			shared[key] = append(shared[key], below)
		}
	}
	if app.ChartTemplate != nil {
		share("chart", app.ChartTemplate.Chart)
	}
	share("chart", app.Document.Chart())
	share("metadata", spec.Get("commonMetadata"))
	w := &words{
		build: b, report: report, entry: validate.EntryType(app.Workload), shared: shared, varies: []string{"params"},
		grows:  app.Document.GrowsLists(),
		merged: map[layerPair]tree.Node{}, has: map[tree.Node]bool{}, removed: map[tree.Node]bool{},
	}
	if app.LayersSource {
		w.apart = "source" // see overSource
	}
	if reference.Is(app.Document.TemplateName()) {
		w.varies = append(w.varies, "chart")
	}
	return w
}

// site is a map in an entry: what belongs there, and what is below all layers there.
type site struct {
	kind    validate.Type
	shared  []tree.Node
	cluster bool // each cluster may have something of its own there
	keys    bool // what is below is removed by its keys only: labels and annotations
}

// field returns the site of a map below another one.
func (w *words) field(at site, key string) site {
	below := site{kind: at.kind.Field(key), cluster: at.cluster, keys: at.keys ||
		at.kind == w.entry && key == sharedMetadata}
	if at.kind == w.entry {
		below.shared, below.cluster = w.shared[key], slices.Contains(w.varies, key)
		return below
	}
	for _, n := range at.shared {
		if found := n.Get(key); found.Exists() {
			below.shared = append(below.shared, found)
		}
	}
	return below
}

// hasBelow reports whether there may be something below all layers.
func (s site) hasBelow() bool { return s.cluster || len(s.shared) > 0 }

// layer returns the fields of an entry, which may be absent, with a layer over it.
func (w *words) layer(entry, over tree.Node) []tree.Field {
	return w.fields(entry, over, site{kind: w.entry})
}

// fields returns the fields of the map base with those of the map over.
func (w *words) fields(base, over tree.Node, at site) []tree.Field {
	fields := base.Fields()
	for child := range over.Children() {
		key := child.Key()
		if at.kind == w.entry && key == w.apart {
			continue
		}
		if list, grows := at.kind.Grows(key); grows {
			fields = w.grow(fields, child, list)
			continue
		}
		fields = w.replaceGrown(fields, key)
		below := w.field(at, key)
		value := w.merge(base.Get(key), child, below)
		if reference.IsRemoval(child) {
			value = w.remove(cmp.Or(base.Find(key), base.Find(key+plus)), child, below)
			fields = slices.DeleteFunc(fields, func(f tree.Field) bool { return f.Key == key })
			if at.kind == w.entry && (key == "interval" || key == "prune") {
				value = tree.Node{} // where a null has another meaning
			}
		}
		fields = append(fields, tree.Field{Key: key, Value: value})
	}
	return fields
}

// merge returns the value over on what is below it.
func (w *words) merge(base, over tree.Node, at site) tree.Node {
	if over.Kind() != tree.Map || base.Kind() != tree.Map && !w.mentions(over) {
		return w.unescaped(over)
	}
	pair := layerPair{base.Value(), over.Value(), at.kind}
	result, done := w.merged[pair]
	if !done {
		below := base
		if base.Kind() != tree.Map {
			below = tree.Node{}
		}
		result = w.build.Map(over, w.fields(below, over, at)...)
		switch {
		case base.Kind() == tree.Map || at.hasBelow() || !RemovesOnly(over):
		case reference.Is(base):
			w.refuse(over, base)
		default:
			result = base
		}
		w.merged[pair] = result
	}
	return result
}

// refuse refuses the $(remove) in a map over a reference, which has its value only when the layers are merged.
func (w *words) refuse(over, base tree.Node) {
	if reference.IsRemoval(over) {
		w.note(over, true)
		w.report(finding.Problem{Code: finding.CodeRemoval, Node: over, OnKey: true,
			Detail: reference.Removal + " cannot remove a part of what a reference stands for, and there is one at "}.
			Beside(base, "; write there what it stands for"))
	}
	for child := range over.Children() {
		w.refuse(child, base)
	}
}

// RemovesOnly reports whether a value is a map with fields that are nothing but $(remove). It adds nothing to what is
// below it.
func RemovesOnly(n tree.Node) bool {
	for child := range n.Children() {
		if !reference.IsRemoval(child) && !RemovesOnly(child) {
			return false
		}
	}
	return n.Kind() == tree.Map && n.First().Exists()
}

// remove returns what is left of a value that a $(remove) removes; absent where that is nothing.
func (w *words) remove(base, removal tree.Node, at site) tree.Node {
	removes := base.Exists() || at.hasBelow()
	w.note(removal, removes)
	if !removes || at.kind.IsOpen() && !at.cluster {
		return tree.Node{}
	}
	return w.nulls(removal, at)
}

// nulls returns the null in the place of a $(remove), or a map with a null for each key that it removes.
func (w *words) nulls(removal tree.Node, at site) tree.Node {
	var fields []tree.Field
	for _, below := range at.shared {
		for child := range below.Children() {
			fields = append(fields, tree.Field{Key: child.Key(), Value: w.nulls(removal, w.field(at, child.Key()))})
		}
	}
	if !at.keys || len(fields) == 0 {
		return w.build.Null(removal)
	}
	return w.build.Map(removal, fields...)
}

// note takes down that a $(remove) was merged, and whether it has removed something.
func (w *words) note(removal tree.Node, removed bool) {
	before, again := w.removed[removal.Value()]
	if w.removed[removal.Value()] = before || removed; !again {
		w.order = append(w.order, removal)
	}
}

// mentions reports whether a value is or has a $(remove), or an escape of one.
func (w *words) mentions(n tree.Node) bool {
	if n.Kind() < tree.List {
		return reference.MentionsRemoval(n)
	}
	has, known := w.has[n.Value()]
	if !known {
		for child := range n.Children() {
			has = has || w.mentions(child)
		}
		w.has[n.Value()] = has
	}
	return has
}

// unescaped returns a string or list as it is without escapes of $(remove).
func (w *words) unescaped(n tree.Node) tree.Node {
	if !w.mentions(n) {
		return n
	}
	switch n.Kind() {
	case tree.List:
		var items []tree.Node
		for item := range n.Children() {
			items = append(items, w.unescaped(item))
		}
		return w.build.List(n, items...)
	case tree.Map: // of a list
		fields := n.Fields()
		for i := range fields {
			fields[i].Value = w.unescaped(fields[i].Value)
		}
		return w.build.Map(n, fields...)
	}
	if text, ok := reference.UnescapedRemoval(n); ok {
		return w.build.WithSetter(w.build.String(text, n), n.Setter())
	}
	return n
}
