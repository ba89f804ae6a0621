package plan

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// tenancy plans an application's ServiceAccount, and the Role and RoleBinding of those who work with its objects.
func (p *planner) tenancy(app *inventory.Application) {
	section := app.Tenancy
	account, role := app.Account(), section.Get("role")
	if account.Text() != "" {
		p.share(bodyPlacement(app, kinds.ServiceAccount, account.Text(), account))
	}
	if role.Kind() != tree.Map {
		return
	}
	name := cmp.Or(role.Get("name").Text(), account.Text(), app.Document.Name())
	p.share(bodyPlacement(app, kinds.RBACRole, name, role, tree.Field{Key: "rules", Value: role.Get("rules")}))
	p.share(bodyPlacement(app, kinds.RoleBinding, name+"-binding", role,
		Binding(p.inv.Build, kinds.RBACRole.Name, name, p.subjects(app))...))
}

func bodyPlacement(app *inventory.Application, kind *kinds.Kind, name string, origin tree.Node,
	body ...tree.Field) *Placement {
	return sharedPlacement(name,
		Common{App: app, Kind: kind, Namespace: app.Namespace, Origin: origin, Other: &Other{Body: body}})
}

// TextField returns a field with a text that nobody has written.
func TextField(b *tree.Builder, key, text string) tree.Field {
	return tree.Field{Key: key, Value: b.String(text, tree.Node{})}
}

// Binding returns the fields of a RoleBinding of a role to subjects.
func Binding(b *tree.Builder, kind, role string, subjects tree.Node) []tree.Field {
	return []tree.Field{
		{Key: "roleRef", Value: b.Map(tree.Node{},
			TextField(b, "apiGroup", kinds.RBACRole.Group), TextField(b, "kind", kind), TextField(b, "name", role))},
		{Key: "subjects", Value: subjects},
	}
}

// subjects returns who has the role of an application: its ServiceAccount, and those that its author lists. A
// ServiceAccount without a namespace is one of the application's own.
func (p *planner) subjects(app *inventory.Application) tree.Node {
	section := app.Tenancy
	var all []tree.Node
	if account := app.Account(); account.Text() != "" {
		all = append(all, ServiceAccount(p.inv.Build, app.Namespace, account))
	}
	for subject := range section.Get("subjects").Children() {
		if subject.Get("kind").Text() == kinds.ServiceAccount.Name && !subject.Get("namespace").Exists() {
			subject = inNamespace(p.inv.Build, subject, app.Namespace)
		}
		all = append(all, subject)
	}
	return p.inv.Build.List(cmp.Or(section.Get("subjects"), app.Account()), all...)
}

// ServiceAccount returns the subject of a RoleBinding that is a ServiceAccount of a namespace.
func ServiceAccount(b *tree.Builder, namespace string, name tree.Node) tree.Node {
	account := b.Map(name, TextField(b, "kind", kinds.ServiceAccount.Name), tree.Field{Key: "name", Value: name})
	return inNamespace(b, account, namespace)
}

func inNamespace(b *tree.Builder, subject tree.Node, namespace string) tree.Node {
	if namespace == "" {
		return subject
	}
	return b.Map(subject, append(subject.Fields(), TextField(b, "namespace", namespace))...)
}

// Logins plans the ConfigMaps by which Flux logs in to the clusters of placements, one in each namespace that needs it.
// Flux keeps those that are no longer rendered: without them it could not remove what it has applied.
func Logins(inv inventory.Inventory, placements []*Placement) (logins []*Placement) {
	type login struct {
		*schema.Member
		namespace string
	}
	known := map[login]bool{}
	for _, p := range placements {
		m := p.Instance.Member
		found := inv.Logins[m]
		if found == nil || p.Common.App.Standalone || !each.Add(known, login{m, p.Common.Namespace}) {
			continue
		}
		logins = append(logins, New(&Common{App: found.App, Kind: kinds.LoginMap, Namespace: p.Common.Namespace,
			Origin: found.Origin, Copies: 1, Other: &Other{Body: []tree.Field{{Key: "data", Value: found.Data}},
				Annotations: []tree.Field{TextField(inv.Build, kinds.AnnotationPrune, "disabled")}}},
			m.Facts().KubeConfigKey("").Name, m.Name))
	}
	return logins
}

// ForCluster returns the placement of an object that a cluster needs because of another object, which delivers to it.
func ForCluster(b *tree.Builder, made *Common, name string, because *Placement) *Placement {
	placed := New(made, name, because.ClusterName)
	placed.Own().broughtBy = because.Instance
	addMetadata(b, placed)
	placed.Common.Copies++
	return placed
}

// providers plans the Providers of an application. Of two with one name, which are refused, it plans the first.
func (p *planner) providers(app *inventory.Application) {
	alerts := each.Only(namedItems(app.Notification.Get("alerts")), perCluster)
	ofClusters := each.Of(alerts, func(item tree.Node) tree.Node { return providerName(app, item.Get("spec")) })
	for _, item := range namedItems(app.Notification.Get("providers")) {
		spec := item.Get("spec")
		if validate.SetsCommitStatus(spec) && !spec.Get("commitStatusExpr").Exists() &&
			slices.ContainsFunc(ofClusters, func(name tree.Node) bool {
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

// providerName returns the name of the provider of an alert: its own, or the name of the application's only provider.
func providerName(app *inventory.Application, spec tree.Node) tree.Node {
	providers := namedItems(app.Notification.Get("providers"))
	if !spec.Get("providerRef").Exists() && len(providers) == 1 {
		return providers[0].Get("name")
	}
	return spec.At("providerRef", "name")
}

// namedItems returns the items of a list that have names, and of those with one name the first. All others are refused.
func namedItems(list tree.Node) (items []tree.Node) {
	seen := map[string]bool{}
	for item := range list.Children() {
		if name := item.Get("name").Text(); name != "" && each.Add(seen, name) {
			items = append(items, item)
		}
	}
	return items
}

func perCluster(item tree.Node) bool { return item.Get("perCluster").Text() == "true" }

// Protect notes which workloads are of clusters that limits protect: the limits of their application, or the run's,
// whose label selector is absent where it protects none. A cluster that an entry names itself has no labels.
func Protect(inv inventory.Inventory, placements []*Placement, ofRun tree.Node) {
	selectors := map[*inventory.Application][]*fleet.Selector{}
	for _, app := range inv.Applications {
		for _, n := range []tree.Node{fleet.Protected(app.Document.Spec().Get("limits")), ofRun} {
			// a wrong one is an error elsewhere
			if selector, wrong := fleet.NewSelector(n); n.Kind() == tree.Map && len(wrong) == 0 {
				selectors[app] = append(selectors[app], selector)
			}
		}
	}
	if len(selectors) == 0 {
		return
	}
	unknown := &schema.Member{}
	for _, p := range placements {
		if !p.IsEntry() {
			continue
		}
		member := cmp.Or(p.Instance.Member, unknown)
		for _, selector := range selectors[p.Common.App] {
			p.Protected = p.Protected || selector.Matches(member)
		}
	}
}
