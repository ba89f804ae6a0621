package plan

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// providers plans the Providers of an application. Of two with one name, which are refused, it plans the first.
func (p *planner) providers(app *inventory.Application) {
	perCluster := perClusterProviders(app)
	for _, item := range namedItems(app.Around.Notification.Get("providers")) {
		spec := item.Get("spec")
		if validate.SetsCommitStatus(spec) && !spec.Get("commitStatusExpr").Exists() &&
			slices.ContainsFunc(perCluster, func(name tree.Node) bool {
				return names.IsReference(name) || name.Text() == item.Get("name").Text()
			}) {
			spec = p.inv.Build.Map(spec, append(spec.Fields(), TextField(p.inv.Build, "commitStatusExpr", clusterStatus))...)
		}
		p.share(sharedPlacement(item.Get("name").Text(),
			Common{App: app, Kind: kinds.Provider, Namespace: app.Namespace, Origin: item, Other: &Other{Spec: spec}}))
	}
}

// clusterStatus is the CEL expression for a commit status per cluster: notification-controller's default, with the
// cluster in front of the provider. Events that come by another Alert have no cluster.
//
// It has no spaces: some clients break long lines at them, and would write other bytes.
const clusterStatus = `(event.involvedObject.kind+'/'+event.involvedObject.name+'/'+` +
	`(has(event.metadata)&&has(event.metadata.cluster)?event.metadata.cluster+'/':'')+provider.metadata.uid.split('-')` +
	`[0]).lowerAscii()`

func perClusterProviders(app *inventory.Application) (names []tree.Node) {
	for _, item := range namedItems(app.Around.Notification.Get("alerts")) {
		if perCluster(item) {
			names = append(names, providerName(app, item.Get("spec")))
		}
	}
	return names
}

// providerName returns the name of the provider of an alert: its own, or the name of the application's only provider.
func providerName(app *inventory.Application, spec tree.Node) tree.Node {
	providers := namedItems(app.Around.Notification.Get("providers"))
	if !spec.Get("providerRef").Exists() && len(providers) == 1 {
		return providers[0].Get("name")
	}
	return spec.At("providerRef", "name")
}

// namedItems returns the items of a list that have names, and of those with one name the first. All others are refused.
func namedItems(list tree.Node) (items []tree.Node) {
	seen := map[string]bool{}
	for item := range list.Children() {
		if name := item.Get("name").Text(); name != "" && !seen[name] {
			seen[name] = true
			items = append(items, item)
		}
	}
	return items
}

func perCluster(item tree.Node) bool { return item.Get("perCluster").Text() == "true" }
