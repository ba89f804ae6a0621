package plan

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// imageAutomation asks instances for the application's sources; in Standalone those on the cluster that runs it.
func (p *planner) imageAutomation(app *inventory.Application, instances []entries.Instance) {
	section := app.ImageAutomation
	if section.Kind() != tree.Map {
		return
	}
	a := automation{planner: p, app: app, cluster: section.Get("cluster").Text()}
	a.instances = each.Only(instances, func(i entries.Instance) bool {
		return !app.Standalone || i.ClusterName() == a.cluster
	})
	for repository := range section.Get("repositories").Children() {
		a.object(kinds.ImageRepository, repository.Get("name").Text(), repository, repository.Get("spec"))
		for policy := range repository.Get("policies").Children() {
			spec, name := policy.Get("spec"), repository.Get("name")
			if !spec.Get("imageRepositoryRef").Exists() { // one that the author wrote stays as it is
				ref := p.inv.Build.Map(name, tree.Field{Key: "name", Value: name})
				spec = p.inv.Build.Map(spec, append(spec.Fields(), tree.Field{Key: "imageRepositoryRef", Value: ref})...)
			}
			a.object(kinds.ImagePolicy, policy.Get("name").Text(), policy, spec)
		}
	}
	if update := section.Get("update"); update.Kind() == tree.Map {
		name := cmp.Or(update.Get("name").Text(), app.Document.Name())
		a.object(kinds.ImageUpdateAutomation, name, update, a.updateSpec(update))
	}
}

type automation struct {
	*planner
	app       *inventory.Application
	cluster   string             // that runs it, in Standalone
	instances []entries.Instance // of the application; in Standalone, those on that cluster
}

// object plans an object on the hub, or on the cluster that runs the automation. One without a name is refused.
func (a *automation) object(kind *kinds.Kind, name string, origin, spec tree.Node) {
	if name != "" {
		a.place(sharedPlacement(name,
			Common{App: a.app, Kind: kind, Namespace: a.app.Namespace, Origin: origin, Other: &Other{Spec: spec}}))
	}
}

func (a *automation) place(shared *Placement) {
	if len(a.instances) > 0 {
		a.copyTo(shared, a.cluster, a.instances[0])
		return
	}
	fleet, _ := a.inv.FleetOf(a.app)
	a.copyTo(shared, a.cluster, entries.Instance{Member: fleet.Find(a.cluster)})
}

func (a *automation) updateSpec(update tree.Node) tree.Node {
	b := a.inv.Build
	fields := b.Without(update, "name").Fields()
	from := a.commitsTo(update)
	if from.Inline != nil {
		a.place(a.inlineSource(a.app, from, nil))
		a.checkPush(update, from)
	}
	if from.Ref.Exists() {
		fields = append(fields, tree.Field{Key: "sourceRef", Value: from.RefFrom(b, a.app.Namespace)})
	}
	return b.Map(update, fields...)
}

// commitsTo returns the GitRepository that the automation commits to: the one that it names, or the application's
// own. It is absent, with an error, where the application has none, or several.
func (a *automation) commitsTo(update tree.Node) inventory.Source {
	if ref := update.Get("sourceRef"); ref.Exists() {
		return a.sourceOf(ref)
	}
	sources := a.candidates()
	git := slices.DeleteFunc(slices.Clone(sources),
		func(s inventory.Source) bool { return s.Kind() != kinds.GitRepository.Name })
	if len(git) == 1 {
		return git[0]
	}
	if !a.app.Refused && !a.app.Unsound && !a.app.Duplicate && len(sources) > 0 {
		a.report(a.app, finding.Problem{Code: codes.Required, Node: update, Child: "sourceRef",
			Detail: whyNoRepository(sources, len(git))})
	}
	return inventory.Source{}
}

// sourceOf returns the GitRepository that the automation names: an item of spec.sources, or one of the cluster.
func (a *automation) sourceOf(ref tree.Node) inventory.Source {
	item, ok := a.app.ItemOf(ref)
	name := ref.Get("name")
	switch {
	case !ok:
		return inventory.Source{Ref: ref, Written: true}
	case item.Inline != kinds.GitRepository:
		a.report(a.app, finding.Problem{Code: codes.SourceKind, Node: name, Current: name.Text(),
			Detail: fmt.Sprintf("this source is of kind %s, and Flux commits to a GitRepository; write an item of "+
				"spec.sources with gitRepository, or kind and name of one in the cluster", item.Kind())})
	case names.HasReferences(item.Spec), names.IsReference(item.Given):
		a.report(a.app, finding.Problem{Code: codes.Reference, Node: name, Current: name.Text(),
			Detail: fmt.Sprintf("the source %s has references, and this is one object for all clusters; write an item of "+
				"spec.sources without them", name.Text())})
	}
	return item
}

func whyNoRepository(sources []inventory.Source, git int) string {
	why := "the application has no GitRepository"
	switch {
	case git > 1:
		why = fmt.Sprintf("the application has %d GitRepositories", git)
	case len(sources) == 1:
		why = fmt.Sprintf("the source of the application is of kind %s", sources[0].Kind())
	}
	return "is required, because " + why + "; write sourceRef: {kind: GitRepository, name: …} with the repository of " +
		"this document"
}

// candidates returns the source that all entries of the application have, or else the different ones of its entries.
func (a *automation) candidates() (sources []inventory.Source) {
	if s := a.app.Source; s.Ref.Exists() && !a.app.NamesTemplate() && !a.app.Document.Facts().VariesSource() {
		return []inventory.Source{a.ownSource(s, a.app.Namespace)}
	}
	known := map[ClashKey]bool{}
	for _, i := range a.instances {
		s := a.ownSource(i.Template.Source(), i.ObjectNamespace())
		if key := (ClashKey{"", s.Kind(), s.Namespace, s.Ref.Get("name").Text()}); s.Ref.Exists() && each.Add(known, key) {
			sources = append(sources, s)
		}
	}
	return sources
}

// ownSource returns a source that objects of a namespace have, with a reference that any object can complete.
func (a *automation) ownSource(s inventory.Source, namespace string) inventory.Source {
	if s.Inline == nil {
		s = inventory.Source{Ref: a.inv.Build.Without(s.Ref, "apiVersion", "namespace"), Namespace: s.At(namespace)}
	}
	return s
}

// checkPush reports an inline GitRepository that Flux cannot push to: without credentials, or without a branch.
func (a *automation) checkPush(update tree.Node, from inventory.Source) {
	if provider := from.Spec.Get("provider").Text(); !from.Spec.Get("secretRef").Exists() &&
		(provider == "" || provider == "generic") {
		a.report(a.app, finding.Problem{Severity: finding.SeverityWarning, Code: CodePushSecret, Node: from.Spec,
			Child: "secretRef", Detail: "the image automation pushes to this repository, and it has no credentials; write " +
				"secretRef: {name: …} with a Secret that has write access"})
	}
	git := update.Get("git")
	if git.Kind() == tree.Map && !git.Get("checkout").Exists() && git.At("push", "branch").Text() == "" &&
		from.Spec.At("ref", "branch").Text() == "" {
		a.report(a.app, finding.Problem{Code: codes.Required, Node: git, Child: "push",
			Detail: "push.branch is required, because the GitRepository has no ref.branch; add it"})
	}
}
