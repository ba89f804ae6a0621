package inventory

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func itemsOfBases(app *Application) map[string]bool {
	found := map[string]bool{}
	for _, base := range app.Document.Facts().Bases() {
		for item := range base.Spec().Get("sources").Children() {
			found[item.Get("name").Text()] = true
		}
	}
	for item := range app.Written.Spec().Get("sources").Children() {
		delete(found, item.Get("name").Text())
	}
	return found
}

// NamedSource returns the item of spec.sources that a source names by a sourceRef, as [Application.ItemOf] finds it. It
// returns the source itself where it names none.
func (a *Application) NamedSource(source tree.Node) tree.Node {
	ref := source.Get("sourceRef")
	isOther := func(n tree.Node) bool { return n.Key() != "sourceRef" && n.Kind() != tree.Null }
	if _, ok := a.ItemOf(ref); !ok || slices.ContainsFunc(slices.Collect(source.Children()), isOther) {
		return source
	}
	return a.items[ref.Get("name").Text()]
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

// withItems returns an ArtifactGenerator's spec with its sources' names in the cluster, and its items of sources.
func (inv Inventory) withItems(app *Application, spec tree.Node, namespace string) (named tree.Node, needs []string) {
	b := inv.Build
	var sources []tree.Node
	for source := range spec.Get("sources").Children() {
		if item, ok := app.ItemOf(source); ok {
			needs = append(needs, source.Get("name").Text())
			source = b.Map(source, append(source.Fields(), item.RefFrom(b, namespace).Fields()...)...)
		}
		sources = append(sources, source)
	}
	if len(needs) == 0 {
		return spec, nil
	}
	return b.Map(spec, append(spec.Fields(),
		tree.Field{Key: "sources", Value: b.List(spec.Get("sources"), sources...)})...), needs
}

// ItemOf returns the spec.sources item that a reference names, with its kind or none, and with the namespace that is
// written in the item or none, if it is sound.
func (a *Application) ItemOf(ref tree.Node) (Source, bool) {
	item, ok := a.Named[ref.Get("name").Text()]
	kind, namespace := ref.Get("kind"), ref.Get("namespace")
	return item, ok && item.Inline != nil && (!namespace.Exists() || namespace.Text() == item.Given.Text()) &&
		(!kind.Exists() || kind.Text() == item.Kind())
}

// withArtifactName returns the spec of an ArtifactGenerator whose artifact is called like it by default, and the name.
func withArtifactName(b *tree.Builder, spec tree.Node, name string) (named tree.Node, artifact string) {
	first := spec.Get("artifacts").First()
	switch given := first.Get("name"); {
	case given.Exists():
		return spec, given.Text()
	case first.Kind() != tree.Map: // which is refused
		return spec, name
	}
	first = b.Map(first, append(first.Fields(), tree.Field{Key: "name", Value: b.String(name, first)})...)
	return b.Map(spec, append(spec.Fields(),
		tree.Field{Key: "artifacts", Value: b.List(spec.Get("artifacts"), first)})...), name
}

func (inv Inventory) readItems(app *Application, wanted func(item tree.Node) bool) {
	for item := range app.Document.Spec().Get("sources").Children() {
		name := item.Get("name").Text()
		if _, again := app.Named[name]; again || name == "" || !wanted(item) {
			continue
		}
		app.Named[name], app.items[name] = inv.ReadSource(app, item, false), item.Value()
	}
}

func isArtifact(item tree.Node) bool { return item.Get(kinds.ArtifactGenerator.Field).Exists() }

func (a *Application) makesArtifacts() bool {
	spec := a.Document.Spec()
	return isArtifact(spec.Get("source")) ||
		slices.ContainsFunc(slices.Collect(spec.Get("sources").Children()), isArtifact)
}
