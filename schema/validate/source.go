package validate

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func kindsOf(referenceType string) *shape.Rule { return shape.FindRule(referenceType, "kind") }

// chartKinds hold charts, for chart.spec.sourceRef of a HelmRelease; chartRefKinds are charts, for its chartRef.
var (
	chartKinds    = sync.OnceValue(func() *shape.Rule { return kindsOf(shape.HelmChartSourceReference) })
	chartRefKinds = sync.OnceValue(func() *shape.Rule { return kindsOf(shape.ChartReference) })
)

// IsChart reports whether a source of this kind is a chart itself, which a release names with chartRef, rather than a
// place that holds charts.
func IsChart(kind string) bool { return slices.Contains(chartRefKinds().Enum, kind) }

// Source validates the merged source of an entry.
func Source(d *schema.Document, workload kinds.WorkloadField, source tree.Node,
	flux kinds.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	c.source(source, workload)
	return c.Problems
}

// InlineSource validates the spec of a source that no entry has.
func InlineSource(d *schema.Document, inline *kinds.Kind, spec tree.Node, flux kinds.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	c.inlineSource(spec, inline, "")
	return c.Problems
}

func (c *validator) source(n tree.Node, workload kinds.WorkloadField) {
	if n.Kind() != tree.Map {
		return
	}
	var given []tree.Node
	if ref := n.Get("sourceRef"); ref.Exists() {
		given = append(given, ref)
		c.sourceRef(ref, workload)
	}
	for inline := range kinds.Standard().With(kinds.Source) {
		if spec := n.Get(inline.Field); spec.Exists() {
			given = append(given, spec)
			c.inlineSource(spec, inline, workload)
		}
	}
	if len(given) > 1 {
		c.Report(finding.Problem{Code: finding.CodeTwoSources, Node: given[1], OnKey: true,
			Detail: fmt.Sprintf("there is a source already, %s at ", given[0].Key())}.Beside(given[0], "; keep one of them"))
	}
	c.Name(n.Get("name"), kinds.MaxName)
	c.Namespace(n.Get("namespace"))
	for _, key := range []string{"name", "namespace"} {
		if field := n.Get(key); field.Exists() && (len(given) == 0 || given[0].Key() == "sourceRef") {
			c.RefuseKey(field, finding.CodeMisplaced, "this is the %s of an inline source; write the %[1]s of a reference as "+
				"sourceRef.%[1]s", key)
		}
	}
}

func (c *validator) inlineSource(spec tree.Node, inline *kinds.Kind, workload kinds.WorkloadField) {
	if user, usable := sourceKinds(workload); !slices.Contains(usable.Enum, inline.Referred()) {
		c.Report(finding.Problem{Code: finding.CodeSourceKind, Node: spec, OnKey: true, Current: inline.Field,
			Detail: fmt.Sprintf("a %s cannot use a source of kind %s; write gitRepository, ociRepository or bucket", user,
				inline.Referred())})
	}
	c.kclSource(spec, inline.Name, workload)
	c.ignoreText(spec.Get("ignore"))
	switch inline.Name {
	case kinds.GitRepository.Name:
		users := "providers aws and azure use it; write provider"
		if !c.Flux.Has(9) {
			users = "provider azure uses it; write provider: azure"
		}
		c.Contradicts(spec.Get("serviceAccountName"), isOneOf(spec.Get("provider"), "", "generic", "github"),
			"only the %s, or leave it out", users)
	case kinds.Bucket.Name:
		c.bucket(spec)
	case kinds.ArtifactGenerator.Name:
		c.artifact(spec)
		return
	}
	if c.document.Class() != schema.ClassBase { // to which an application may bring more fields
		c.sourceStops(spec, inline)
	}
	c.required(shape.CheckFields(spec, shape.All().Sources[inline.Field], c.Flux))
}

// bucket reports fields of a Bucket that its CEL rules refuse, whatever its placeholders become.
func (c *validator) bucket(spec tree.Node) {
	provider, sts, account := spec.Get("provider"), spec.Get("sts"), spec.Get("serviceAccountName")
	service, secret, cert := sts.Get("provider"), sts.Get("secretRef"), sts.Get("certSecretRef")
	generic, open := isOneOf(provider, "", "generic"), names.Placeholder(service.Text())
	// Beside provider: aws, or if both are the same placeholder, the placeholder of the service can only become aws.
	// Otherwise a secret means that it can only become ldap.
	aws := isOneOf(service, "aws") || open && (isOneOf(provider, "aws") || service.Text() == provider.Text())
	ldap := isOneOf(service, "ldap") || open && !aws && (secret.Exists() || cert.Exists())

	c.Contradicts(sts, isOneOf(provider, "gcp", "azure"), "only the providers aws and generic use it; leave it out")
	c.Contradicts(service, isOneOf(provider, "aws") && isOneOf(service, "ldap"),
		"beside provider: aws it must be aws; write aws")
	c.Contradicts(service, generic && isOneOf(service, "aws"),
		"beside provider: generic it must be ldap; write ldap, or provider: aws")
	c.Contradicts(secret, aws, "the STS of aws does not use it; leave it out")
	c.Contradicts(cert, aws, "the STS of aws does not use it; leave it out")
	c.Contradicts(account, generic || ldap && names.Placeholder(provider.Text()),
		"the provider generic does not use it; write provider, or leave it out")
	c.Contradicts(account, !generic && spec.Get("secretRef").Exists(), "is beside secretRef; keep one of them")
}

func (c *validator) sourceRef(n tree.Node, workload kinds.WorkloadField) {
	if n.Kind() != tree.Map {
		return
	}
	c.sourceRefKind(n)
	c.RequiredName(n, content.DNS1123SubdomainMaxLength)
	c.Namespace(n.Get("namespace"))
	user, usable := sourceKinds(workload)
	c.sourceKind(n.Get("kind"), user, usable)
	c.kclSource(n.Get("kind"), n.Get("kind").Text(), workload)
	c.sourceVersion(n.Get("apiVersion"))
}

func (c *validator) sourceRefKind(n tree.Node) {
	var known []string
	for item := range c.document.Spec().Get("sources").Children() {
		known = append(known, item.Get("name").Text())
	}
	name := n.Get("name").Text()
	if len(known) == 0 || n.Get("kind").Exists() || name == "" || slices.Contains(known, name) {
		c.Required(n, "kind")
		return
	}
	p := finding.Problem{Code: finding.CodeRequired, Node: n, Child: "kind", Proposed: names.Nearest(name, known)}
	p.Detail = fmt.Sprintf("is required, because spec.sources has no %s; write one of %s, or add it", name,
		strings.Join(known, ", "))
	if p.Proposed != "" {
		p.Detail = fmt.Sprintf("is required, because spec.sources has no %s; did you mean name: %s?", name, p.Proposed)
	}
	c.Report(p)
}

func sourceKinds(workload kinds.WorkloadField) (user string, usable *shape.Rule) {
	switch workload {
	case kinds.Kustomizations:
		return "Kustomization", kindsOf(shape.KustomizationSourceReference)
	case kinds.KCLRuns:
		return kinds.KCLRun.Name, kindsOf(shape.KCLRunSourceReference)
	}
	charts, refs := chartKinds(), chartRefKinds()
	return "HelmRelease", &shape.Rule{Enum: slices.Concat(charts.Enum, refs.Enum),
		EnumSince: slices.Concat(charts.EnumSince, refs.EnumSince)}
}

// kclSource reports the sources that the CRD of a KCLRun takes and its controller cannot use: it watches no Buckets,
// and reads OCIRepositories in version v1beta2, which Flux 2.8 removed.
func (c *validator) kclSource(n tree.Node, kind string, workload kinds.WorkloadField) {
	when := ""
	switch {
	case workload != kinds.KCLRuns:
		return
	case kind == kinds.Bucket.Name:
	case kind == kinds.OCIRepository.Name && c.Flux.Has(8):
		when = " with Flux 2.8 and newer"
	default:
		return
	}
	c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeNoEffect, Node: n, Current: kind,
		Detail: fmt.Sprintf("the controller of KCLRuns cannot use sources of kind %s%s; write a GitRepository", kind, when)})
}

func (c *validator) sourceKind(n tree.Node, user string, usable *shape.Rule) {
	kind, ok := names.PlainText(n)
	if !ok || kind == "" {
		return
	}
	known := slices.DeleteFunc(slices.Clone(kindsOf(shape.SourceReference).Enum), func(kind string) bool {
		return !c.Flux.Has(chartRefKinds().ValueSince(kind)) // the same as for manifests
	})
	proposed := usable.Values(c.Flux)
	if user == kinds.KCLRun.Name {
		proposed = []string{kinds.GitRepository.Name} // others are warned of
	}
	switch near := names.Nearest(kind, known); {
	case slices.Contains(usable.Enum, kind):
		c.Add(usable.Value(n, c.Flux))
	case slices.Contains(kindsOf(shape.SourceReference).Enum, kind):
		c.Refuse(n, finding.CodeSourceKind, "a %s cannot use a source of kind %s; write %s", user, kind, names.Or(proposed))
	case near != "":
		c.Report(finding.Problem{Code: finding.CodeUnsupported, Node: n, Current: kind, Proposed: near,
			Detail: fmt.Sprintf("there is no source of kind %q; did you mean %s?", kind, near)})
	default:
		c.Refuse(n, finding.CodeUnsupported, "there is no source of kind %q; write %s", kind, names.Or(proposed))
	}
}

func (c *validator) sourceVersion(n tree.Node) {
	current := kinds.GitRepository.APIVersion
	version, ok := names.PlainText(n)
	if !ok || slices.Contains(kinds.GitRepository.APIVersions(), version) {
		return
	}
	c.Report(finding.Problem{Code: finding.CodeVersion, Node: n, Current: version, Proposed: current,
		Detail: fmt.Sprintf("Flux has no sources of version %q; write %s, or leave it out", version, current)})
}

func (c *validator) template(d *schema.Document) {
	named := d.TemplateName()
	if !names.HasReferences(named) && (named.Kind() == tree.Map || named.Text() != "") {
		c.templateName(named)
	}
	if chart := d.Chart().Get("chart"); chart.Exists() && (named.Kind() == tree.Map || named.Text() != "") {
		c.Report(finding.Problem{Code: finding.CodeChartAndTemplate, Node: chart, OnKey: true,
			Detail: "the chart comes from the template at "}.Beside(named, "; remove one of them"))
	}
}

func (c *validator) templateName(named tree.Node) {
	if named.Kind() == tree.Map {
		c.RequiredName(named, content.DNS1123SubdomainMaxLength)
		c.Namespace(named.Get("namespace"))
		return
	}
	value, ok := names.PlainText(named)
	if !ok {
		return
	}
	if namespace, short, qualified := strings.Cut(value, "/"); qualified && names.Valid(namespace) && names.Valid(short) {
		c.Refuse(named, finding.CodeName, "this is the name of a HelmChart of the application's own namespace; for one of "+
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
		c.Report(finding.Problem{Code: finding.CodeType, Node: named, Current: "null",
			Detail: "is null; write the name of a template (used as template)"})
	}
	problems := shape.Check(named, shape.All().Template, true).Problems
	for _, p := range problems {
		p.Detail += " (used as template)"
		c.Report(p)
	}
	if len(c.Problems) == 0 {
		c.templateName(named)
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
			c.Report(finding.Problem{Code: finding.CodeNoChart, Node: entry,
				Detail: "the entry has no chart; write config.helmRelease.chart or config.helmRelease.template"})
		}
		return c.Problems
	}
	c.metadata(chart.Get("metadata"))
	if IsArtifact(chart) {
		c.artifactChart(chart, source)
		return c.Problems
	}
	c.Add(shape.CheckFields(chart, shape.All().Chart, flux, "verify"))
	if kind := chart.Get("kind"); !isOneOf(kind, "", kinds.HelmChart.Name) && !names.Placeholder(kind.Text()) {
		return c.Problems
	}
	c.helmChart(chart)
	c.valuesFiles(chart)
	c.chartStops(chart, source, sourceKind)
	if shard := chart.At("metadata", "labels").Get(kinds.LabelShard); shard.Exists() {
		c.WarnKey(shard, finding.CodeShardedChart, "a source-controller finds the source of a chart in its own shard only; "+
			"give the source this label too, or leave it out")
	}
	return c.Problems
}

// HelmChart validates a HelmChart that an application names.
func HelmChart(d *schema.Document, flux kinds.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	c.references(d.Spec())
	c.Required(d.Spec(), "chart")
	ref := d.Spec().Get("sourceRef")
	c.sourceKind(ref.Get("kind"), kinds.HelmChart.Name, chartKinds())
	c.Name(ref.Get("name"), 253)
	c.sourceVersion(ref.Get("apiVersion"))
	c.chartStops(d.Spec(), tree.Node{}, ref.Get("kind").Text())
	c.valuesFiles(d.Spec())
	c.Add(shape.CheckFields(d.Root(), shape.All().HelmChart, flux))
	if suspend := d.Spec().Get("suspend"); suspend.Text() == "true" {
		c.WarnKey(suspend, finding.CodeNoEffect, "the template is copied into each release, and the chart of a release "+
			"cannot be suspended; suspend the releases, or leave it out")
	}
	return c.Problems
}

// Repository validates a devops GitRepository that becomes a Flux GitRepository.
func Repository(d *schema.Document, flux kinds.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	c.documentName()
	c.FluxMetadata(d.Root().Get("metadata"))
	c.references(d.Spec())
	c.written()
	c.Required(d.Spec(), "url")
	if url := d.Spec().Get("url"); url.Text() != "" {
		c.url(url)
		c.Add(shape.FindRule(shape.Specs[kinds.GitRepository], "url").Check(url, flux))
	}
	c.Name(d.Spec().At("secret", "name"), 253)
	c.Add(shape.CheckFields(d.Root(), shape.All().Repository, flux))
	if namespace := d.Spec().At("secret", "namespace"); namespace.Text() != "" && namespace.Text() != d.Namespace() {
		c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeNoEffect, Node: namespace,
			Current: namespace.Text(), Detail: "Flux reads the Secret from the GitRepository's own namespace; put it there"})
	}
	return c.Problems
}

// isOneOf is false for a placeholder. An absent n is one of the values if the first of them is empty.
func isOneOf(n tree.Node, values ...string) bool {
	value, ok := names.PlainText(n)
	return !n.Exists() && values[0] == "" || ok && slices.Contains(values, value)
}
