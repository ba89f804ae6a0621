package validate

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Entry validates one merged entry of an application by itself.
func Entry(d *schema.Document, workload kinds.WorkloadField, entry tree.Node,
	flux kinds.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	c.sharded = d.Spec().Get("sharding").Exists()
	if entry.Kind() != tree.Map {
		return nil
	}
	for field := range entry.Children() {
		c.field(field, workload)
	}
	switch workload {
	case kinds.KCLRuns:
		c.kclRun(entry)
	case kinds.Kustomizations:
		c.health(entry)
	}
	c.Add(shape.CheckFields(entry, shape.Entry(workload), flux, append(LeftOpen(d, entry), "chart", "source")...))
	return c.Problems
}

func (c *validator) field(n tree.Node, workload kinds.WorkloadField) {
	switch n.Key() {
	case "name":
		c.Name(n, kinds.MaxName)
	case "namespace":
		c.Namespace(n)
	case "metadata":
		c.metadata(n)
	case "destination":
		c.destination(n, workload)
	case "sourceRef":
		c.sourceRef(n, workload)
	case "dependsOn":
		c.dependsOn(n)
	case "wave":
		c.wave(n, workload)
	case "commonMetadata":
		c.FluxMetadata(n)
	case "postBuild":
		c.variables(n.Get("substitute"))
	case "patches":
		c.patches(n)
	case "healthCheckExprs":
		c.healthChecks(n)
	default:
		if workload == kinds.HelmReleases {
			c.release(n)
		}
	}
}

func (c *validator) destination(n tree.Node, workload kinds.WorkloadField) {
	c.Namespace(n.Get("targetNamespace"))
	c.reach(n.Get("cluster"), n.Get("kubeConfig"), workload)
}

var variable = compiled(`^[_[:alpha:]][_[:alpha:][:digit:]]*$`)

func (c *validator) variables(n tree.Node) {
	for child := range n.Children() {
		if key := child.Key(); !variable().MatchString(key) && !names.Placeholder(key) {
			c.Report(finding.Problem{Code: finding.CodeName, Node: child, OnKey: true, Current: key,
				Detail: fmt.Sprintf("%q is no valid name of a variable; write letters, digits and '_', and no digit first", key)})
		}
	}
}

// substitutes reports each variable once. [Variable] validates variables with references later.
func (c *validator) substitutes() {
	if c.document.QuotesVariables() {
		return
	}
	reported := map[string]bool{}
	for variable := range c.document.Variables {
		if p, ok := Variable(variable, variable.Text()); ok && !reported[variable.Key()] {
			reported[variable.Key()] = true
			c.Report(p)
		}
	}
}

// Variable reports a variable with a text that a manifest reads as a number, a boolean or null; false for any other.
// Flux writes the text after kustomize has printed the manifest, and kustomize prints "${n}" without quotes.
func Variable(variable tree.Node, text string) (finding.Problem, bool) {
	what, name := "", variable.Key()
	switch kind, _ := scalar.Resolve(strings.TrimSpace(text)); kind {
	case scalar.Number:
		what = "a number"
	case scalar.Bool:
		what = "a boolean"
	case scalar.Null:
		what = "null"
	}
	if what == "" || text == "" || variable.Kind() != tree.String {
		return finding.Problem{}, false
	}
	return finding.Problem{
		Severity: finding.SeverityInfo, Code: finding.CodeVariable, Node: variable,
		Detail: fmt.Sprintf(`a value "${%s}" in a manifest becomes %s, because kustomize drops its quotes; where it must `+
			`stay a string, `+
			`write ${quote}${%s}${quote} there, and quote: '"' beside this variable`, name, what, name),
	}, true
}

func (c *validator) dependsOn(n tree.Node) {
	if n.Kind() != tree.List {
		return
	}
	for item := range n.Children() {
		name, application := item.Get("name"), item.Get("application")
		c.Namespace(item.Get("namespace"))
		if application.Exists() {
			c.Name(application, kinds.MaxName)
			c.Contradicts(name, true, "is beside application, which selects all its objects; keep one of them")
			continue
		}
		c.RequiredName(item, content.DNS1123SubdomainMaxLength)
	}
}

// healthChecks reports kinds that NewStatusReader of fluxcd/pkg/runtime/cel refuses. Who renders compiles expressions.
func (c *validator) healthChecks(list tree.Node) {
	first := map[string]tree.Node{}
	for item := range list.Children() {
		key := kinds.GroupOf(item.Get("apiVersion").Text()) + "/" + item.Get("kind").Text()
		if current := item.Get("current"); current.Kind() == tree.String && current.Text() == "" {
			c.Refuse(current, finding.CodeEmpty, "is empty, and Flux needs it; write when an object is ready")
		}
		if names.HasReferences(item) || names.Placeholder(key) {
			continue
		}
		c.once(first, item.Get("kind"), key, "this kind of this group has expressions already, at ",
			"; keep one of them: Flux overlooks the version")
	}
}

// wave reports a wave that has no effect because each cluster has an API server of its own, and one that the Flux of
// the run does not support. A KCLRun waits without readyExpr.
func (c *validator) wave(n tree.Node, workload kinds.WorkloadField) {
	if n.Kind() != tree.Number || n.Text() == "0" {
		return
	}
	if c.document.Standalone() {
		c.Contradicts(n, true, "waves need one API server, and with topology: Standalone each cluster has its own; "+
			"leave it out")
		return
	}
	since := shape.FindRule(shape.DependencyReference, "readyExpr").Since // without it, waves do not hold
	if workload == kinds.KCLRuns || c.Flux.Has(since) {
		return
	}
	c.Report(finding.Problem{Code: finding.CodeFluxField, Node: n, OnKey: true, Current: n.Key(), Detail: fmt.Sprintf(
		"waves need readyExpr, which Flux %s does not have (new in %s); leave it out, or render for a newer Flux",
		c.Flux, kinds.FluxVersion(since))})
}

// MaxReleaseName is the longest name of a Helm release that Flux takes: Helm itself uses 53.
const MaxReleaseName = 53

func (c *validator) release(n tree.Node) {
	switch n.Key() {
	case "storageNamespace":
		c.Namespace(n)
	case "releaseName":
		c.Name(n, MaxReleaseName)
	case "install", "upgrade", "rollback":
		c.action(n)
	case "postRenderers":
		for item := range n.Children() {
			c.patches(item.At("kustomize", "patches"))
		}
	case "valuesFrom":
		for item := range n.Children() {
			c.RequiredName(item, content.DNS1123SubdomainMaxLength)
			c.targetPath(item.Get("targetPath"))
		}
	}
}

// action knows that Helm 4, which Flux has since 2.8, ignores some fields with server-side apply.
func (c *validator) action(n tree.Node) {
	for field := range n.Children() {
		switch key := field.Key(); {
		case key == "strategy":
			c.Contradicts(field.Get("retryInterval"), isOneOf(field.Get("name"), "RemediateOnFailure"),
				"RemediateOnFailure does not use this field; leave it out, or write name: RetryOnFailure")
		case field.Kind() != tree.Bool || field.Text() != "true" || !c.Flux.Has(8):
		case key == "force" && n.Key() != "install" && n.Get("serverSideApply").Text() != "disabled":
			c.WarnKey(field, finding.CodeNoEffect, "Flux 2.8 and newer ignore this field with server-side apply, the default "+
				"of new releases; write %s.serverSideApply: disabled, or leave it out", n.Key())
		case key == "recreate" && n.Key() == "rollback":
			c.WarnKey(field, finding.CodeNoEffect, "Flux 2.8 and newer ignore this field; leave it out")
		}
	}
}

// appsKinds are the kinds of the apiVersion that kustomize-controller takes where a health check has none
// (ReferenceToObjMetadataSet in its internal/inventory).
var appsKinds = []string{"ControllerRevision", "DaemonSet", "Deployment", "ReplicaSet", "StatefulSet"}

// health knows what kustomize-controller waits for (checkHealth in its internal/controller): with wait for all that it
// applies, and otherwise for healthChecks, of which any that does not exist is waited for until the timeout.
func (c *validator) health(entry tree.Node) {
	checks, expressions, wait := entry.Get("healthChecks"), entry.Get("healthCheckExprs"), entry.Get("wait")
	switch {
	case wait.Text() == "true" && checks.Len() > 0:
		c.WarnKey(checks, finding.CodeNoEffect, "with wait: true Flux waits for everything that it applies, and for nothing "+
			"else; leave this out, or write wait: false")
		return
	case wait.Text() != "true" && !names.IsReference(wait) && !names.Placeholder(wait.Text()) && checks.Len() == 0 &&
		expressions.Len() > 0:
		c.WarnKey(expressions, finding.CodeNoEffect, "Flux waits for nothing here, so that it evaluates no expression; "+
			"write wait: true or healthChecks")
	}
	for item := range checks.Children() {
		kind, _ := names.PlainText(item.Get("kind"))
		if hasCapitals(item.Get("kind")) && item.Get("apiVersion").Text() == "" && !slices.Contains(appsKinds, kind) {
			c.Lacks(item, "apiVersion", "is required, because Flux takes apps/v1 otherwise, which has no "+kind+"; add it")
		}
	}
}

func (c *validator) kclRun(entry tree.Node) {
	kubeConfig := entry.At("destination", "kubeConfig")
	if ref := kubeConfig.Get("configMapRef"); ref.Exists() && kubeConfig.Get("secretRef").Exists() {
		c.RefuseKey(ref, finding.CodeKubeConfig, "a KCLRun reads a kubeconfig from a Secret only; leave this out")
	}
}

// Metadata validates labels and annotations for objects that no entry makes, with their references replaced.
func Metadata(d *schema.Document, n tree.Node) []finding.Problem {
	c := newValidator(d, 0)
	c.sharded = d.Spec().Get("sharding").Exists()
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
			c.reservedKey(entry, group)
		}
	}
	c.annotationSize(n.Get("annotations"))
}

var reserved = map[string][]string{
	"labels": {kinds.LabelManagedBy},
	"annotations": {kinds.AnnotationRenderedFrom, kinds.AnnotationDigest, kinds.AnnotationClosesWave,
		kinds.AnnotationProtected, kinds.AnnotationTemplateName, kinds.AnnotationName},
}

// consoleOnly are the reserved ones that only the objects of an Application and saved templates have.
var consoleOnly = []string{kinds.LabelManagedBy, kinds.AnnotationName, kinds.AnnotationTemplateName}

// pathAnnotations are those in which tools tell each other the file of an object.
var pathAnnotations = []string{"config.kubernetes.io/path", "config.kubernetes.io/index",
	"internal.config.kubernetes.io/path", "internal.config.kubernetes.io/index"}

func (c *validator) reservedKey(entry tree.Node, group string) {
	key := entry.Key()
	if group == "annotations" && slices.Contains(pathAnnotations, key) {
		c.RefuseKey(entry, finding.CodeReserved, "is a value that tools write for each other, and one of them overwrites "+
			"it; write the field file of the entry, or of the source, to say where the object lies")
		return
	}
	shard := key == kinds.LabelShard && group == "labels" && c.sharded
	watched := key == kinds.LabelApplication && group == "labels" &&
		c.document.Spec().At("notification", "alerts").Exists()
	if !slices.Contains(reserved[group], key) && !shard && !watched {
		return
	}
	if slices.Contains(consoleOnly, key) && !c.document.IsKubeSphereApplication() &&
		!c.document.SaveTemplateLabel().Exists() {
		return
	}
	c.Report(finding.Problem{Code: finding.CodeReserved, Node: entry, OnKey: true, Current: key,
		Detail: "fluxapp sets this itself; leave it out"})
}

// maxAnnotations is how many bytes an API server takes in the annotations of an object, less some for fluxapp's own.
const maxAnnotations = 255 << 10

func (c *validator) annotationSize(n tree.Node) {
	size, common := annotationBytes(n), c.document.CommonMetadata().Get("annotations")
	// else it is part of n
	if !n.Same(common) && !(c.document.MayMentionReferences() && names.HasReferences(c.document.CommonMetadata())) {
		size += annotationBytes(common)
	}
	if n.Exists() && size > maxAnnotations {
		c.RefuseKey(n, finding.CodeTooLong, "the annotations of an object are %d bytes long, and an API server takes about "+
			"%d; write shorter ones", size, maxAnnotations)
	}
}

func annotationBytes(n tree.Node) (size int) {
	for entry := range n.Children() {
		size += len(entry.Key()) + len(entry.Text())
	}
	return size
}

// Types validates the types and fields of entries whose references were replaced. Parse has validated the entries as
// they are written; what it found is not reported again.
func Types(d *schema.Document, workload kinds.WorkloadField, entries ...tree.Node) []finding.Problem {
	c := newValidator(d, 0)
	for _, p := range shape.CheckItems(entries, shape.Entry(workload)) {
		if hasFound(d, p) {
			continue
		}
		c.Add([]finding.Problem{usedAs(p)})
	}
	return c.Problems
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
