package validate

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/validation"
)

// MaxReleaseName is the longest name of a Helm release that Flux takes: Helm itself uses 53.
const MaxReleaseName = 53

// release checks a field that only a HelmRelease has.
func (c *validator) release(n tree.Node) {
	switch n.Key() {
	case "storageNamespace":
		c.Namespace(n)
	case "releaseName":
		c.Name(n, MaxReleaseName)
	case "install", "upgrade", "rollback":
		c.action(n)
	case "valuesFrom":
		for item := range n.Children() {
			c.RequiredName(item, validation.DNS1123SubdomainMaxLength)
		}
	}
}

// action checks what Helm is to do. Helm 4, which Flux has since 2.8, does not act on some fields under server-side apply.
func (c *validator) action(n tree.Node) {
	for field := range n.Children() {
		switch key := field.Key(); {
		case key == "strategy":
			c.Contradicts(field.Get("retryInterval"), is(field.Get("name"), "RemediateOnFailure"),
				"RemediateOnFailure does not use this field; leave it out, or write name: RetryOnFailure")
		case field.Kind() != tree.Bool || field.Text() != "true" || !c.Flux.Has(8):
		case key == "force" && n.Key() != "install" && n.Get("serverSideApply").Text() != "disabled":
			c.noEffect(field, fmt.Sprintf("Flux 2.8 and newer ignore this field with server-side apply, the default of new releases; "+
				"write %s.serverSideApply: disabled, or leave it out", n.Key()))
		case key == "recreate" && n.Key() == "rollback":
			c.noEffect(field, "Flux 2.8 and newer ignore this field; leave it out")
		}
	}
}

// noEffect warns of a field that Flux does not act on.
func (c *validator) noEffect(n tree.Node, detail string) {
	c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeNoEffect, Node: n, OnKey: true, Detail: detail})
}

// Chart validates the merged chart of an entry whose source holds charts: its fields below entry, or shared with others.
// SourceKind is the kind of that source.
func Chart(d *schema.Document, chart, entry tree.Node, sourceKind string, flux v1alpha1.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	if !chart.Exists() {
		if slices.Contains(chartKinds().Enum, sourceKind) || reference.Placeholder(sourceKind) { // a misspelt one may be a chart itself
			c.Report(finding.Problem{Code: finding.CodeNoChart, Node: entry,
				Detail: "the entry has no chart; write config.helmRelease.chart or config.helmRelease.template"})
		}
		return c.Problems
	}
	c.Add(shape.CheckFields(chart, shape.All().Chart, flux))
	c.metadata(chart.Get("metadata"))
	c.chartVerify(chart, sourceKind)
	if shard := chart.At("metadata", "labels").Get(v1alpha1.LabelShard); shard.Exists() {
		c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeShardedChart, Node: shard, OnKey: true,
			Detail: "a source-controller finds the source of a chart in its own shard only; give the source this label too, or leave it out"})
	}
	c.Contradicts(chart.At("verify", "matchOIDCIdentity"), !d.SharesChart(),
		"only a HelmChart object has this field; write shareChart: true, or leave it out")
	return c.Problems
}

func (c *validator) chartVerify(chart tree.Node, sourceKind string) {
	c.Contradicts(chart.Get("verify"), sourceKind != kinds.HelmRepository.Name && !reference.Placeholder(sourceKind),
		fmt.Sprintf("Flux verifies charts from a HelmRepository only, and this source is of kind %s; leave this out", sourceKind))
}

// HelmChart validates a HelmChart that an application names.
func HelmChart(d *schema.Document, flux v1alpha1.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	c.references(d.Spec())
	c.Required(d.Spec(), "chart")
	ref := d.Spec().Get("sourceRef")
	c.sourceKind(ref.Get("kind"), kinds.HelmChart.Name, chartKinds())
	c.Name(ref.Get("name"), 253)
	c.sourceVersion(ref.Get("apiVersion"))
	c.chartVerify(d.Spec(), ref.Get("kind").Text())
	c.Add(shape.CheckFields(d.Root(), shape.All().HelmChart, flux))
	if suspend := d.Spec().Get("suspend"); suspend.Text() == "true" {
		c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeNoEffect, Node: suspend, OnKey: true,
			Detail: "the template is copied into each release, and the chart of a release cannot be suspended; suspend the releases, or leave it out"})
	}
	return c.Problems
}

// Repository validates a devops GitRepository that becomes a Flux GitRepository.
func Repository(d *schema.Document, flux v1alpha1.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	c.documentName()
	c.references(d.Spec())
	c.Required(d.Spec(), "url")
	if url := d.Spec().Get("url"); url.Text() != "" {
		c.Add(shape.RuleOf(reflect.TypeFor[sourcev1.GitRepositorySpec](), "url").Check(url, flux))
	}
	c.Name(d.Spec().At("secret", "name"), 253)
	c.Add(shape.CheckFields(d.Root(), shape.All().Repository, flux))
	if namespace := d.Spec().At("secret", "namespace"); namespace.Text() != "" && namespace.Text() != d.Namespace() {
		c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeNoEffect, Node: namespace, Current: namespace.Text(),
			Detail: "Flux reads the Secret from the GitRepository's own namespace; put it there"})
	}
	return c.Problems
}
