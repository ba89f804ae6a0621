package validate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Entry validates one merged entry of an application by itself, with the kind of its source. Where references were
// replaced, it validates the types of the values too: Parse has seen the entry as it is written.
func Entry(d *schema.Document, workload kinds.WorkloadField, entry tree.Node, sourceKind string, replaced bool,
	flux kinds.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	c.workload = workload
	if replaced {
		for _, p := range shape.Check(entry, shape.Entry(workload), true).Problems {
			if !hasFound(d, p) {
				c.Add([]finding.Problem{usedAs(p)})
			}
		}
	}
	if entry.Kind() != tree.Map {
		return c.Problems
	}
	c.fieldRows(entry, "entry")
	c.fieldRows(entry, "fields of entry")
	c.fieldRows(entry, "fields of "+string(workload))
	switch workload {
	case kinds.Kustomizations:
		c.rows(entry, "health")
	case kinds.HelmReleases:
		chartValues(c, entry.Get("chart"), sourceKind)
	}
	c.Add(shape.CheckFields(entry, shape.Entry(workload), flux, append(LeftOpen(d, entry), "chart", "source")...))
	return c.Problems
}

var variable = pattern.Of(`^[_[:alpha:]][_[:alpha:][:digit:]]*$`)

func isVariable(c *validator, f field) {
	if key := f.Key(); !variable().MatchString(key) && !names.Placeholder(key) {
		c.Report(finding.Problem{Code: codes.Name, Node: f.Node, OnKey: true, Current: key,
			Detail: fmt.Sprintf("%q is no valid name of a variable; write letters, digits and '_', and no digit first", key)})
	}
}

// substitutes reports each variable once. [Variable] validates variables with references later.
func substitutes(c *validator) {
	if c.document.Facts().QuotesVariables() {
		return
	}
	reported := map[string]bool{}
	for variable := range c.document.Facts().Variables {
		if p, ok := Variable(variable, variable.Text()); ok && !reported[variable.Key()] {
			reported[variable.Key()] = true
			c.Report(p)
		}
	}
}

// Variable reports a variable with a text that a manifest reads as a number, a boolean or null; false for any other.
// Flux writes the text after kustomize has printed the manifest, and kustomize prints "${n}" without quotes.
func Variable(variable tree.Node, text string) (finding.Problem, bool) {
	name := variable.Key()
	kind, _ := scalar.Resolve(strings.TrimSpace(text))
	if kind == scalar.String || text == "" || variable.Kind() != tree.String {
		return finding.Problem{}, false
	}
	detail := fmt.Sprintf(`a value "${%s}" in a manifest becomes %s, because kustomize drops its quotes; where it must `+
		`stay a string, write ${quote}${%[1]s}${quote} there, and quote: '"' beside this variable`, name, tree.Kind(kind))
	return finding.Problem{Severity: finding.SeverityInfo, Code: codes.Variable, Node: variable,
		Detail: detail}, true
}

// areHealthChecks reports kinds that NewStatusReader of fluxcd/pkg/runtime/cel refuses.
func areHealthChecks(c *validator, f field) {
	first := map[string]tree.Node{}
	for item := range f.Children() {
		key := kinds.GroupOf(item.Get("apiVersion").Text()) + "/" + item.Get("kind").Text()
		if names.HasReferences(item) || names.Placeholder(key) {
			continue
		}
		c.once(first, item.Get("kind"), key, "this kind of this group has expressions already, at ",
			"; keep one of them: Flux overlooks the version")
	}
}

// isWave reports a wave that has no effect because each cluster has an API server of its own, and one that the Flux of
// the run does not support. A KCLRun waits without readyExpr.
func isWave(c *validator, f field) {
	if f.Kind() != tree.Number || f.Text() == "0" {
		return
	}
	if c.document.Facts().Standalone() {
		c.Contradicts(f.Node, true, "waves need one API server, and with topology: Standalone each cluster has its own; "+
			"leave it out")
		return
	}
	since := shape.FindRule(shape.DependencyReference, "readyExpr").Since // without it, waves do not hold
	if c.workload == kinds.KCLRuns || c.Flux.Has(since) {
		return
	}
	c.Report(finding.Problem{Code: codes.FluxField, Node: f.Node, OnKey: true, Current: f.key, Detail: fmt.Sprintf(
		"waves need readyExpr, which Flux %s does not have (new in %s); leave it out, or render for a newer Flux",
		c.Flux, kinds.FluxVersion(since))})
}

// MaxReleaseName is the longest name of a Helm release that Flux takes: Helm itself uses 53.
const MaxReleaseName = 53

// Metadata validates labels and annotations for objects that no entry makes, with their references replaced.
func Metadata(d *schema.Document, n tree.Node) []finding.Problem {
	c := newValidator(d, 0)
	c.metadata(n)
	return c.Problems
}

func (c *validator) metadata(n tree.Node) {
	for _, group := range []string{"labels", "annotations"} {
		for entry := range check.Map(n.Get(group)).Children() {
			switch {
			case names.IsReference(entry): // whose value is validated in each entry
				c.QualifiedName(entry, entry.Key())
			case group == "labels":
				c.Label(entry)
			default:
				c.Annotation(entry)
			}
			reservedKey(c, entry, group)
		}
	}
	annotationSize(c, n.Get("annotations"))
}

var reserved = map[string][]string{
	"labels": {kinds.LabelManagedBy},
	"annotations": {kinds.AnnotationRenderedFrom, kinds.AnnotationDigest, kinds.AnnotationClosesWave,
		kinds.AnnotationProtected, kinds.AnnotationTemplateName, kinds.AnnotationName},
}

var consoleOnly = []string{kinds.LabelManagedBy, kinds.AnnotationName, kinds.AnnotationTemplateName}

var pathAnnotations = []string{"config.kubernetes.io/path", "config.kubernetes.io/index",
	"internal.config.kubernetes.io/path", "internal.config.kubernetes.io/index"}

func reservedKey(c *validator, entry tree.Node, group string) {
	key := entry.Key()
	if group == "annotations" && slices.Contains(pathAnnotations, key) {
		c.RefuseKey(entry, check.CodeReserved, "is a value that tools write for each other, and one of them overwrites "+
			"it; write the field file of the entry, or of the source, to say where the object lies")
		return
	}
	shard := key == kinds.LabelShard && group == "labels" && c.sharded
	watched := key == kinds.LabelApplication && group == "labels" &&
		c.document.Spec().At("notification", "alerts").Exists()
	if !slices.Contains(reserved[group], key) && !shard && !watched {
		return
	}
	if slices.Contains(consoleOnly, key) && !c.document.Facts().IsKubeSphereApplication() &&
		!c.document.Facts().SaveTemplateLabel().Exists() {
		return
	}
	c.Report(finding.Problem{Code: check.CodeReserved, Node: entry, OnKey: true, Current: key,
		Detail: "fluxapp sets this itself; leave it out"})
}

// maxAnnotations is how many bytes an API server takes in the annotations of an object, less some for fluxapp's own.
const maxAnnotations = 255 << 10

func annotationSize(c *validator, n tree.Node) {
	size, common := annotationBytes(n), c.document.Facts().CommonMetadata().Get("annotations")
	// else it is part of n
	facts := c.document.Facts()
	if !n.Same(common) && !(facts.MayMentionReferences() && names.HasReferences(facts.CommonMetadata())) {
		size += annotationBytes(common)
	}
	if n.Exists() && size > maxAnnotations {
		c.RefuseKey(n, codes.TooLong, "the annotations of an object are %d bytes long, and an API server takes about "+
			"%d; write shorter ones", size, maxAnnotations)
	}
}

func annotationBytes(n tree.Node) (size int) {
	for entry := range n.Children() {
		size += len(entry.Key()) + len(entry.Text())
	}
	return size
}

// usedAs completes a problem of a value that a reference has: it may be in a cluster, far from the field.
func usedAs(p finding.Problem) finding.Problem {
	if key := p.Node.Key(); key != "" {
		p.Detail = fmt.Sprintf("%s (used as %s)", p.Detail, key)
		if p.Hiding != "" {
			p.Hiding = fmt.Sprintf("%s (used as %s)", p.Hiding, key)
		}
	}
	return p
}
