package plan

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Order is the workload of an application on a cluster that Flux applies before or after that of an application of
// another kind. Controllers of Flux wait for objects of their own kind only, so a Kustomization of delivery applies it
// alone, and waits for the Kustomizations of the orders before it.
type Order struct {
	App *inventory.Application
	// Cluster is empty for the hub. Server is the cluster whose API server has the objects.
	Server, Cluster string
	// Before are the orders that must be ready first, in the order of their folders.
	Before []Before
	// Awaited is the first item of dependsOn because of which another order waits for this one; absent where none does.
	Awaited tree.Node
	// Objects are what the application has on the cluster, in the order of their names.
	Objects []inventory.ObjectKey
}

// Before is an order that another one waits for, and the first item of dependsOn that asks for it.
type Before struct {
	*Order
	Item tree.Node
}

// Parts are the names of the folders from the rendered folder to the objects. A document's folder is not among them:
// the Kustomization has the path, and only who writes files knows where a document is.
func (o *Order) Parts() []string {
	return kinds.OrderedParts(o.Server, o.Cluster, o.App.Namespace, o.App.Document.Name())
}

// Folder is the folder of the objects, from the rendered folder.
func (o *Order) Folder() string { return strings.Join(o.Parts(), "/") }

func (o *Order) wait(before *Order, item tree.Node) {
	if !before.Awaited.Exists() || item.Position().Compare(before.Awaited.Position()) < 0 {
		before.Awaited = item
	}
	if slices.ContainsFunc(o.Before, func(b Before) bool { return b.Order == before }) {
		return
	}
	o.Before = append(o.Before, Before{before, item})
	slices.SortFunc(o.Before, func(a, b Before) int { return cmp.Compare(a.Folder(), b.Folder()) })
}
