package outputs

import (
	"path"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Deliverers are the Kustomizations of an earlier run's delivery, by the folders that they apply.
type Deliverers map[string]render.ID

// Add adds an object in a file if it is such a Kustomization.
func (d Deliverers) Add(file string, object tree.Node) {
	metadata := object.Get("metadata")
	delivers := metadata.At("annotations", kinds.AnnotationDelivers).Text()
	if delivers == "" || object.Get("kind").Text() != kinds.Kustomization.Name {
		return
	}
	folder, server := render.DeliveredFolder(file, delivers)
	d[folder] = render.ID{Server: server, Kind: kinds.Kustomization.Name, Namespace: metadata.Get("namespace").Text(),
		Name: metadata.Get("name").Text()}
}

// Deliver sets what an object is of delivery, in a package, and whether an administrator applies it.
func (e *Existing) Deliver(object tree.Node) {
	annotations := object.At("metadata", "annotations")
	e.Bootstrap = render.IsBootstrap(e.File(), annotations.Get(kinds.AnnotationReconcile).Text())
	folder := annotations.Get(kinds.AnnotationDelivers).Text()
	if folder == "" {
		return
	}
	e.Delivers, e.Name = Place{e.Package, folder}.File(), object.At("metadata", "name").Text()
	for item := range kinds.DependsOn.In(object.At).Children() {
		if !item.Get("namespace").Exists() {
			e.Awaits = append(e.Awaits, item.Get("name").Text())
		}
	}
}

// Of returns the Kustomization that applies a file; the zero ID for none.
func (d Deliverers) Of(file string) render.ID {
	for folder := path.Dir(file); len(d) > 0 && folder != "." && folder != "/"; folder = path.Dir(folder) {
		if id, found := d[folder]; found {
			return id
		}
	}
	return render.ID{}
}
