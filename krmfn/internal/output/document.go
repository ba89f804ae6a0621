package output

import (
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Document is a document that was there before the run: an object of an earlier run, or what is beside one.
type Document struct {
	Place
	// Index is its number in its file.
	Index int
	// Owner is the document that it was rendered from; zero for what fluxapp did not render.
	Owner Owner
	// Identity tells it apart on its API server.
	Identity identity.Key
	// Bootstrap: the administrator of a cluster applies it.
	Bootstrap bool

	value    tree.Node
	made     render.Object // the run's, where the document has its text
	isMade   bool
	delivers string // the annotation
}

// Read returns the document that a place has.
func Read(at Place, index int, value tree.Node) Document {
	annotations := value.At("metadata", "annotations")
	d := Document{Place: at, Index: index, value: value, Identity: IdentityOf(value),
		delivers: annotations.Get(kinds.AnnotationDelivers).Text()}
	d.Bootstrap = render.IsBootstrap(d.File(), annotations.Get(kinds.AnnotationReconcile).Text())
	if row := kinds.Standard().Of(value); row != nil && !row.Is(kinds.FolderList) {
		d.Owner = OwnerOfOutput(value)
	}
	return d
}

// Made returns the document whose text is that of an object of the run: nobody has to parse it.
func Made(o Object, index int) Document {
	d := Document{Place: o.Place, Index: index, Owner: OwnerOf(o.Rendered), Identity: o.key().identity,
		Bootstrap: o.Rendered.Bootstrap(), made: o.Rendered, isMade: true}
	d.delivers, _ = o.Rendered.Delivers()
	return d
}

// IdentityOf returns what tells a document apart on its API server.
func IdentityOf(value tree.Node) identity.Key {
	return identity.Named(kinds.GroupOf(resource.Text(value, "apiVersion")), resource.Text(value, "kind"),
		resource.Text(value, "metadata", "namespace"), resource.Text(value, "metadata", "name"))
}

// Value returns the document.
func (d Document) Value() tree.Node {
	if d.isMade {
		return d.made.Tree()
	}
	return d.value
}

func (d Document) key() key { return key{d.File(), d.Identity} }

func (d Document) text(keys ...string) string { return d.Value().At(keys...).Text() }

// ID returns the kind and the namespace/name.
func (d Document) id() render.ID {
	return render.ID{Kind: d.text("kind"), Namespace: d.text("metadata", "namespace"), Name: d.text("metadata", "name")}
}

// folder returns the folder that an object of delivery is for, from the root of all packages; empty for any other.
func (d Document) folder() string {
	if d.delivers == "" {
		return ""
	}
	return Place{d.Package, d.delivers}.File()
}

// HasOwnName reports whether a file has a name that fluxapp gives to the file of a document without the field file: it
// is called as the object, in a folder of its application. The folders above may be others.
func (d Document) HasOwnName() bool {
	id, folder, application := d.id(), path.Dir(d.File()), path.Base(d.Owner.Document)
	inFolder := d.Owner.Repository || path.Base(folder) == application || path.Base(path.Dir(folder)) == application ||
		d.delivers != "" && path.Base(folder) == delivering
	names := render.FileNames(id.Kind, id.Namespace, id.Name)
	name := path.Base(d.File())
	return d.Path == "" || inFolder && (name == render.ApplicationFile || slices.Contains(names[:], name))
}
