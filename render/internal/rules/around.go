package rules

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

func (c *checker) around(app *inventory.Application, instances []entries.Instance) {
	d, sections := app.Document, app.Around
	if section := sections.ImageAutomation; section.Exists() {
		c.imageReferences(app, d.Spec().Get("imageAutomation"))
		c.automationCluster(app, section.Get("cluster"), instances)
		c.problems = append(c.problems, validate.ImageAutomation(d, section, c.inv.Flux)...)
		if item, ok := app.ItemOf(section.At("update", "sourceRef")); ok && item.Inline != nil {
			c.problems = append(c.problems, validate.InlineSource(d, item.Inline, item.Spec, c.inv.Flux)...)
		}
	}
	if section := sections.Notification; section.Exists() {
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
	if section := sections.Tenancy; section.Exists() {
		c.problems = append(c.problems, validate.Tenancy(d, section, c.inv.Flux)...)
	}
}

// imageReferences reports references in image automation that are wrong, as they are written, and those to a cluster.
func (c *checker) imageReferences(app *inventory.Application, section tree.Node) {
	if !app.Document.MayMentionReferences() {
		return
	}
	references := fleet.NewReferences(func(p finding.Problem) { c.report(app, p) })
	r := fleet.Resolver{References: references, App: app.ReferenceNames()}
	references.Walk(section, validate.Type{}, func(site fleet.ReferenceSite) {
		if slices.ContainsFunc(site.Parts, inventory.RefersToCluster) {
			c.report(app, finding.Problem{Code: finding.CodeReference, Node: site.Node, Current: site.Node.Text(),
				Detail: "image automation is for all clusters, and only $(app.name) and $(app.namespace) are replaced here; " +
					"write one of them, or the value"})
			return
		}
		r.Text(c.scratch, site.Node, site.Parts)
	})
}

// automationCluster refuses the cluster of an image automation that neither the fleet nor an entry has.
func (c *checker) automationCluster(app *inventory.Application, name tree.Node, instances []entries.Instance) {
	text := name.Text()
	if !app.Standalone || !names.Valid(text) || c.inv.RefusedFleet {
		return
	}
	known, _ := c.inv.FleetOf(app) // its problems are reported with the entries
	var named []string
	for _, i := range instances {
		if i.Template.App == app {
			named = append(named, i.ClusterName())
		}
	}
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
