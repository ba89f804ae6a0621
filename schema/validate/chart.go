package validate

import (
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// IsArtifact reports whether a chart is of kind OCIRepository: it has the fields of one, and no source.
func IsArtifact(chart tree.Node) bool { return chart.Get("kind").Text() == kinds.OCIRepository.Name }

// MakesArtifact reports whether a Flux makes the OCIRepository of such a chart. For another one fluxapp makes it.
func MakesArtifact(flux terms.FluxVersion) bool { return flux.Has(fluxChartKind()) }

func fluxChartKind() int { return shape.FindRule(shape.HelmChartTemplate, "kind").Since }

// artifactChart validates a merged chart of kind OCIRepository, and the source that is made of it. Flux refuses the
// fields of other charts in it (helm-controller api/v2, HelmChartTemplate).
func (c *validator) artifactChart(chart, source tree.Node) {
	c.inlineSource(source, kinds.OCIRepository, terms.HelmReleases)
	for field := range chart.Children() {
		has, refused := map[string]string{"chart": "url", "version": "ref: {tag: …} or {semver: …}", "valuesFiles": "values",
			"reconcileStrategy": "no such field", "ignoreMissingValuesFiles": "no such field"}[field.Key()]
		c.Contradicts(field, refused, "a chart of kind OCIRepository has %s in its place; leave this out, or write %s: "+
			"$(remove) beside kind if a lower layer has it", has, field.Key())
	}
}

// helmChart refuses what only a chart of kind OCIRepository has, in a merged chart of another kind.
func (c *validator) helmChart(chart tree.Node) {
	c.Required(chart, "chart")
	for field := range chart.Children() {
		remedy := "leave it out"
		if field.Key() == "suspend" {
			remedy = "write it in the entry, beside chart"
		}
		c.Contradicts(field, shape.All().Chart.OnlyOfArtifact(field.Key()),
			"only a chart of kind OCIRepository has it; write kind: OCIRepository, or %s", remedy)
	}
	for _, field := range []string{"matchOIDCIdentity", "trustedRootSecretRef"} {
		c.Contradicts(chart.At("verify", field), !c.document.SharesChart() && !MakesArtifact(c.Flux),
			"before Flux %s only a HelmChart object has this field; write shareChart: true, or leave it out",
			terms.FluxVersion(fluxChartKind()))
	}
}
