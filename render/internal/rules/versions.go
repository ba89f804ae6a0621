package rules

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// apiVersions tells once for each kind which Flux refuses the version of its objects, where nobody tells for which Flux
// they are and no version is served by all.
func (c *checker) apiVersions(app *inventory.Application) {
	spec := app.Document.Spec()
	c.apiVersion(app, kinds.ImageRepository, spec.Get(kinds.ImageRepository.Field))
	c.apiVersion(app, kinds.ArtifactGenerator, spec.At("source", kinds.ArtifactGenerator.Field))
	for item := range spec.Get("sources").Children() {
		c.apiVersion(app, kinds.ArtifactGenerator, item.Get(kinds.ArtifactGenerator.Field))
	}
}

func (c *checker) apiVersion(app *inventory.Application, k *kinds.Kind, n tree.Node) {
	if !n.Exists() || c.inv.Flux != 0 || c.refused[k] {
		return
	}
	c.refused[k] = true
	var older []string
	for _, minor := range k.Refusing() {
		older = append(older, terms.FluxVersion(minor).String())
	}
	c.report(app, finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeAPIVersion, Node: n, OnKey: true,
		Current: n.Key(), Detail: fmt.Sprintf("its objects are of version %s, which Flux %s does not serve; name "+
			"your Flux as fluxVersion in the RenderConfig, or with --flux-version", k.APIVersion, names.And(older))})
}
