package render

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/render/internal/releases"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Chart is a chart as Flux looks for it.
type Chart = releases.Chart

// Values is what Flux gives Helm beside a chart.
type Values = releases.Values

// ChartCheck checks values for a chart.
type ChartCheck = releases.Check

// ValuesCheck checks the values of releases by charts that are at hand. The only one is Charts.Check of package
// render/checks: what it is given is internal.
type ValuesCheck func(placements []plan.Placement) []finding.Problem

// ChartUse is a chart that HelmReleases of an application need.
type ChartUse struct {
	// Application is the namespace/name of the document.
	Application string `json:"application"`
	// Clusters are those where the chart is installed, in order, without the hub: empty for a chart that only the hub has.
	Clusters []string `json:"clusters,omitempty"`
	Chart
	// File, Line and Column are the first place that names the chart.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// Charts returns the charts that the HelmReleases need, by application, in the order of the objects. A chart is left
// out of which nobody can know which one it is, because no document has its source.
func (r Result) Charts() (uses []ChartUse) {
	type key struct {
		application string
		chart       *releases.Found
	}
	finder, known := releases.NewFinder(slices.Concat(placementsOf(r.Objects), placementsOf(r.elsewhere))), map[key]int{}
	for _, o := range r.Objects {
		if o.p.Common.Kind != kinds.HelmRelease {
			continue
		}
		found := finder.Of(o.p)
		if found.Unknown != "" {
			continue
		}
		k := key{o.Application(), found}
		at, isKnown := known[k]
		if !isKnown {
			place := releases.ChartNode(o.p).Position()
			at, known[k] = len(uses), len(uses)
			uses = append(uses, ChartUse{Application: k.application, Chart: found.Chart, File: place.File, Line: place.Line,
				Column: place.Column})
		}
		if o.Cluster() != "" {
			uses[at].Clusters = append(uses[at].Clusters, o.Cluster())
		}
	}
	for i := range uses {
		uses[i].Clusters = slices.Compact(uses[i].Clusters) // objects are in the order of their clusters
	}
	slices.SortStableFunc(uses, func(a, b ChartUse) int { return strings.Compare(a.Application, b.Application) })
	return uses
}
