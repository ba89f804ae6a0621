package validate

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
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
	inlineSource(c, spec, inline, "")
	return c.Problems
}

func (c *validator) source(n tree.Node, workload kinds.WorkloadField) {
	if n.Kind() != tree.Map {
		return
	}
	c.workload = workload
	c.rows(n, "source")
	var given []tree.Node
	if ref := n.Get("sourceRef"); ref.Exists() {
		given = append(given, ref)
		c.sourceRef(ref, workload)
	}
	for inline := range kinds.With(kinds.Source) {
		if spec := n.Get(inline.Field); spec.Exists() {
			given = append(given, spec)
			inlineSource(c, spec, inline, workload)
		}
	}
	if len(given) > 1 {
		c.Report(finding.Problem{Code: codes.TwoSources, Node: given[1], OnKey: true,
			Detail: fmt.Sprintf("there is a source already, %s at ", given[0].Key())}.Beside(given[0], "; keep one of them"))
	}
	c.Name(n.Get("name"), kinds.MaxName)
	c.Namespace(n.Get("namespace"))
	for _, key := range []string{"name", "namespace"} {
		if field := n.Get(key); field.Exists() && (len(given) == 0 || given[0].Key() == "sourceRef") {
			c.RefuseKey(field, codes.Misplaced, "this is the %s of an inline source; write the %[1]s of a reference as "+
				"sourceRef.%[1]s", key)
		}
	}
}

func inlineSource(c *validator, spec tree.Node, inline *kinds.Kind, workload kinds.WorkloadField) {
	if user, usable := sourceKinds(workload); !slices.Contains(usable.Enum, inline.Referred()) {
		c.Report(finding.Problem{Code: codes.SourceKind, Node: spec, OnKey: true, Current: inline.Field,
			Detail: fmt.Sprintf("a %s cannot use a source of kind %s; write gitRepository, ociRepository or bucket", user,
				inline.Referred())})
	}
	c.fieldRows(spec, "fields of "+inline.Name)
	c.rows(spec, "neighbours "+inline.Name)
	if inline == kinds.ArtifactGenerator {
		artifact(c, spec)
		return
	}
	if c.document.Class() != schema.ClassBase { // to which an application may bring more fields
		c.rows(spec, "stops "+inline.Name)
	}
	c.required(shape.CheckFields(spec, shape.All().Sources[inline.Field], c.Flux))
}

func (c *validator) sourceRef(n tree.Node, workload kinds.WorkloadField) {
	if n.Kind() != tree.Map {
		return
	}
	sourceRefKind(c, n)
	c.rows(n, "object reference")
	user, usable := sourceKinds(workload)
	c.sourceKind(n.Get("kind"), user, usable)
}

func sourceRefKind(c *validator, n tree.Node) {
	known := each.In(c.document.Spec().Get("sources").Children(), nameOf)
	name := n.Get("name").Text()
	if len(known) == 0 || n.Get("kind").Exists() || name == "" || slices.Contains(known, name) {
		c.Required(n, "kind")
		return
	}
	p := finding.Problem{Code: codes.Required, Node: n, Child: "kind", Proposed: names.Nearest(name, known)}
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
		c.Refuse(n, codes.SourceKind, "a %s cannot use a source of kind %s; write %s", user, kind, names.Or(proposed))
	case near != "":
		c.propose(n, wrong, near, fmt.Sprintf("there is no source of kind %q; did you mean %s?", kind, near))
	default:
		c.Refuse(n, codes.Unsupported, "there is no source of kind %q; write %s", kind, names.Or(proposed))
	}
}

func isSourceVersion(c *validator, f field) {
	current := kinds.GitRepository.APIVersion
	if version, ok := names.PlainText(f.Node); ok && !slices.Contains(kinds.GitRepository.APIVersions(), version) {
		c.propose(f.Node, finding.Problem{Code: check.CodeVersion}, current,
			fmt.Sprintf("Flux has no sources of version %q; write %s, or leave it out", version, current))
	}
}

// Repository validates a devops GitRepository that becomes a Flux GitRepository.
func Repository(d *schema.Document, flux kinds.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	c.rows(d.Root(), "document")
	c.FluxMetadata(d.Root().Get("metadata"))
	c.references(d.Spec())
	c.written()
	c.rows(d.Spec(), "repository")
	if url := d.Spec().Get("url"); url.Text() != "" {
		c.Add(shape.FindRule(shape.Specs[kinds.GitRepository], "url").Check(url, flux))
	}
	c.Add(shape.CheckFields(d.Root(), shape.All().Repository, flux))
	if namespace := d.Spec().At("secret", "namespace"); namespace.Text() != "" && namespace.Text() != d.Namespace() {
		c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.NoEffect, Node: namespace,
			Current: namespace.Text(), Detail: "Flux reads the Secret from the GitRepository's own namespace; put it there"})
	}
	return c.Problems
}
