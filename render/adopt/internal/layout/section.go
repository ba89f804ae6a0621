package layout

import (
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
	made := w.scribe.noted(n, spot{place: w.authors.parts[partID(k.Name, n.Get("name").Text())]})
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

// readPart reads the order of keys and the comments of an object of a section, once where each cluster has one.
func (a *authors) readPart(b *tree.Builder, object tree.Node) {
	kind, name, spec := object.Get("kind").Text(), object.At("metadata", "name"), object.Get("spec")
	id, r := partID(kind, name.Text()), a.reader(0, object)
	if a.parts[id] != nil {
		a.all = a.all[:r.author] // the comments of the first one are enough
		return
	}
	fields := []tree.Field{{Key: "name", Value: name}, {Key: "spec", Value: spec}}
	if kind == kinds.ImageUpdateAutomation.Name {
		fields = append(spec.Fields(), fields[0])
	}
	a.parts[id] = &place{}
	a.readInto(a.parts[id], object, b.Map(tree.Node{}, fields...), r)
}

// readInto gives a place what the author of an object wrote, which is made of some fields there.
func (a *authors) readInto(at *place, object, fields tree.Node, r *noteReader) {
	for _, f := range documentPlaces {
		if n := object.At(f.of...); n.Exists() {
			r.take(at, n.KeyPosition, n)
		}
	}
	at.add(fields, r)
	r.moveInstructions(at, fields)
}

// withoutCommon returns labels or annotations without those that the document has once.
func (r reader) withoutCommon(list string, n tree.Node) tree.Node {
	var common []string
	for entry := range r.group.Metadata.Get(list).Children() {
		common = append(common, entry.Key())
	}
	if len(common) == 0 {
		return n
	}
	return r.b.Without(n, common...)
}

// commonMetadata returns the section of that name; absent where there is none.
func (w *writer) commonMetadata() page.Value {
	if !w.group.Metadata.Exists() {
		return page.Value{}
	}
	return page.ValueOf((reader{group: w.group, b: w.b}).literal(w.group.Metadata, false))
}
