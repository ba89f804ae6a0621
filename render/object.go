package render

import (
	"cmp"
	"path"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Object is one rendered object. It is built when it is asked for: an Object costs little until then. Objects come from
// Render; the zero Object has no name, no kind and no content.
type Object struct{ p *plan.Placement }

// objectFacts are what the other packages of fluxapp ask of an object. It has the methods of the object too.
type objectFacts struct{ Object }

// Facts is for fluxapp itself: public because krmfn needs it. Its methods are no API, and may change in any version.
func (o Object) Facts() objectFacts { return objectFacts{o} }

// placement returns the placement of the object; an empty one for the zero Object.
func (o Object) placement() *plan.Placement { return cmp.Or(o.p, noPlacement) }

// noPlacement is never written.
var noPlacement = plan.New(&plan.Common{App: &inventory.Application{Document: &schema.Document{}},
	Kind: &kinds.Kind{}, Other: &plan.Other{}}, "", "")

// APIVersion returns the object's API version, for example helm.toolkit.fluxcd.io/v2.
func (o Object) APIVersion() string { return o.placement().Common.APIVersion() }

// Kind returns the object's kind.
func (o Object) Kind() string { return o.placement().Common.Kind.Name }

// Row returns what is known of the object's kind; nil for the zero Object.
func (o Object) Row() *kinds.Kind {
	if o.p == nil {
		return nil
	}
	return o.p.Common.Kind
}

// Namespace returns the object's namespace; empty when neither the document nor the options have one.
func (o Object) Namespace() string { return o.placement().Common.Namespace }

// Name returns the object's name.
func (o Object) Name() string { return o.placement().Name }

// ID tells an object apart from all others of a run. The API version does not count.
type ID struct {
	// Server is the cluster whose own API server has the object, for Standalone and Bootstrap objects; empty for the hub.
	Server    string `json:"server,omitempty"`
	Kind      string `json:"kind"`
	Namespace string `json:"namespace,omitempty"`
	Name      string `json:"name"`
}

// String returns the kind and namespace/name.
func (i ID) String() string { return i.Kind + " " + strings.TrimPrefix(i.Namespace+"/"+i.Name, "/") }

// Compare orders IDs by server, kind, namespace and name.
func (i ID) Compare(other ID) int {
	return cmp.Or(cmp.Compare(i.Server, other.Server), cmp.Compare(i.Kind, other.Kind),
		cmp.Compare(i.Namespace, other.Namespace), cmp.Compare(i.Name, other.Name))
}

// ID returns what tells the object apart.
func (o Object) ID() ID { return ID(o.placement().Key()) }

// Cluster returns the name of the cluster that the object delivers to; empty for the hub, and for an object that
// belongs to no cluster, as a source on the hub does: see Shared.
func (o Object) Cluster() string { return o.placement().ClusterName }

// Shared reports whether the object belongs to no cluster. In the topology Standalone, where each cluster has a copy
// of what its objects need, only the source made of a devops GitRepository does.
func (o Object) Shared() bool { return o.placement().Common.Shared }

// Standalone reports whether the object is for the Flux on its cluster itself, and not for the hub's.
func (o objectFacts) Standalone() bool { return o.placement().Common.App.Standalone }

// Bootstrap reports whether the object is for its cluster's administrator: no Flux applies it, there or on the hub.
func (o Object) Bootstrap() bool { return o.placement().Common.Bootstrap }

// Delivers returns the folder that the object is for, of those with which Flux applies the folders of a RenderConfig's
// delivery; . for an object that is for all groups, and false for all other objects. See [kinds.IsOrdered].
func (o Object) Delivers() (folder string, delivers bool) { return o.placement().Delivers() }

// DeliveredBy returns the Kustomization that applies the object because of delivery; the zero ID without delivery.
func (o Object) DeliveredBy() ID { return ID(o.placement().Portion.Key()) }

// Ordered reports whether a Kustomization of delivery applies what the application has on the cluster alone, because
// of dependsOn: Flux applies it before or after the objects of an application of another kind. It returns the folders
// of those that Flux applies before.
func (o Object) Ordered() (after []string, ordered bool) {
	portion := o.placement().Portion
	if portion == nil || portion.Order == nil {
		return nil, false
	}
	return each.Of(portion.Order.Before, plan.Before.Folder), true
}

// Group returns the folder that delivery has put the object into, which is at the beginning of its path: that of its
// group, or of an ordered object the one of its application and cluster. It is empty without delivery, and for an
// object of a cluster with a Flux of its own that is not ordered: the folder of the cluster is its group.
func (o Object) Group() string {
	if portion := o.placement().Portion; portion != nil && (!portion.Standalone || portion.Order != nil) {
		return portion.Folder
	}
	return ""
}

// BesideDelivery reports whether no Kustomization of delivery applies a file of the object, in the topology Standalone:
// the folder of the cluster that has it is not at the top of the rendered folder.
func (o objectFacts) BesideDelivery(file string) bool {
	portion := o.placement().Portion
	return portion != nil && portion.Standalone && portion.Order == nil && path.Dir(path.Dir(file)) != portion.Folder
}

// SharesFile reports whether the file of the object is for all objects of its application in a group of delivery.
func (o objectFacts) SharesFile() bool {
	portion := o.placement().Portion
	return portion != nil && portion.OneFile && o.Document().Class() == schema.ClassApplication
}

// Digest returns the annotation fluxapp.dev/digest of the object; empty where its application has no waves.
func (o objectFacts) Digest() string {
	if p := o.placement(); p.Digest != (plan.Digest{}) {
		return p.Digest.String()
	}
	return ""
}

// Application returns the namespace/name of the object's document; without a namespace, the name.
func (o Object) Application() string { return o.placement().Common.App.Owner() }

// Document returns the document that the object was rendered from.
func (o Object) Document() *schema.Document { return o.placement().Common.App.Written }

// HasFile reports whether the document says where the object lies: then Path is that, whatever the folder. No list of
// fluxapp names the file, and other objects may share it.
func (o objectFacts) HasFile() bool { return o.p != nil && o.p.File != "" }

// Path returns the file of the object, with slashes: what the document says, or
// <dir of the document>/<application>/<cluster>/<kind>-<name>.yaml, or <kind>-<namespace>_<name>.yaml where its
// namespace is not the application's. The hub's folder is hub; an object of no cluster is beside the clusters' folders,
// the object of a devops GitRepository beside the document. In the topology Standalone it is
// <dir of the document>/<cluster>/<application>/<kind>-<name>.yaml. Objects that a cluster's administrator applies are
// in <dir of the document>/bootstrap/<cluster>/<application>. With delivery, all but these are below the folder of
// their group, for example group-7/<dir of the document>/<application>, and the objects that deliver are in delivery.
// Ordered objects are in ordered/<namespace>/<application>/<cluster>, or <cluster>/ordered/<namespace>/<application>.
// The dir is the folder of Document.File, with slashes too. Path is empty if a name in it would lead to another folder;
// CheckPaths refuses that.
func (o Object) Path() string {
	file, _ := o.Facts().PathIn(path.Dir(o.placement().Common.App.Document.File()))
	return file
}

// PathIn is Path below another folder than the document's; an error when a name in it would lead to another folder.
func (o objectFacts) PathIn(folder string) (string, error) { return pathIn(o.placement(), folder) }

// Origin returns the place of the entry, chart or source that made the object.
func (o Object) Origin() tree.Position { return o.placement().Common.Origin.Position() }

// Tree returns the object, whose scalars are as the author wrote them.
func (o Object) Tree() tree.Node { return emit.Object(o.p, tree.NewBuilder()) }

// YAML returns the object as one YAML document, without a marker before it; nothing for the zero Object.
func (o Object) YAML() []byte { return tree.AppendYAML(nil, o.Tree()) }

// JSON returns the object as compact JSON; nothing for the zero Object.
func (o Object) JSON() []byte { return tree.AppendJSON(nil, o.Tree()) }

// Own returns the object without what follows from other objects. It is for comparisons: an object whose Own is the
// same before and after a change is one that nobody has changed. It lacks
//
//   - the digest and the gates of waves, and the annotation of an object that closes a wave. It has spec.wave, unless
//     that is 0, and the interval that the author wrote;
//   - in dependsOn, the objects of an application. It has the application that the author wrote;
//   - the eventSources that an Alert lists, and the label by which Alerts select objects;
//   - the annotation of protected clusters, and the name for KubeSphere's console.
func (o objectFacts) Own() tree.Node { return emit.Own(o.p, tree.NewBuilder()) }

// OwnReader reads many objects as Own does, and faster: it compiles shared parts once. It is not for concurrent use.
type OwnReader struct {
	reader *emit.OwnReader
	last   FieldExplainer // of the last object that was explained
}

// NewOwnReader returns a reader that has read nothing.
func NewOwnReader() *OwnReader { return &OwnReader{reader: emit.NewOwnReader()} }

// Text returns an object's YAML without setter comments, nothing for the zero Object; valid until the next call.
func (r *OwnReader) Text(o Object) []byte { return r.reader.Text(o.p) }

// Tree returns an object; absent for the zero Object. It is valid until Tree or Text is called for another one.
func (r *OwnReader) Tree(o Object) tree.Node { return r.reader.Tree(o.p) }

// FieldExplainer returns an explainer of the fields of Tree, which is valid as long as that.
func (r *OwnReader) FieldExplainer(o Object) FieldExplainer {
	last := r.last.p
	if last == nil || !last.IsEntry() || last.Instance.Template != o.placement().Instance.Template {
		r.last.stack = stackOf(o.placement()) // objects of one template have the same layers
	}
	r.last = FieldExplainer{p: o.p, root: r.Tree(o), own: true, stack: r.last.stack}
	return r.last
}

// Value returns the object's value at some keys, for example spec, sourceRef and name, as Own has it. For a value of
// the spec or of the metadata it builds no object; names in lists of Secrets or ConfigMaps may be references then.
func (o Object) Value(keys ...string) tree.Node {
	switch {
	case o.p == nil || len(keys) == 0:
		return tree.Node{}
	case keys[0] == "spec" && len(keys) > 1:
		return emit.SpecValue(o.p, keys[1:]...)
	case keys[0] == "metadata" && len(keys) > 2:
		return emit.MetadataValue(o.p, keys[1:]...)
	}
	return o.Facts().Own().At(keys...)
}
