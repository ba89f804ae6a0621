package output

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/identity"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Owner is the document that an object was rendered from. Objects that fluxapp did not render have the zero Owner.
type Owner struct {
	Document   string // the namespace/name in the annotation rendered-from
	Repository bool   // a devops GitRepository: users of KubeSphere give it the same name as its application
	// Delivery is true for a RenderConfig with delivery, which may have the name of an application too. An object that
	// applies the objects of one application on a cluster belongs to the application.
	Delivery bool
	Cluster  bool // the document of a cluster, which may have the name of an application too
}

// OwnerOf returns the owner of a rendered object.
func OwnerOf(o render.Object) Owner {
	folder, delivers := o.Delivers()
	return Owner{Document: o.Application(), Repository: o.Document().Class() == schema.ClassRepository,
		Delivery: delivers && !kinds.IsOrdered(folder), Cluster: o.Row() == kinds.LoginMap}
}

// OwnerOfDocument returns the owner of the objects that a document renders, or rendered before it was changed to Argo
// CD or lost the label of artifact repositories. It is false for documents that never render anything. Documents
// without a namespace have the given one.
func OwnerOfDocument(d *schema.Document, namespace string) (Owner, bool) {
	if d.Name() == "" {
		return Owner{}, false
	}
	o := Owner{Document: strings.TrimPrefix(cmp.Or(d.Namespace(), namespace)+"/"+d.Name(), "/"),
		Repository: kinds.Find(kinds.Repository, kinds.GroupOf(d.APIVersion()), d.Kind()) != nil,
		Cluster:    d.Facts().LogsIn()}
	return o, o.Repository || o.Cluster || d.Class() == schema.ClassApplication || d.Class() == schema.ClassArgoCD
}

// OwnerOfOutput returns the owner of an earlier run's object.
func OwnerOfOutput(object tree.Node) Owner {
	metadata := object.Get("metadata")
	renderedFrom := metadata.At("annotations", kinds.AnnotationRenderedFrom).Text()
	_, document, named := strings.Cut(renderedFrom, "/")
	if !named {
		document = renderedFrom
	}
	folder := metadata.At("annotations", kinds.AnnotationDelivers)
	return Owner{Document: renderedFrom, Delivery: folder.Exists() && !kinds.IsOrdered(folder.Text()),
		Cluster: renderedFrom != "" && object.Get("kind").Text() == kinds.ConfigMap,
		Repository: kinds.IsRepositorySource(object.Get("kind").Text(), metadata.Get("name").Text(),
			metadata.At("labels", kinds.LabelManagedBy).Text(), document)}
}

// delivering is the name of the list, and of the folder, of what delivers.
const delivering = "delivery"

// Place is where an object or a document is kept.
type Place struct {
	Package string // of a ResourceList; empty in a folder
	Path    string // the file in the package; empty when the client keeps no files
}

// File returns the file from the root of all packages, to compare it with others; empty when the client keeps no files.
func (p Place) File() string {
	switch {
	case p.Path == "":
		return ""
	case p.Package == "":
		return path.Clean(p.Path)
	}
	return path.Clean(p.Package + "/" + p.Path)
}

// Object is an object of the run, and where it is written.
type Object struct {
	Place
	Rendered render.Object
}

type key struct {
	file     string
	identity identity.Key
}

// Equals reports whether an object is written once with another one: several clusters have it in one file.
func (o Object) Equals(other Object) bool { return o.key() == other.key() }

func (o Object) key() key {
	r := o.Rendered
	return key{o.File(), identity.Named(kinds.GroupOf(r.APIVersion()), r.Kind(), r.Namespace(), r.Name())}
}

// delivers returns the folder that an object of delivery is for, from the root of all packages; empty for any other.
func (o Object) delivers() string {
	folder, _ := o.Rendered.Delivers()
	return Place{o.Package, folder}.File()
}

// list returns the folder whose list has the file of an object: of the topology Standalone the cluster's, and of what
// delivers on the hub the folder above; empty for none, and where a document says the file.
func (o Object) list() string {
	_, ordered := o.Rendered.Ordered()
	_, delivers := o.Rendered.Delivers()
	if o.Path == "" || ordered || o.Rendered.Facts().HasFile() || o.Rendered.Facts().Standalone() == delivers {
		return ""
	}
	return path.Dir(path.Dir(o.File()))
}

// Document is a document that was there before the run: an object of an earlier run, or what is beside one.
type Document struct {
	Place
	Index     int          // its number in its file
	Owner     Owner        // the document that it was rendered from; zero for what fluxapp did not render
	Identity  identity.Key // tells it apart on its API server
	Bootstrap bool         // the administrator of a cluster applies it

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
	if row := kinds.OfObject(value); row != nil && !row.Is(kinds.FolderList) {
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

func (d Document) id() render.ID {
	metadata := d.Value().Get("metadata")
	return render.ID{Kind: d.Value().Get("kind").Text(), Namespace: metadata.Get("namespace").Text(),
		Name: metadata.Get("name").Text()}
}

// folder returns the folder that an object of delivery is for, from the root of all packages; empty for any other.
func (d Document) folder() string { return Place{d.Package, d.delivers}.File() }

// HasOwnName reports whether a file has a name that fluxapp gives to the file of a document without the field file: it
// is called as the object, in a folder of its application. The folders above may be others, and of logins of Flux all.
func (d Document) HasOwnName() bool {
	id, folder, application := d.id(), path.Dir(d.File()), path.Base(d.Owner.Document)
	inFolder := d.Owner.Repository || d.Owner.Cluster || path.Base(folder) == application ||
		path.Base(path.Dir(folder)) == application || d.delivers != "" && path.Base(folder) == delivering
	names, name := render.FileNames(id.Kind, id.Namespace, id.Name), path.Base(d.File())
	return d.Path == "" || inFolder && (name == render.ApplicationFile || slices.Contains(names[:], name))
}
