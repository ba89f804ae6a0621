package outputs

import (
	"path"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Deliverers are the Kustomizations of an earlier run's delivery, by the folders that they apply.
type Deliverers map[string]render.ID

// Add adds an object in a file if it is such a Kustomization. Those of the hub are beside the folders that they apply;
// a cluster's own one is in the folder that it applies.
func (d Deliverers) Add(file string, object tree.Node) {
	metadata := object.Get("metadata")
	folder, root := metadata.At("annotations", terms.AnnotationDelivers).Text(), path.Dir(path.Dir(file))
	if folder == "" || object.Get("kind").Text() != kinds.Kustomization.Name {
		return
	}
	id := render.ID{Kind: kinds.Kustomization.Name, Namespace: metadata.Get("namespace").Text(),
		Name: metadata.Get("name").Text()}
	if path.Base(root) == folder {
		root = path.Dir(root)
		if folder != terms.Hub {
			id.Server = folder
		}
	}
	d[path.Clean(root+"/"+folder)] = id
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
