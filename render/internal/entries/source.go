package entries

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// mergedSources are the sources of entries whose lowest layer is the source of the application. Few layers have a
// source, so that each is merged and read once.
type mergedSources struct {
	varies bool            // see [schema.Document.VariesSource]
	shared tree.Node       // spec.source
	used   map[string]bool // the items of spec.sources, by their names
	merged map[layerPair]tree.Node
	read   map[tree.Node]*inventory.Source
}

func newMergedSources(app *inventory.Application) mergedSources {
	if !app.LayersSource {
		return mergedSources{}
	}
	update := app.Around.ImageAutomation.At("update", "sourceRef")
	return mergedSources{
		varies: app.Document.VariesSource(),
		used:   map[string]bool{update.Get("name").Text(): true}, merged: map[layerPair]tree.Node{},
		read: map[tree.Node]*inventory.Source{},
	}
}

// sourceLayer returns the layer with the source of the application; absent where it is no layer.
func (m *merger) sourceLayer() tree.Node {
	if shared := m.app.Document.Spec().Get("source"); m.app.LayersSource && shared.Exists() {
		m.sources.shared = m.namedSource(shared)
	}
	shared := m.sources.shared
	if !shared.Exists() {
		return shared
	}
	return m.inv.Build.Map(shared, tree.Field{Key: "source", Value: shared})
}

// withSource returns a layer with its source in one field: a sourceRef is a source that has this reference. A null is
// the source of the application.
func (m *merger) withSource(layer tree.Node) tree.Node {
	if !m.app.LayersSource {
		return layer
	}
	source, ref := layer.Find("source"), layer.Find("sourceRef")
	if !source.Exists() && !ref.Exists() {
		return layer
	}
	b := m.inv.Build
	switch {
	case source.Kind() == tree.Map || !ref.Exists(): // an error reports both
	case isNone(ref):
		source = ref
	default:
		source = b.Map(ref, tree.Field{Key: "sourceRef", Value: ref})
	}
	rest := inventory.Without(b, layer, "source", "sourceRef")
	return b.Map(layer, append(rest.Fields(), tree.Field{Key: "source", Value: m.namedSource(source)})...)
}

// namedSource returns the item of spec.sources that a source names; the source itself where it names none.
func (m *merger) namedSource(source tree.Node) tree.Node {
	named := m.app.NamedSource(source)
	if !named.Same(source) {
		m.sources.used[named.Get("name").Text()] = true
	}
	return named
}

// withNamedSource returns the fields of an entry, in which references have their values, with the item of
// spec.sources that such a reference names.
func (m *merger) withNamedSource(fields tree.Node) tree.Node {
	source := fields.Get("source")
	if named := m.namedSource(source); reference.Contains(named) && !named.Same(source) {
		m.report(finding.Problem{Code: finding.CodeReference, Node: source.At("sourceRef", "name"), Detail: fmt.Sprintf(
			"the source %s has references itself; write its name without a reference", source.At("sourceRef", "name").Text())})
	}
	return m.app.WithNamedSource(m.inv.Build, fields)
}

// reportUnnamed warns of the items of spec.sources that no entry or layer names. Those of a base may be for other
// applications.
func (m *merger) reportUnnamed() {
	for item := range m.app.Written.Spec().Get("sources").Children() {
		if name := item.Get("name"); !m.app.Refused && name.Text() != "" && !m.sources.used[name.Text()] {
			m.report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeUnusedSource, Node: name,
				Current: name.Text(),
				Detail: fmt.Sprintf("nothing names this source, so it is not rendered; write sourceRef: {name: %s} in an entry "+
					"or a layer, or leave it out", name.Text())})
		}
	}
}

// overSource gives a layer that was merged over a lower one the source that follows from the two.
func (m *merger) overSource(merged, lower, over tree.Node) tree.Node {
	if !m.app.LayersSource {
		return merged
	}
	upper := over.Find("source")
	if !upper.Exists() {
		return merged
	}
	source, b := m.sources.shared, m.inv.Build
	switch {
	case !isNone(upper):
		source = m.mergeSource(lower.Get("source"), upper)
	case reference.IsRemoval(upper):
		m.words.remove(lower.Find("source"), upper, site{})
	}
	return b.Map(merged, append(inventory.Without(b, merged, "source").Fields(),
		tree.Field{Key: "source", Value: source})...)
}

func (m *merger) mergeSource(lower, upper tree.Node) tree.Node {
	if m.app.IsNamed(upper) {
		return upper
	}
	pair := layerPair{base: lower.Value(), over: upper.Value()}
	source, done := m.sources.merged[pair]
	if !done {
		b := m.inv.Build
		merge := b.Merge
		if m.words != nil {
			merge = func(lower, upper tree.Node) tree.Node {
				return m.words.merge(lower, upper, m.words.field(site{kind: m.words.entry}, "source"))
			}
		}
		source = inventory.MergeSource(b, lower, upper, m.sources.shared, merge)
		m.sources.merged[pair] = source
	}
	return source
}

// isNone reports whether a layer removes the source of those below it, so that the source is that of the application.
func isNone(source tree.Node) bool { return source.Kind() == tree.Null || reference.IsRemoval(source) }

// sourceFor reads the source of a merged entry, in which the references of l have their values. A name with
// references says itself which clusters share a source. All others get a digest unless they are as they are written:
// an entry that has a source of its own does not rename that of others.
func (m *merger) sourceFor(l *layered, source tree.Node) *inventory.Source {
	if !m.app.LayersSource {
		return nil
	}
	read, done := m.sources.read[source.Value()]
	if !done {
		made := m.inv.ReadSource(m.app, source, false)
		if named := reference.Is(l.fields.At("source", "name")); !named && !m.isAsWritten(made, source.Get("name").Text()) {
			made = m.inv.ReadSource(m.app, source, true)
		}
		for _, item := range made.Needs {
			m.sources.used[item] = true
		}
		read = &made
		m.sources.read[source.Value()] = read
	}
	return read
}

// isAsWritten reports whether a source with a name is that of the application, or an item of spec.sources.
func (m *merger) isAsWritten(s inventory.Source, name string) bool {
	if item, ok := m.app.Named[name]; ok {
		return s.Equal(item)
	}
	return !m.sources.varies && s.Equal(m.app.Source)
}
