package rules

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// bases checks bases by themselves, and how applications name them. Used layers are checked in merged entries.
func (c *checker) bases() {
	for _, app := range slices.Concat(c.inv.Applications, c.inv.Unwanted) {
		if app.Written.Facts().HasBases() && c.inv.Run.Selects(app.Written) {
			c.problems = append(c.problems, validate.BaseReferences(app.Written)...)
		}
	}
	for _, base := range c.inv.Bases {
		if !c.inv.Matters(base) {
			continue
		}
		d := base.Document
		used := base.First != nil || len(base.Users) > 0
		c.problems = slices.Concat(c.problems, d.Problems(), validate.Base(d, c.inv.Flux, used))
		p := finding.Problem{Subject: d.Subject(), Node: d.Root().At("metadata", "name"), Current: d.Name()}
		switch {
		case d.Name() == "": // an error reports it
		case base.First != nil:
			p.Code, p.Detail = wording.CodeDuplicateDocument, "the base "+d.Owner()+" is already at "
			first := base.First.Document.Root().At("metadata", "name")
			c.problems = append(c.problems, p.Beside(first, "; write another name for one of them"))
		case len(base.Users) == 0:
			p.Severity, p.Code = finding.SeverityInfo, codes.UnusedBase
			p.Detail = "no application names this base; name it in spec.bases of an application, or remove it"
			if !c.inv.RefusedBases {
				c.problems = append(c.problems, p)
			}
		}
	}
}

// chartTemplate checks the document that a chart comes from, once, and the name that it has for some entries.
func (c *checker) chartTemplate(app *inventory.Application, t *inventory.ChartTemplate) {
	if t == nil {
		return
	}
	if t.Named.Exists() {
		c.problems = append(c.problems, validate.Template(app.Document, t.Named)...)
	}
	if d := t.Document; d != nil && each.Add(c.templates, d) {
		switch {
		case !t.Saved:
			c.problems = slices.Concat(c.problems, d.Problems(), validate.HelmChart(d, c.inv.Flux))
		case t.Unwanted:
			c.problems = slices.Concat(c.problems, d.Problems(), validate.Application(d, c.inv.Flux))
		}
	}
}

// apiVersions tells which Flux refuses the version of objects, where all serve none.
func (c *checker) apiVersions(app *inventory.Application) {
	spec := app.Document.Spec()
	c.younger(app, kinds.ImageRepository, spec.Get(kinds.ImageRepository.Field))
	c.younger(app, kinds.ArtifactGenerator, spec.At("source", kinds.ArtifactGenerator.Field))
	for item := range spec.Get("sources").Children() {
		c.younger(app, kinds.ArtifactGenerator, item.Get(kinds.ArtifactGenerator.Field))
	}
}

func (c *checker) younger(app *inventory.Application, k *kinds.Kind, n tree.Node) {
	c.since(app, k, n, k.Versions[0].Since, "objects of "+k.APIVersion+" are")
}

// since tells once for a kind of objects, where nobody names a Flux, which ones refuse them.
func (c *checker) since(app *inventory.Application, k *kinds.Kind, n tree.Node, minor int, subject string) {
	if n.Exists() && c.inv.Flux == 0 && each.Add(c.refused, k) {
		c.report(app, finding.Problem{Severity: finding.SeverityInfo, Code: CodeAPIVersion, Node: n, OnKey: true,
			Current: n.Key(), Detail: subject + " refused by Flux " +
				names.And(kinds.KnownFluxVersions()[:minor-kinds.OldestFlux]) + "; name your Flux as fluxVersion in the " +
				"RenderConfig, or with --flux-version"})
	}
}

// protected warns of limits that protect no cluster. The rules about a document report a selector that is not valid.
func (c *checker) protected(app *inventory.Application) {
	written := fleet.Protected(app.Document.Spec().Get("limits"))
	if written.Kind() != tree.Map || c.inv.RefusedFleet {
		return
	}
	selector, problems := fleet.NewSelector(written)
	known, _ := c.inv.FleetOf(app) // its problems are reported with the entries
	if len(problems) > 0 || known.Selects(selector) {
		for _, p := range known.Doubts(written) {
			c.report(app, p)
		}
		return
	}
	detail := fmt.Sprintf("matches none of the %d clusters of the fleet, so that only clusters that are gone are "+
		"protected; fix the selector", len(known.Members))
	if len(known.Members) == 0 {
		detail = "there is no fleet to select from, so that only clusters that are gone are protected; add spec.clusters, " +
			"or documents of clusters"
	}
	c.report(app, finding.Problem{Severity: finding.SeverityWarning, Code: codes.NoCluster, Node: written,
		OnKey: true, Detail: detail})
}

// ProtectsNobody informs of limits of the run that protect no cluster of its documents. It is no warning, because one
// RenderConfig may be for several folders.
func ProtectsNobody(inv inventory.Inventory, ofRun tree.Node) []finding.Problem {
	selector, wrong := fleet.NewSelector(ofRun)
	if ofRun.Kind() != tree.Map || len(wrong) > 0 || inv.RefusedFleet {
		return nil
	}
	clusters := 0
	for _, app := range inv.Applications {
		known, _ := inv.FleetOf(app)
		if clusters += len(known.Members); known.Selects(selector) {
			return nil
		}
	}
	if clusters == 0 {
		return nil
	}
	return []finding.Problem{{Severity: finding.SeverityInfo, Code: codes.NoCluster, Node: ofRun, OnKey: true,
		Detail: "matches no cluster of the documents, so that only clusters that are gone are protected; fix the selector " +
			"if one is meant"}}
}

func (c *checker) around(app *inventory.Application, instances []entries.Instance) {
	d := app.Document
	if section := app.ImageAutomation; section.Exists() {
		c.imageReferences(app, d.Spec().Get("imageAutomation"))
		c.automationCluster(app, section.Get("cluster"), instances)
		c.problems = append(c.problems, validate.ImageAutomation(d, section, c.inv.Flux)...)
		if item, ok := app.ItemOf(section.At("update", "sourceRef")); ok && item.Inline != nil {
			c.problems = append(c.problems, validate.InlineSource(d, item.Inline, item.Spec, c.inv.Flux)...)
		}
	}
	if section := app.Notification; section.Exists() {
		c.problems = append(c.problems, validate.Notification(d, section, c.inv.Flux)...)
		for item := range section.Get("providers").Children() {
			c.problems = append(c.problems, c.expressions(app, kinds.Provider, item.Get("spec"))...)
		}
		references := fleet.NewReferences(func(p finding.Problem) { c.report(app, p) })
		for item := range section.Get("alerts").Children() {
			if item.Get("perCluster").Text() == "true" { // and nothing can have some references, whatever the cluster has
				references.Walk(item.Get("spec"), validate.AlertType(), func(fleet.ReferenceSite) {})
			}
		}
	}
	if section := app.Tenancy; section.Exists() {
		c.problems = append(c.problems, validate.Tenancy(d, section, c.inv.Flux)...)
	}
}

// imageReferences reports references in image automation that are wrong, as they are written, and those to a cluster.
func (c *checker) imageReferences(app *inventory.Application, section tree.Node) {
	if !app.Document.Facts().MayMentionReferences() {
		return
	}
	references := fleet.NewReferences(func(p finding.Problem) { c.report(app, p) })
	r := fleet.Resolver{References: references, App: app.ReferenceNames()}
	references.Walk(section, validate.Type{}, func(site fleet.ReferenceSite) {
		if slices.ContainsFunc(site.Parts, inventory.RefersToCluster) {
			c.report(app, finding.Problem{Code: codes.Reference, Node: site.Node, Current: site.Node.Text(),
				Detail: "image automation is for all clusters, and only $(app.name) and $(app.namespace) are replaced here; " +
					"write one of them, or the value"})
			return
		}
		r.Text(c.scratch, site.Node, site.Parts)
	})
}

func (c *checker) automationCluster(app *inventory.Application, name tree.Node, instances []entries.Instance) {
	text := name.Text()
	if !app.Standalone || !names.Valid(text) || c.inv.RefusedFleet {
		return
	}
	known, _ := c.inv.FleetOf(app) // its problems are reported with the entries
	own := each.Only(instances, func(i entries.Instance) bool { return i.Template.App == app })
	named := each.Of(own, entries.Instance.ClusterName)
	if known.Find(text) != nil || slices.Contains(named, text) {
		return
	}
	p := finding.Problem{Code: wording.CodeUnknownCluster, Node: name, Current: text, Proposed: known.Nearest(text, named)}
	p.Detail = fmt.Sprintf("neither the fleet nor an entry has a cluster %q; write the name of the cluster whose Flux "+
		"runs the image automation", text)
	if p.Proposed != "" {
		p.Detail = fmt.Sprintf("neither the fleet nor an entry has a cluster %q; did you mean %q?", text, p.Proposed)
	}
	c.report(app, p)
}
