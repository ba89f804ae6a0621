package entries

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// mergedSources are the sources of entries whose lowest layer is the source of the application. Few layers have a source, so that each is
// merged and read once.
type mergedSources struct {
	varies bool // see [schema.Document.VariesSource]
	shared tree.Node
	merged map[layerPair]tree.Node
	read   map[tree.Node]inventory.Source
}

func newMergedSources(app *inventory.Application) mergedSources {
	if !app.LayersSource {
		return mergedSources{}
	}
	return mergedSources{
		varies: app.Document.VariesSource(), shared: app.Document.Spec().Get("source"),
		merged: map[layerPair]tree.Node{}, read: map[tree.Node]inventory.Source{},
	}
}

// sharedSource is the name of the layer with the source of the application.
const sharedSource = "source"

// sourceLayer returns the layer with the source of the application; absent where it is no layer.
func (m *merger) sourceLayer() tree.Node {
	shared := m.sources.shared
	if !shared.Exists() {
		return shared
	}
	return m.inv.Build.Map(shared, tree.Field{Key: "source", Value: shared})
}

// withSource returns a layer with its source in one field: a sourceRef is a source that has this reference. A null is the source of the
// application.
func (m *merger) withSource(layer tree.Node) tree.Node {
	ref := layer.Find("sourceRef")
	if !m.app.LayersSource || !ref.Exists() {
		return layer
	}
	b := m.inv.Build
	rest := inventory.Without(b, layer, "sourceRef")
	if layer.Get("source").Exists() { // an error reports both
		return rest
	}
	source := ref
	if !isNone(ref) {
		source = b.Map(ref, tree.Field{Key: "sourceRef", Value: ref})
	}
	return b.Map(layer, append(rest.Fields(), tree.Field{Key: "source", Value: source})...)
}

// overSource gives a layer that was merged over a lower one the source that follows from the two.
func (m *merger) overSource(merged, lower, over tree.Node) tree.Node {
	upper := over.Find("source")
	if !m.app.LayersSource || !upper.Exists() {
		return merged
	}
	source, b := m.sources.shared, m.inv.Build
	switch {
	case !isNone(upper):
		source = m.mergeSource(lower.Get("source"), upper)
	case reference.IsRemoval(upper):
		m.words.remove(lower.Find("source"), upper, site{})
	}
	return b.Map(merged, append(inventory.Without(b, merged, "source").Fields(), tree.Field{Key: "source", Value: source})...)
}

func (m *merger) mergeSource(lower, upper tree.Node) tree.Node {
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

// sourceFor reads the source of a merged entry, in which the references of l have their values. A name with references says itself which
// clusters share a source. All others get a digest where the source varies, and where it is not that of the application: an entry that
// has a source of its own does not rename that of others.
func (m *merger) sourceFor(l *layered, source tree.Node) inventory.Source {
	if !m.app.LayersSource {
		return inventory.Source{}
	}
	read, done := m.sources.read[source.Value()]
	if !done {
		named := reference.Is(l.fields.At("source", "name"))
		read = m.inv.ReadSource(m.app, source, m.sources.varies && !named)
		if !named && !read.Equal(m.app.Source) {
			read = m.inv.ReadSource(m.app, source, true)
		}
		m.sources.read[source.Value()] = read
	}
	return read
}
