package inventory

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Layer merges the applications over their bases, reads what entries share, and leaves those to render.
func (inv *Inventory) Layer() (problems []finding.Problem) {
	all, seen := inv.Applications, map[ObjectKey]*schema.Document{}
	inv.Applications = nil
	for _, app := range all {
		problems = append(problems, inv.layer(app, seen)...)
	}
	problems = append(problems, inv.addTemplates()...)
	for _, app := range inv.Applications {
		if named := app.Document.Facts().TemplateName(); app.NamesTemplate() && !names.HasReferences(named) {
			template, wrong := inv.ChartTemplate(app, named)
			app.ChartTemplate, problems = template, append(problems, wrong...)
		}
	}
	return slices.Concat(problems, inv.checkMarkers(), inv.reportOthers())
}

func (inv *Inventory) layer(app *Application, seen map[ObjectKey]*schema.Document) (problems []finding.Problem) {
	complete := true
	if app.Document.Facts().HasBases() {
		complete, problems = inv.putOnBases(app)
	}
	app.Workload, _ = app.Document.Facts().Entries()
	app.Waves, app.Sharding = app.Document.Facts().HasWaves(), app.Document.Spec().Get("sharding")
	app.Standalone = app.Document.Facts().Standalone()
	app.LayersSource = app.Document.Facts().LayersSource()
	inv.readSections(app)
	if app.Document.Facts().SaveTemplateLabel().Exists() && complete {
		inv.savers = append(inv.savers, app)
	}
	if app.Unwanted {
		inv.Unwanted = append(inv.Unwanted, app)
		return nil
	}
	problems = append(problems, duplicateApplication(seen, app)...)
	if app.Namespace == "" {
		problems = append(problems, finding.Problem{Severity: finding.SeverityWarning, Code: CodeNoNamespace,
			Subject: app.Document.Subject(), Node: app.Document.Root().Get("metadata"), Child: "namespace",
			Detail: "is missing, so the objects have no namespace; set it or pass --namespace"})
	}
	if complete {
		inv.Applications, inv.Waves = append(inv.Applications, app), inv.Waves || app.Waves
	} else {
		app.Unwanted, app.Unsound = true, true
		inv.Unwanted = append(inv.Unwanted, app)
	}
	return problems
}

func (inv *Inventory) readSections(app *Application) {
	spec := app.Document.Spec()
	source := spec.Get("source")
	if spec.Find("sources").Exists() {
		app.ofBases, app.Named, app.items = itemsOfBases(app), map[string]Source{}, map[string]tree.Node{}
		inv.readItems(app, func(item tree.Node) bool { return !isArtifact(item) })
		inv.readItems(app, isArtifact) // which are made of the others
		source = app.NamedSource(source)
	}
	section := func(name string) tree.Node {
		n := spec.Get(name)
		if !app.Document.Facts().MayMentionReferences() || !names.HasReferences(n) {
			return n
		}
		return withAppNames(inv, &fleet.Resolver{App: app.ReferenceNames()}, n)
	}
	app.ImageAutomation, app.Notification = section("imageAutomation"), section("notification")
	app.Tenancy = section("tenancy")
	app.Source = inv.ReadSource(app, source, false)
}

// putOnBases lays an application over its bases. It is false where one cannot be used, the reason for what is missing.
func (inv *Inventory) putOnBases(app *Application) (complete bool, problems []finding.Problem) {
	var used []*schema.Document
	seen := map[*Base]tree.Node{}
	references := app.Document.Facts().BaseReferences()
	for _, r := range references {
		base, wrong := inv.baseOf(app, r, seen)
		problems = append(problems, wrong...)
		if base != nil {
			used = append(used, base)
		}
	}
	if len(used) < len(references) || app.Document.Spec().Get("bases").Kind() != tree.List {
		inv.RefusedBases = true
		return false, problems
	}
	app.Document = app.Document.Facts().OnBases(specOnBases(inv.Build, app.Document.Spec(), used), used)
	return true, problems
}

// specOnBases returns the spec of an application merged over the specs of bases, the lowest first. An application tells
// itself what it runs, and the layers in the config of each are merged with its entries, in their own order.
func specOnBases(b *tree.Builder, own tree.Node, bases []*schema.Document) (merged tree.Node) {
	specs := overlay.New(b, overlay.OfSpecs())
	for _, base := range bases {
		spec := base.Spec()
		if config := spec.Get("config"); config.Exists() {
			shared := b.Map(config, tree.Field{Key: "helmRelease", Value: config.Find("helmRelease")})
			spec = b.Map(spec, append(spec.Fields(), tree.Field{Key: "config", Value: shared})...)
		}
		merged = specs.Over(merged, spec, spec)
	}
	merged = specs.Over(merged, own, own)
	if !own.Find("config").Exists() {
		return b.Without(merged, "config")
	}
	return merged
}

// ClusterRole returns the role that the ServiceAccount has on the clusters.
func (a *Application) ClusterRole() string {
	return cmp.Or(a.Tenancy.Get("clusterRole").Text(), "admin")
}

// withAppNames replaces references to the application, except strings that refer to a cluster too.
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
