package rules

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// protected warns of limits that protect no cluster. The rules about a document report a selector that is not valid.
func (c *checker) protected(app *inventory.Application) {
	written := fleet.Protected(app.Document.Spec().Get("limits"))
	if written.Kind() != tree.Map || c.inv.RefusedFleet {
		return
	}
	selector, problems := fleet.NewSelector(written)
	known, _ := c.inv.FleetOf(app) // its problems are reported with the entries
	if len(problems) > 0 || known.Selects(selector) {
		return
	}
	detail := fmt.Sprintf("matches none of the %d clusters of the fleet, so that only clusters that are gone are "+
		"protected; fix the selector", len(known.Members))
	if len(known.Members) == 0 {
		detail = "there is no fleet to select from, so that only clusters that are gone are protected; add spec.clusters, " +
			"or documents of clusters"
	}
	c.report(app, finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeNoCluster, Node: written,
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
	return []finding.Problem{{Severity: finding.SeverityInfo, Code: finding.CodeNoCluster, Node: ofRun, OnKey: true,
		Detail: "matches no cluster of the documents, so that only clusters that are gone are protected; fix the selector " +
			"if one is meant"}}
}
