package inventory

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// readNamedSources reads the items of spec.sources, artifacts after what they may name. One name twice is an error.
func (inv Inventory) readNamedSources(app *Application) {
	app.ofBases = itemsOfBases(app)
	inv.readItems(app, func(item tree.Node) bool { return !isArtifact(item) })
	inv.readItems(app, isArtifact)
}

// itemsOfBases returns the names of the items of spec.sources that only bases have.
func itemsOfBases(app *Application) map[string]bool {
	found := map[string]bool{}
	for _, base := range app.Document.Bases() {
		for item := range base.Spec().Get("sources").Children() {
			found[item.Get("name").Text()] = true
		}
	}
	for item := range app.Written.Spec().Get("sources").Children() {
		delete(found, item.Get("name").Text())
	}
	return found
}

// sourceName returns the name of the object of an inline source. Several applications can have the same item of a
// base: each renders its own, with the name of the application before it.
func (a *Application) sourceName(given string) string {
	if a.ofBases[given] {
		return naming.Object(a.Document.Name(), given)
	}
	return given
}

// NamedSource returns the item of spec.sources that a source names by a sourceRef, as [Application.ItemOf] finds it. It
// returns the source itself where it names none.
func (a *Application) NamedSource(source tree.Node) tree.Node {
	ref := source.Get("sourceRef")
	if _, ok := a.ItemOf(ref); !ok || hasMore(source, "sourceRef") {
		return source
	}
	return a.items[ref.Get("name").Text()]
}

func hasMore(n tree.Node, key string) bool {
	return slices.ContainsFunc(slices.Collect(n.Children()),
		func(field tree.Node) bool { return field.Key() != key && field.Kind() != tree.Null })
}

// IsNamed reports whether a source is an item of spec.sources.
func (a *Application) IsNamed(source tree.Node) bool {
	item, ok := a.items[source.Get("name").Text()]
	return ok && item.Same(source)
}

// WithNamedSource returns the fields of a merged entry with the item of spec.sources that its source names.
func (a *Application) WithNamedSource(b *tree.Builder, fields tree.Node) tree.Node {
	source := fields.Get("source")
	if named := a.NamedSource(source); source.Exists() && !named.Same(source) {
		return b.Map(fields, append(b.Without(fields, "source").Fields(), tree.Field{Key: "source", Value: named})...)
	}
	return fields
}
