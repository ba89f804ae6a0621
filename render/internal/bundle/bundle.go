// Package bundle plans what each cluster needs before Flux can act there as the ServiceAccount of an application's
// tenancy: the namespaces, the account, and RoleBindings of its role in the namespaces that entries deliver to.
//
// Which namespaces and accounts these are, package needs says; here they become objects. The administrator of a
// cluster that a hub reaches applies them. Where Flux runs in the cluster itself, they are objects like all others.
package bundle

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/needs"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Plan returns what clusters need because of some placements: objects for the cluster's own Flux, and objects for
// administrators of clusters that a hub reaches, with information. All are empty without a ServiceAccount in tenancy.
func Plan(inv inventory.Inventory,
	placements []*plan.Placement) (applied, bootstrap []*plan.Placement, problems []finding.Problem) {
	delivering := withAccount(inv.Applications, placements)
	if len(delivering) == 0 {
		return nil, nil, nil
	}
	isAccount := func(p *plan.Placement) bool { return p.Common.Kind == kinds.ServiceAccount }
	b := planner{inv: inv, sites: map[site]*at{}, commons: map[commonKey]*plan.Common{},
		present: each.Once(each.Only(placements, isAccount), (*plan.Placement).Key),
		planned: map[ofBundle]bool{}, others: namespacesOfOthers(inv)}
	byAccount := map[string][]*plan.Placement{}
	for _, p := range delivering {
		if s := (site{p.Common.App, p.ClusterName}); b.sites[s] == nil {
			b.sites[s] = &at{first: p, accounts: map[string][]string{}}
			b.order = append(b.order, s)
		}
		byAccount[p.Common.Namespace] = append(byAccount[p.Common.Namespace], p)
	}
	var found []*accountNeed // pointers: to sort large structs links 8 kB more
	for _, namespace := range slices.Sorted(maps.Keys(byAccount)) {
		for _, n := range needs.Of(byAccount[namespace], nil) {
			found = append(found, &accountNeed{n, namespace})
		}
	}
	slices.SortStableFunc(found, func(x, y *accountNeed) int { return strings.Compare(x.App.Owner(), y.App.Owner()) })
	for _, n := range found {
		b.need(*n)
	}
	for _, s := range b.order {
		accounts := b.sites[s].accounts
		name := wording.ObjectName(s.app.Namespace, s.app.Account().Text(), s.app.ClusterRole())
		for _, namespace := range slices.Sorted(maps.Keys(accounts)) {
			b.object(s, kinds.RoleBinding, namespace, name, strings.Join(accounts[namespace], "/"))
		}
	}
	return b.applied, b.bootstrap, b.informs()
}

// withAccount returns the objects of entries that act as tenancy's ServiceAccount on a cluster other than the hub.
func withAccount(apps []*inventory.Application, placements []*plan.Placement) (found []*plan.Placement) {
	if !slices.ContainsFunc(apps, hasAccount) {
		return nil
	}
	b := tree.NewBuilder()
	for _, p := range placements {
		b.Reset()
		if p.IsEntry() && (p.Common.App.Standalone || p.KubeConfig(b).Exists()) && p.Instance.HasAccount() {
			found = append(found, p)
		}
	}
	return found
}

func hasAccount(app *inventory.Application) bool { return app.Account().Text() != "" }

// namespacesOfOthers returns the namespaces that applications need which the run does not render, with the first of
// these. Of all applications that need a namespace on a cluster, the first by name brings it, whatever a run renders.
func namespacesOfOthers(inv inventory.Inventory) map[plan.ClashKey]string {
	isOther := func(app *inventory.Application) bool { return app.Standalone && hasAccount(app) && !app.Refused }
	apps := slices.DeleteFunc(slices.Clone(inv.Unwanted), func(app *inventory.Application) bool { return !isOther(app) })
	if len(apps) == 0 {
		return nil
	}
	first := map[plan.ClashKey]string{}
	for _, n := range needs.Of(withAccount(apps, plan.Workloads(inv, entries.Merge(inv, apps).Instances)), nil) {
		for _, cluster := range n.Clusters {
			if key := (plan.ClashKey{Server: cluster, Kind: n.Kind, Name: n.Name}); n.Kind == kinds.Namespace.Name &&
				first[key] == "" {
				first[key] = n.App.Owner()
			}
		}
	}
	return first
}

type planner struct {
	inv                inventory.Inventory
	sites              map[site]*at
	order              []site // the same, in the order of the placements
	commons            map[commonKey]*plan.Common
	present            map[plan.ClashKey]bool
	planned            map[ofBundle]bool
	others             map[plan.ClashKey]string // by whom a namespace is brought that the run does not render
	applied, bootstrap []*plan.Placement
}

type site struct {
	app     *inventory.Application
	cluster string
}

type at struct {
	first *plan.Placement // one of the objects that deliver there
	// accounts are the namespaces of the ServiceAccounts, which have one name, that deliver to a namespace.
	accounts map[string][]string
}

type ofBundle struct {
	app *inventory.Application
	key plan.ClashKey
}

// commonKey identifies a common: the common of RoleBindings depends on the accounts, too.
type commonKey struct {
	app                       *inventory.Application
	kind                      *kinds.Kind
	namespace, name, accounts string
}

type accountNeed struct {
	*needs.Need
	account string
}

func (b *planner) need(n accountNeed) {
	because := func(reasons ...kinds.Reason) bool {
		return slices.ContainsFunc(n.Because, func(b needs.Because) bool { return slices.Contains(reasons, b.Reason) })
	}
	for _, cluster := range n.Clusters {
		s := site{n.App, cluster}
		switch found := b.sites[s]; {
		case found == nil: // of another application with the same owner
		case n.Kind == kinds.Namespace.Name:
			b.object(s, kinds.Namespace, "", n.Name, "")
			if because(needs.Storage, needs.Target) {
				found.accounts[n.Name] = append(found.accounts[n.Name], n.account)
			}
		case n.Kind == kinds.ServiceAccount.Name && because(needs.Bound, kinds.Impersonated):
			b.object(s, kinds.ServiceAccount, n.Namespace, n.Name, "")
		}
	}
}

func (b *planner) informs() (problems []finding.Problem) {
	clusters := map[*inventory.Application]int{}
	for _, s := range b.order {
		clusters[s.app]++
	}
	for _, app := range b.inv.Applications {
		count := clusters[app]
		if count == 0 || app.Standalone {
			continue
		}
		who := "1 cluster needs"
		if count > 1 {
			who = fmt.Sprintf("%d clusters need", count)
		}
		problems = append(problems, finding.Problem{Severity: finding.SeverityInfo, Code: codes.Bootstrap,
			Subject: app.Document.Subject(), Node: app.Account(),
			Detail: who + " namespaces, the ServiceAccount " + app.Account().Text() +
				" and RoleBindings first; fluxapp render -o dir=PATH writes them below bootstrap, and no other output has them"})
	}
	return problems
}

// object plans an object for a site, unless it is there already, or another application brings it.
func (b *planner) object(s site, kind *kinds.Kind, namespace, name, accounts string) {
	key := commonKey{s.app, kind, namespace, name, accounts}
	made := b.commons[key]
	if made == nil {
		made = &plan.Common{App: s.app, Kind: kind, Namespace: namespace, Origin: s.app.Account(),
			Bootstrap: !s.app.Standalone, Other: &plan.Other{}}
		b.commons[key] = made
		b.complete(made, accounts)
	}
	placed := plan.ForCluster(b.inv.Build, made, name, b.sites[s].first)
	other, isOthers := b.others[placed.Key()]
	switch own := (ofBundle{s.app, placed.Key()}); {
	case b.planned[own], !made.Bootstrap && (b.present[placed.Key()] || isOthers && other < s.app.Owner()):
	case made.Bootstrap:
		b.planned[own] = true
		b.bootstrap = append(b.bootstrap, placed)
	default:
		b.present[placed.Key()] = true
		b.applied = append(b.applied, placed)
	}
}

// applyAnnotation with the value IfNotPresent keeps Flux from changing an object that exists.
const applyAnnotation = "kustomize.toolkit.fluxcd.io/ssa"

// complete adds what all objects of a common have. Objects that a hub's Flux finds in Git must not be applied to the
// hub. A namespace that a cluster's Flux finds there is left: it may be somebody else's, with other content.
func (b *planner) complete(made *plan.Common, accounts string) {
	annotate := func(key, value string) {
		made.Annotations = append(made.Annotations, plan.TextField(b.inv.Build, key, value))
	}
	switch {
	case made.Bootstrap:
		annotate(kinds.AnnotationReconcile, "disabled")
	case made.Kind == kinds.Namespace:
		annotate(kinds.AnnotationPrune, "disabled")
		annotate(applyAnnotation, "IfNotPresent")
	}
	if made.Kind == kinds.RoleBinding {
		subjects := each.In(strings.SplitSeq(accounts, "/"), func(namespace string) tree.Node {
			return plan.ServiceAccount(b.inv.Build, namespace, made.App.Account())
		})
		made.Body = plan.Binding(b.inv.Build, "ClusterRole", made.App.ClusterRole(),
			b.inv.Build.List(made.Origin, subjects...))
	}
}
