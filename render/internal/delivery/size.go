package delivery

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/internal/each"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// What one Kustomization of Flux applies well, and what it does not get done. Measured with the library that
// kustomize-controller 1.9 builds with, testdata/bench/DELIVERY.md: at each commit and interval, 2,000 HelmReleases
// take it 4 seconds of CPU, and 4,000 take 14; as groups of 100, 16,000 take 26.
const (
	manyObjects    = 2_000
	tooManyObjects = 10_000
)

const groupSize = 100

// Sizes tells of the largest folder that one Kustomization applies: without delivery, all of the hub or of a cluster
// with a Flux of its own.
func Sizes(placements []*plan.Placement) []finding.Problem {
	if len(placements) < manyObjects {
		return nil
	}
	type folder struct {
		portion *plan.Portion
		server  string
	}
	type size struct {
		objects int
		first   *plan.Placement
	}
	folders, most := map[folder]*size{}, &size{}
	for _, p := range placements {
		at := folder{p.Portion, p.Server()}
		this := folders[at]
		if this == nil {
			this = &size{first: p}
			folders[at] = this
		}
		if this.objects++; this.objects > most.objects {
			most = this
		}
	}
	if most.objects < manyObjects {
		return nil
	}
	found := finding.Problem{Severity: finding.SeverityInfo, Code: CodeManyObjects,
		Subject: most.first.Common.App.Document.Subject()}
	if most.objects > tooManyObjects {
		found.Severity = finding.SeverityWarning
	}
	clusters := each.Once(placements, func(p *plan.Placement) string { return p.ClusterName })
	groups := max(2, len(clusters)/groupSize)
	at, remedy := "", fmt.Sprintf("write delivery with groups: %d in a RenderConfig", groups)
	if portion := most.first.Portion; portion != nil {
		at, remedy = " in "+portion.Folder, "write more groups into delivery"
	}
	if server := most.first.Server(); server != "" {
		at = " on the cluster " + server
	}
	found.Detail = fmt.Sprintf("one Kustomization of Flux applies %d objects of this run%s; at each commit it builds all "+
		"of them, which takes 4 seconds of CPU for 2,000 objects, 14 for 4,000, and minutes for 16,000; %s",
		most.objects, at, remedy)
	return []finding.Problem{found}
}
