package render

import (
	"encoding/json"
	"fmt"
	"path"

	"k8s.io/apimachinery/pkg/runtime"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kcl"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Object is one rendered object. It is built when it is asked for: an Object costs little until then. Objects come from
// Render; the zero Object is none.
type Object struct{ p *plan.Placement }

// APIVersion returns the object's API version, as helm.toolkit.fluxcd.io/v2.
func (o Object) APIVersion() string { return o.p.Common.Kind.APIVersion }

// Kind returns the object's kind.
func (o Object) Kind() string { return o.p.Common.Kind.Name }

// Namespace returns the object's namespace; empty when neither the document nor the options have one.
func (o Object) Namespace() string { return o.p.Common.Namespace }

// Name returns the object's name.
func (o Object) Name() string { return o.p.Name }

// Cluster returns the name of the cluster that the object delivers to; empty for the hub, and for an object that belongs
// to no cluster, as a source on the hub does: see Shared.
func (o Object) Cluster() string { return o.p.ClusterName }

// Shared reports whether the object belongs to no cluster. In the topology Standalone, where each cluster has a copy of what its
// objects need, only what becomes of a devops GitRepository does.
func (o Object) Shared() bool { return o.p.Common.Shared }

// Standalone reports whether the object lies on its cluster itself, for the Flux that runs there, rather than on the hub.
func (o Object) Standalone() bool { return o.p.Common.App.Standalone }

// Application returns the namespace/name of the document that the object was rendered from; without a namespace, the name.
func (o Object) Application() string { return o.p.Common.App.Owner() }

// Document returns the document that the object was rendered from.
func (o Object) Document() *schema.Document { return o.p.Common.App.Document }

// Path returns the file of the object, with slashes: <dir of the document>/<application>/<cluster>/<kind>-<name>.yaml, or
// <kind>-<namespace>_<name>.yaml when its namespace is not the application's. The hub's folder is hub; an object of no
// cluster lies beside the clusters' folders, and that of a devops GitRepository beside the document. In the topology Standalone
// it is <dir of the document>/<cluster>/<application>/<kind>-<name>.yaml. The dir is that of Document.File, which has slashes too.
// It is empty when a name in it would lead to another folder, which CheckPaths refuses.
func (o Object) Path() string {
	file, _ := o.PathIn(path.Dir(o.p.Common.App.Document.File))
	return file
}

// PathIn returns the file of the object as Path does, below another folder than that of the document. It is an error when a name
// in it would lead to another folder.
func (o Object) PathIn(folder string) (string, error) { return pathIn(o.p, folder) }

// Origin returns the place of the entry, chart or source that made the object.
func (o Object) Origin() tree.Position { return o.p.Common.Origin.Position() }

// Tree returns the object, whose scalars are as the author wrote them.
func (o Object) Tree() tree.Node { return emit.Object(o.p, tree.NewBuilder()) }

// YAML returns the object as one YAML document, without a marker before it.
func (o Object) YAML() []byte { return tree.AppendYAML(nil, o.Tree()) }

// JSON returns the object as compact JSON.
func (o Object) JSON() []byte { return tree.AppendJSON(nil, o.Tree()) }

// Typed returns a view of the object in Flux's own type, such as *helmv2.HelmRelease. It is for reading: printed again it
// would say 1h0m0s where the author wrote 1h. It is an error when a ${…} stands where the type has a duration.
func (o Object) Typed() (runtime.Object, error) {
	var typed runtime.Object
	switch o.p.Common.Kind {
	case kinds.HelmRelease:
		typed = &helmv2.HelmRelease{}
	case kinds.Kustomization:
		typed = &kustomizev1.Kustomization{}
	case kinds.KCLRun:
		typed = &kcl.KCLRun{}
	case kinds.HelmChart:
		typed = &sourcev1.HelmChart{}
	case kinds.GitRepository:
		typed = &sourcev1.GitRepository{}
	case kinds.HelmRepository:
		typed = &sourcev1.HelmRepository{}
	case kinds.OCIRepository:
		typed = &sourcev1.OCIRepository{}
	case kinds.Bucket:
		typed = &sourcev1.Bucket{}
	}
	if err := json.Unmarshal(o.JSON(), typed); err != nil {
		return nil, fmt.Errorf("%s %s: %w", o.Kind(), plan.Qualified(o.Namespace(), o.Name()), err)
	}
	return typed, nil
}
