package inventory

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Around are the sections of an application around its workload; absent where it has none. References to the
// application are replaced in them; references to clusters are left, for Alerts of each cluster.
type Around struct{ ImageAutomation, Notification, Tenancy tree.Node }

// ClusterRole returns the role that the ServiceAccount has on the clusters.
func (a *Application) ClusterRole() string {
	return cmp.Or(a.Around.Tenancy.Get("clusterRole").Text(), "admin")
}

func (inv *Inventory) readAround(app *Application) {
	spec := app.Document.Spec()
	section := func(name string) tree.Node {
		n := spec.Get(name)
		if !app.Document.MayMentionReferences() || !names.HasReferences(n) {
			return n
		}
		return withAppNames(inv, &fleet.Resolver{App: app.ReferenceNames()}, n)
	}
	app.Around = Around{section("imageAutomation"), section("notification"), section("tenancy")}
}

// withAppNames replaces references to the application, but for strings that refer to a cluster too.
func withAppNames(inv *Inventory, r *fleet.Resolver, n tree.Node) tree.Node {
	if !names.IsReference(n) {
		return inv.Build.Rebuild(n, func(child tree.Node) tree.Node { return withAppNames(inv, r, child) })
	}
	parts, err := names.SplitReferences(n.Text())
	if err != nil || slices.ContainsFunc(parts, RefersToCluster) {
		return n
	}
	return r.Text(inv.Build, n, parts)
}

// RefersToCluster reports whether a part of a text is a reference to a cluster, or has one as its default.
func RefersToCluster(part names.Part) bool {
	for ref := part.Reference; ref != nil; ref = ref.Default.Reference {
		if ref.Root != "app" || ref.Default == nil {
			return ref.Root != "app"
		}
	}
	return false
}
