package layout

import (
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/authored"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/page"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// sectionKeys order the fields of a section, and itemKeys those of its items.
var (
	sectionKeys = []string{"cluster", "repositories", "update", "providers", "alerts"}
	itemKeys    = []string{"name", "interval", "sourceRef", "git", "update", "spec", "policies", ""}
)

// sectionValue returns a section of the document whose items begin with their names.
func (w *writer) sectionValue(n tree.Node) page.Value {
	if !n.Exists() {
		return page.Value{}
	}
	var fields []page.Field
	for child := range n.Children() {
		switch kind := kindOfPart[child.Key()]; {
		case child.Kind() == tree.List:
			fields = append(fields, page.FieldOf(child.Key(), w.partsValue(kind, child)))
		case kind != nil:
			fields = append(fields, page.FieldOf(child.Key(), w.partValue(kind, child)))
		default:
			fields = append(fields, page.FieldOf(child.Key(), page.ValueOf(child)))
		}
	}
	return ranked(page.MapOf(fields...), sectionKeys...)
}

// kindOfPart has the kinds of objects by the fields of sections.
var kindOfPart = map[string]*kinds.Kind{
	"repositories": kinds.ImageRepository, "policies": kinds.ImagePolicy, "update": kinds.ImageUpdateAutomation,
	"providers": kinds.Provider, "alerts": kinds.Alert,
}

func (w *writer) partsValue(k *kinds.Kind, list tree.Node) page.Value {
	var items []page.Value
	for item := range list.Children() {
		items = append(items, w.partValue(k, item))
	}
	return page.LinesOf(items...)
}

// partValue returns what makes an object. A document has one update, whose name may be that of the document.
func (w *writer) partValue(k *kinds.Kind, n tree.Node) page.Value {
	made := w.scribe.Noted(n, authored.Spot{Place: w.authors.Parts[partID(k.Name, n.Get("name").Text())]})
	for i, f := range made.Fields {
		if f.Key == "policies" {
			made.Fields[i].Value = w.partsValue(kinds.ImagePolicy, n.Get("policies"))
		}
	}
	return ranked(made, itemKeys...)
}

// partID is what the section of a document knows an object by.
func partID(kind, name string) string {
	if kind == kinds.ImageUpdateAutomation.Name {
		return kind
	}
	return kind + "/" + name
}

// commonMetadata returns the section of that name; absent where there is none.
func (w *writer) commonMetadata() page.Value {
	if !w.group.Metadata.Exists() {
		return page.Value{}
	}
	return page.ValueOf((reader{group: w.group, b: w.b}).literal(w.group.Metadata, false))
}
