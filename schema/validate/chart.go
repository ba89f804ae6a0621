package validate

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
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

// helmChart refuses what only a chart of kind OCIRepository has, in a merged chart of another kind.
func (c *validator) helmChart(chart tree.Node) {
	c.Required(chart, "chart")
	for field := range chart.Children() {
		c.Contradicts(chart.Get(field.Key()), shape.All().Chart.OnlyOfArtifact(field.Key()),
			"only a chart of kind OCIRepository has it; write kind: OCIRepository, or leave it out")
	}
	chartVerification(c, chart.Get("verify"))
}

// chartVerification validates a field whose inner fields a release got later than a HelmChart or an OCIRepository.
func chartVerification(c *validator, verify tree.Node) {
	const onlyOfRelease = "trustedRootSecretRef"
	fields, root := shape.All().Chart.Fields["verify"].Shape, verify.Get(onlyOfRelease)
	c.Add(shape.CheckFields(verify, fields, c.Flux, onlyOfRelease))
	c.Add(shape.CheckFields(root, fields.Fields[onlyOfRelease].Shape, c.Flux))
	if c.document.Facts().SharesChart() || c.document.Facts().SaveTemplateLabel().Exists() {
		c.Contradicts(root, true, "the chart becomes a HelmChart object, which does not have this field; leave it out")
		return
	}
	newField(c, root, ChartKindSince())
	if root.Exists() && MakesArtifact(c.Flux) {
		c.WarnKey(root, codes.NoEffect, "the HelmChart that Flux makes does not have this field; leave it out, or "+
			"write kind: OCIRepository and url")
	}
	if n := verify.Get("matchOIDCIdentity"); n.Exists() && !MakesArtifact(c.Flux) {
		c.Report(finding.Problem{Code: codes.FluxField, Node: n, OnKey: true, Current: n.Key(), Detail: fmt.Sprintf(
			"Flux %s has this field in a HelmChart object only (elsewhere new in %s); write shareChart: true, leave it out, or "+
				"render for a newer Flux", c.Flux, kinds.FluxVersion(ChartKindSince()))})
	}
}

func (c *validator) template(d *schema.Document) {
	named := d.Facts().TemplateName()
	if named.Kind() != tree.Map && named.Text() == "" {
		return
	}
	if !names.HasReferences(named) {
		templateName(c, named)
	}
	if chart := d.Facts().Chart().Get("chart"); chart.Exists() {
		c.Report(finding.Problem{Code: codes.ChartAndTemplate, Node: chart, OnKey: true,
			Detail: "the chart comes from the template at "}.Beside(named, "; remove one of them"))
	}
}

func templateName(c *validator, named tree.Node) {
	if named.Kind() == tree.Map {
		c.Add(shape.CheckFields(named, shape.All().Template, c.Flux))
		return
	}
	value, ok := names.PlainText(named)
	if !ok {
		return
	}
	if namespace, short, qualified := strings.Cut(value, "/"); qualified && names.Valid(namespace) && names.Valid(short) {
		c.Refuse(named, codes.Name, "this is the name of a HelmChart of the application's own namespace; for one of "+
			"another write template: {name: %[2]s, namespace: %[1]s}, or, if only the cluster has it, leave template out and "+
			"write source.sourceRef: {kind: HelmChart, namespace: %[1]s, name: %[2]s}", namespace, short)
		return
	}
	c.Name(named, content.DNS1123SubdomainMaxLength)
}

// Template validates the value of references that name the template of an application.
func Template(d *schema.Document, named tree.Node) []finding.Problem {
	c := newValidator(d, 0)
	if named.Kind() == tree.Null {
		c.Report(finding.Problem{Code: codes.Type, Node: named, Current: "null",
			Detail: "is null; write the name of a template (used as template)"})
	}
	for _, p := range shape.Check(named, shape.All().Template, true).Problems {
		p.Detail += " (used as template)"
		c.Report(p)
	}
	if len(c.Problems) == 0 {
		templateName(c, named)
	}
	return c.Problems
}

// Chart validates the merged chart of an entry, whose source is of a kind that holds charts. The spec of the source is
// absent where only a cluster has it.
func Chart(d *schema.Document, chart, entry tree.Node, sourceKind string, source tree.Node,
	flux kinds.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	if !chart.Exists() {
		// a misspelt one may be a chart itself
		if slices.Contains(chartKinds().Enum, sourceKind) || names.Placeholder(sourceKind) {
			c.Report(finding.Problem{Code: codes.NoChart, Node: entry,
				Detail: "the entry has no chart; write config.helmRelease.chart or config.helmRelease.template"})
		}
		return c.Problems
	}
	c.sharded = false // fluxapp sets the shard of no source
	c.metadata(chart.Get("metadata"))
	if IsArtifact(chart) {
		inlineSource(c, source, kinds.OCIRepository, kinds.HelmReleases)
		c.rows(chart, "chart of an artifact")
		return c.Problems
	}
	c.Add(shape.CheckFields(chart, shape.All().Chart, flux, "verify"))
	if kind := chart.Get("kind"); !isOneOf(kind, "", kinds.HelmChart.Name) && !names.Placeholder(kind.Text()) {
		return c.Problems
	}
	c.helmChart(chart)
	c.fieldRows(chart, "fields of HelmChart")
	valuesFiles(c, chart)
	chartStops(c, chart, source, sourceKind)
	if shard := chart.At("metadata", "labels").Get(kinds.LabelShard); shard.Exists() {
		c.WarnKey(shard, check.CodeShardedChart, "a source-controller finds the source of a chart in its own shard only; "+
			"give the source this label too, or leave it out")
	}
	return c.Problems
}

// HelmChart validates a HelmChart that an application names.
func HelmChart(d *schema.Document, flux kinds.FluxVersion) []finding.Problem {
	c, kind := newValidator(d, flux), d.Spec().At("sourceRef", "kind")
	c.references(d.Spec())
	c.rows(d.Spec(), "template")
	c.fieldRows(d.Spec(), "fields of HelmChart")
	c.sourceKind(kind, kinds.HelmChart.Name, chartKinds())
	chartStops(c, d.Spec(), tree.Node{}, kind.Text())
	valuesFiles(c, d.Spec())
	c.Add(shape.CheckFields(d.Root(), shape.All().HelmChart, flux))
	return c.Problems
}
