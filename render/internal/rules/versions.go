package rules

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

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
	if n.Exists() && c.inv.Flux == 0 && !c.refused[k] {
		c.refused[k] = true
		c.report(app, finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeAPIVersion, Node: n, OnKey: true,
			Current: n.Key(), Detail: subject + " refused by Flux " +
				names.And(kinds.KnownFluxVersions()[:minor-kinds.OldestFlux]) + "; name your Flux as fluxVersion in the " +
				"RenderConfig, or with --flux-version"})
	}
}
