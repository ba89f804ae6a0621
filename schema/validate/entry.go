package validate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
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
		for _, p := range shape.CheckItems([]tree.Node{entry}, shape.Entry(workload)) {
			if !hasFound(d, p) {
				c.Add([]finding.Problem{usedAs(p)})
			}
		}
	}
	if entry.Kind() != tree.Map {
		return c.Problems
	}
	for field := range entry.Children() {
		c.rows(entry, ofEntry[field.Key()])
	}
	switch workload {
	case kinds.Kustomizations:
		c.health(entry)
	case kinds.HelmReleases:
		c.chartValues(entry.Get("chart"), sourceKind)
	}
	c.Add(shape.CheckFields(entry, shape.Entry(workload), flux, append(LeftOpen(d, entry), "chart", "source")...))
	return c.Problems
}

// ofEntry are the rules of the fields of an entry, by these fields: most entries have a few of them.
var ofEntry = map[string][]row{
	"metadata": {{"metadata", nil, func(c *validator, f field) { c.metadata(f.Node) }}},
	"destination": {
		{"destination", nil, func(c *validator, f field) { c.reach(f.Get("cluster"), f.Get("kubeConfig"), c.workload) }},
		{"destination.kubeConfig.configMapRef", all(isKCLRun, has("destination.kubeConfig.secretRef")), isOnlySecret},
	},
	"sourceRef": {{"sourceRef", nil, func(c *validator, f field) { c.sourceRef(f.Node, c.workload) }}},
	"dependsOn": {
		{"dependsOn[].namespace", nil, isNamespace},
		{"dependsOn[].name", has("application"), contradicts("is beside application, which selects all its objects; " +
			"keep one of them")},
		{"dependsOn[].name", not(has("application")), isNamed},
	},
	"wave":             {{"wave", nil, isWave}},
	"commonMetadata":   {{"commonMetadata", nil, func(c *validator, f field) { c.FluxMetadata(f.Node) }}},
	"postBuild":        {{"postBuild.substitute", nil, areVariables}},
	"patches":          {{"patches", nil, arePatches}},
	"postRenderers":    {{"postRenderers[].kustomize.patches", nil, arePatches}},
	"healthCheckExprs": {{"healthCheckExprs", nil, areHealthChecks}},
	"storageNamespace": {{"storageNamespace", nil, isNamespace}},
	"releaseName":      {{"releaseName", nil, func(c *validator, f field) { c.Name(f.Node, MaxReleaseName) }}},
	"valuesFrom":       {{"valuesFrom[].name", nil, isNamed}, {"valuesFrom[].targetPath", nil, isTargetPath}},
	"install":          {{"install.strategy.retryInterval", remediates("install"), contradicts(noRetries)}},
	"upgrade": {{"upgrade.strategy.retryInterval", remediates("upgrade"), contradicts(noRetries)},
		{"upgrade.force", isForced("upgrade"), unused(fmt.Sprintf(noForce, "upgrade"))}},
	"rollback": {{"rollback.strategy.retryInterval", remediates("rollback"), contradicts(noRetries)},
		{"rollback.force", isForced("rollback"), unused(fmt.Sprintf(noForce, "rollback"))},
		{"rollback.recreate", all(isOn("rollback.recreate"), isFlux(8)), unused("Flux 2.8 and newer ignore this field; " +
			"leave it out")}},
}

const (
	noRetries = "RemediateOnFailure does not use this field; leave it out, or write name: RetryOnFailure"
	noForce   = "Flux 2.8 and newer ignore this field with server-side apply, the default of new releases; write " +
		"%s.serverSideApply: disabled, or leave it out"
)

func remediates(action string) condition { return is(action+".strategy.name", "RemediateOnFailure") }

// isForced knows that Helm 4, which Flux has since 2.8, ignores some fields with server-side apply.
func isForced(action string) condition {
	return all(isOn(action+".force"), isFlux(8), not(is(action+".serverSideApply", "disabled")))
}

func isKCLRun(c *validator, _ tree.Node) bool { return c.workload == kinds.KCLRuns }

func isOnlySecret(c *validator, f field) {
	if f.Exists() {
		c.RefuseKey(f.Node, finding.CodeKubeConfig, "a KCLRun reads a kubeconfig from a Secret only; leave this out")
	}
}

var variable = compiled(`^[_[:alpha:]][_[:alpha:][:digit:]]*$`)

func areVariables(c *validator, f field) {
	for child := range f.Children() {
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

// areHealthChecks reports kinds that NewStatusReader of fluxcd/pkg/runtime/cel refuses. Who renders compiles
// expressions.
func areHealthChecks(c *validator, f field) {
	first := map[string]tree.Node{}
	for item := range f.Children() {
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

// isWave reports a wave that has no effect because each cluster has an API server of its own, and one that the Flux of
// the run does not support. A KCLRun waits without readyExpr.
func isWave(c *validator, f field) {
	if f.Kind() != tree.Number || f.Text() == "0" {
		return
	}
	if c.document.Standalone() {
		c.Contradicts(f.Node, true, "waves need one API server, and with topology: Standalone each cluster has its own; "+
			"leave it out")
		return
	}
	since := shape.FindRule(shape.DependencyReference, "readyExpr").Since // without it, waves do not hold
	if isKCLRun(c, f.around) || c.Flux.Has(since) {
		return
	}
	c.Report(finding.Problem{Code: finding.CodeFluxField, Node: f.Node, OnKey: true, Current: f.key, Detail: fmt.Sprintf(
		"waves need readyExpr, which Flux %s does not have (new in %s); leave it out, or render for a newer Flux",
		c.Flux, kinds.FluxVersion(since))})
}

// MaxReleaseName is the longest name of a Helm release that Flux takes: Helm itself uses 53.
const MaxReleaseName = 53

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
