package validate

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// IsArtifact reports whether a chart is of kind OCIRepository: it has the fields of one, and no source.
func IsArtifact(chart tree.Node) bool { return chart.Get("kind").Text() == kinds.OCIRepository.Name }

// MakesArtifact reports whether a Flux makes the OCIRepository of such a chart. For another one fluxapp makes it.
func MakesArtifact(flux kinds.FluxVersion) bool { return flux.Has(ChartKindSince()) }

// ChartKindSince returns the minor version of Flux 2 that brought kinds of charts.
func ChartKindSince() int { return shape.FindRule(shape.HelmChartTemplate, "kind").Since }

// artifactChart validates a merged chart of kind OCIRepository, and the source that is made of it. Flux refuses the
// fields of other charts in it (helm-controller api/v2, HelmChartTemplate).
func (c *validator) artifactChart(chart, source tree.Node) {
	c.inlineSource(source, kinds.OCIRepository, kinds.HelmReleases)
	for field := range chart.Children() {
		has, refused := map[string]string{"chart": "url", "version": "ref: {tag: …} or {semver: …}", "valuesFiles": "values",
			"reconcileStrategy": "no such field", "ignoreMissingValuesFiles": "no such field"}[field.Key()]
		// Flux takes what older versions of its API have filled in
		filled := map[string]string{"version": "*", "reconcileStrategy": "ChartVersion"}[field.Key()]
		if filled != "" && (isOneOf(field, filled) || names.Placeholder(field.Text())) {
			continue
		}
		c.Contradicts(chart.Get(field.Key()), refused, "a chart of kind OCIRepository has %s in its place; leave this out, "+
			"or write %s: $(remove) beside kind if a lower layer has it", has, field.Key())
	}
}

// helmChart refuses what only a chart of kind OCIRepository has, in a merged chart of another kind.
func (c *validator) helmChart(chart tree.Node) {
	c.Required(chart, "chart")
	for field := range chart.Children() {
		c.Contradicts(chart.Get(field.Key()), shape.All().Chart.OnlyOfArtifact(field.Key()),
			"only a chart of kind OCIRepository has it; write kind: OCIRepository, or leave it out")
	}
	c.chartVerification(chart.Get("verify"))
}

// chartVerification validates a field whose inner fields a release got later than a HelmChart or an OCIRepository.
func (c *validator) chartVerification(verify tree.Node) {
	const onlyOfRelease = "trustedRootSecretRef"
	fields, root := shape.All().Chart.Fields["verify"].Shape, verify.Get(onlyOfRelease)
	c.Add(shape.CheckFields(verify, fields, c.Flux, onlyOfRelease))
	c.Add(shape.CheckFields(root, fields.Fields[onlyOfRelease].Shape, c.Flux))
	if c.document.SharesChart() || c.document.SaveTemplateLabel().Exists() {
		c.Contradicts(root, true, "the chart becomes a HelmChart object, which does not have this field; leave it out")
		return
	}
	c.newField(root, ChartKindSince())
	if root.Exists() && MakesArtifact(c.Flux) {
		c.WarnKey(root, finding.CodeNoEffect, "the HelmChart that Flux makes does not have this field; leave it out, or "+
			"write kind: OCIRepository and url")
	}
	if n := verify.Get("matchOIDCIdentity"); n.Exists() && !MakesArtifact(c.Flux) {
		c.Report(finding.Problem{Code: finding.CodeFluxField, Node: n, OnKey: true, Current: n.Key(), Detail: fmt.Sprintf(
			"Flux %s has this field in a HelmChart object only (elsewhere new in %s); write shareChart: true, leave it out, or "+
				"render for a newer Flux", c.Flux, kinds.FluxVersion(ChartKindSince()))})
	}
}
