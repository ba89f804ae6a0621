package schema

import (
	"fmt"
	"reflect"
	"slices"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// MaxReleaseName is the longest name of a Helm release that Flux takes: Helm itself uses 53.
const MaxReleaseName = 53

// release checks a field that only a HelmRelease has.
func (c *check) release(n tree.Node) {
	switch n.Key() {
	case "storageNamespace":
		c.namespace(n)
	case "releaseName":
		c.name(n, MaxReleaseName)
	case "install", "upgrade", "rollback":
		c.action(n)
	case "valuesFrom":
		for item := range n.Children() {
			c.requiredName(item, validation.DNS1123SubdomainMaxLength)
		}
	}
}

// action checks what Helm is to do. Helm 4, which Flux has since 2.8, does not act on some fields under server-side apply.
func (c *check) action(n tree.Node) {
	for field := range n.Children() {
		switch key := field.Key(); {
		case key == "strategy":
			c.contradicts(field.Get("retryInterval"), is(field.Get("name"), "RemediateOnFailure"),
				"RemediateOnFailure does not use this field; leave it out, or write name: RetryOnFailure")
		case field.Kind() != tree.Bool || field.Text() != "true" || !c.flux.has(8):
		case key == "force" && n.Key() != "install" && n.Get("serverSideApply").Text() != "disabled":
			c.noEffect(field, fmt.Sprintf("Flux 2.8 and newer ignore this field with server-side apply, the default of new releases; "+
				"write %s.serverSideApply: disabled, or leave it out", n.Key()))
		case key == "recreate" && n.Key() == "rollback":
			c.noEffect(field, "Flux 2.8 and newer ignore this field; leave it out")
		}
	}
}

// noEffect warns of a field that Flux does not act on.
func (c *check) noEffect(n tree.Node, detail string) {
	c.refuse(Problem{Severity: SeverityWarning, Code: CodeNoEffect, Node: n, OnKey: true, Detail: detail})
}

// CheckChart judges the merged chart of an entry whose source holds charts: its fields below entry, or shared with others.
// SourceKind is the kind of that source.
func CheckChart(d *Document, chart, entry tree.Node, sourceKind string, flux FluxVersion) []Problem {
	c := check{document: d, flux: flux}
	if !chart.Exists() {
		if slices.Contains(chartKinds().enum, sourceKind) || Placeholder(sourceKind) { // a misspelt one may be a chart itself
			c.refuse(Problem{Code: CodeNoChart, Node: entry,
				Detail: "the entry has no chart; write config.helmRelease.chart or config.helmRelease.template"})
		}
		return c.problems
	}
	c.add(checkFields(chart, shapes().chart, flux))
	c.metadata(chart.Get("metadata"))
	c.chartVerify(chart, sourceKind)
	if shard := chart.At("metadata", "labels").Get(LabelShard); shard.Exists() {
		c.refuse(Problem{Severity: SeverityWarning, Code: CodeShardedChart, Node: shard, OnKey: true,
			Detail: "a source-controller finds the source of a chart in its own shard only; give the source this label too, or leave it out"})
	}
	c.contradicts(chart.At("verify", "matchOIDCIdentity"), !d.SharesChart(),
		"only a HelmChart object has this field; write shareChart: true, or leave it out")
	return c.problems
}

func (c *check) chartVerify(chart tree.Node, sourceKind string) {
	c.contradicts(chart.Get("verify"), sourceKind != kindHelmRepository && !Placeholder(sourceKind),
		fmt.Sprintf("Flux verifies charts from a HelmRepository only, and this source is of kind %s; leave this out", sourceKind))
}

// CheckTemplate judges a HelmChart that an application names.
func CheckTemplate(d *Document, flux FluxVersion) []Problem {
	c := check{document: d, flux: flux}
	c.references(d.Spec)
	c.required(d.Spec, "chart")
	ref := d.Spec.Get("sourceRef")
	c.sourceKind(ref.Get("kind"), kindHelmChart, chartKinds())
	c.name(ref.Get("name"), 253)
	c.sourceVersion(ref.Get("apiVersion"))
	c.chartVerify(d.Spec, ref.Get("kind").Text())
	c.add(checkFields(d.Root, shapes().helmChart, flux))
	if suspend := d.Spec.Get("suspend"); suspend.Text() == "true" {
		c.refuse(Problem{Severity: SeverityWarning, Code: CodeNoEffect, Node: suspend, OnKey: true,
			Detail: "the template is copied into each release, and the chart of a release cannot be suspended; suspend the releases, or leave it out"})
	}
	return c.problems
}

// CheckRepository judges a devops GitRepository that becomes a Flux GitRepository.
func CheckRepository(d *Document, flux FluxVersion) []Problem {
	c := check{document: d, flux: flux}
	c.documentName()
	c.references(d.Spec)
	c.required(d.Spec, "url")
	if url := d.Spec.Get("url"); url.Text() != "" {
		c.add(ruleOf(reflect.TypeFor[sourcev1.GitRepositorySpec](), "url").check(url, flux))
	}
	c.name(d.Spec.At("secret", "name"), 253)
	c.add(checkFields(d.Root, shapes().repository, flux))
	if namespace := d.Spec.At("secret", "namespace"); namespace.Text() != "" && namespace.Text() != d.Namespace {
		c.refuse(Problem{Severity: SeverityWarning, Code: CodeNoEffect, Node: namespace, Current: namespace.Text(),
			Detail: "Flux reads the Secret from the GitRepository's own namespace; put it there"})
	}
	return c.problems
}
