package schema

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Workload is what an application's entries become.
type Workload string

// The workloads, by their field in config.
const (
	HelmReleases   Workload = "helmRelease"
	Kustomizations Workload = "kustomization"
	KCLRuns        Workload = "kclRun"
)

// workloads are all of them, in the order in which an application is searched for one.
var workloads = []Workload{HelmReleases, Kustomizations, KCLRuns}

// Kinds of Flux sources.
const (
	kindGitRepository    = "GitRepository"
	kindHelmRepository   = "HelmRepository"
	kindOCIRepository    = "OCIRepository"
	kindBucket           = "Bucket"
	kindHelmChart        = "HelmChart"
	kindExternalArtifact = "ExternalArtifact"
)

// chartKinds are the sources that hold charts, for chart.spec.sourceRef of a HelmRelease; chartRefKinds are those that are
// a chart, for its chartRef; kustomizeKinds are those of a Kustomization, kclKinds those of a KCLRun. They are the enums of
// the CRDs.
var (
	chartKinds     = []string{kindHelmRepository, kindGitRepository, kindBucket}
	chartRefKinds  = []string{kindOCIRepository, kindHelmChart, kindExternalArtifact}
	kustomizeKinds = []string{kindOCIRepository, kindGitRepository, kindBucket, kindExternalArtifact}
	kclKinds       = []string{kindGitRepository, kindOCIRepository, kindBucket}
)

// IsChart reports whether a source of this kind is a chart itself, which a release names with chartRef, rather than a
// place that holds charts.
func IsChart(kind string) bool { return slices.Contains(chartRefKinds, kind) }

// sourceRef checks a reference to a source, as the workload will use it.
func (c *check) sourceRef(n tree.Node, workload Workload) {
	if n.Kind() != tree.Map {
		return
	}
	c.required(n, "kind")
	c.requiredName(n, validation.DNS1123SubdomainMaxLength)
	c.namespace(n.Get("namespace"))
	user, usable := sourceKinds(workload)
	c.sourceKind(n.Get("kind"), user, usable)
	c.kclSource(n.Get("kind"), n.Get("kind").Text(), workload)
	c.sourceVersion(n.Get("apiVersion"))
}

// sourceKinds returns the kind of object that a workload becomes, and the kinds of sources that it can come from.
func sourceKinds(workload Workload) (user string, usable []string) {
	switch workload {
	case Kustomizations:
		return "Kustomization", kustomizeKinds
	case KCLRuns:
		return "KCLRun", kclKinds
	}
	return "HelmRelease", slices.Concat(chartKinds, chartRefKinds)
}

// kclSource warns of the sources that the CRD of a KCLRun takes and its controller cannot use: it watches no Buckets, and
// reads OCIRepositories in version v1beta2, which Flux 2.8 removed.
func (c *check) kclSource(n tree.Node, kind string, workload Workload) {
	if workload != KCLRuns || kind != kindBucket && kind != kindOCIRepository {
		return
	}
	c.refuse(Problem{Severity: SeverityWarning, Code: CodeNoEffect, Node: n, Current: kind,
		Detail: fmt.Sprintf("the controller of KCLRuns cannot use sources of kind %s with Flux 2.8 and newer; write a GitRepository", kind)})
}

// sourceKind refuses a source of a kind that its user cannot come from.
func (c *check) sourceKind(n tree.Node, user string, usable []string) {
	kind, ok := text(n)
	if !ok || kind == "" {
		return
	}
	known := slices.Concat(chartKinds, chartRefKinds)
	switch near := nearest(kind, known); {
	case slices.Contains(usable, kind):
	case slices.Contains(known, kind):
		c.refuse(Problem{Code: CodeSourceKind, Node: n, Current: kind,
			Detail: fmt.Sprintf("a %s cannot come from a source of kind %s; write one of %s", user, kind, strings.Join(usable, ", "))})
	case near != "":
		c.refuse(Problem{Code: CodeUnsupported, Node: n, Current: kind, Proposed: near,
			Detail: fmt.Sprintf("there is no source of kind %q; did you mean %s?", kind, near)})
	default:
		c.refuse(Problem{Code: CodeUnsupported, Node: n, Current: kind,
			Detail: fmt.Sprintf("there is no source of kind %q; write one of %s", kind, strings.Join(usable, ", "))})
	}
}

func (c *check) sourceVersion(n tree.Node) {
	version, ok := text(n)
	if !ok || version == sourceVersion || slices.Contains(oldSourceVersions, version) {
		return
	}
	c.refuse(Problem{Code: CodeVersion, Node: n, Current: version, Proposed: sourceVersion,
		Detail: fmt.Sprintf("Flux has no sources of version %q; write %s, or leave it out", version, sourceVersion)})
}

// source checks the application's source.
func (c *check) source(n tree.Node, workload Workload) {
	if n.Kind() != tree.Map {
		return
	}
	var given []tree.Node
	if ref := n.Get("sourceRef"); ref.Exists() {
		given = append(given, ref)
		c.sourceRef(ref, workload)
	}
	for _, inline := range inlineSources {
		if spec := n.Get(inline.Field); spec.Exists() {
			given = append(given, spec)
			c.inlineSource(spec, inline, workload)
		}
	}
	if len(given) > 1 {
		c.refuse(Problem{Code: CodeTwoSources, Node: given[1], OnKey: true, Other: given[0],
			Detail: fmt.Sprintf("a source is given already, as %s at %%s; keep one of them", given[0].Key())})
	}
	name := n.Get("name")
	c.name(name, MaxName)
	if name.Exists() && (len(given) == 0 || given[0].Key() == "sourceRef") {
		c.refuse(Problem{Code: CodeMisplaced, Node: name, OnKey: true,
			Detail: "name is that of an inline source; write the name of a reference as sourceRef.name"})
	}
}

func (c *check) inlineSource(spec tree.Node, inline InlineSource, workload Workload) {
	c.add(checkFields(spec, shapes().sources[inline.Field]))
	if user, usable := sourceKinds(workload); !slices.Contains(usable, inline.Kind) {
		c.refuse(Problem{Code: CodeSourceKind, Node: spec, OnKey: true, Current: inline.Field,
			Detail: fmt.Sprintf("a %s cannot come from a source of kind %s; write gitRepository, ociRepository or bucket", user, inline.Kind)})
	}
	c.kclSource(spec, inline.Kind, workload)
	switch inline.Kind {
	case kindGitRepository:
		c.contradicts(spec.Get("serviceAccountName"), is(spec.Get("provider"), "", "generic", "github"),
			"only the providers aws and azure use it; write provider, or leave this out")
	case kindBucket:
		c.bucket(spec)
	}
	timeout := spec.Get("timeout")
	if value, ok := text(timeout); ok && strings.Contains(value, "h") {
		c.refuse(Problem{Code: CodeDuration, Node: timeout, Current: value,
			Detail: fmt.Sprintf("%q counts hours, which the timeout of a source cannot; write it in minutes, as 60m", value)})
	}
}

// bucket refuses what the CEL rules of a Bucket refuse.
func (c *check) bucket(spec tree.Node) {
	provider, sts, account := spec.Get("provider"), spec.Get("sts"), spec.Get("serviceAccountName")
	generic := is(provider, "", "generic")
	c.contradicts(sts, is(provider, "gcp", "azure"), "only the providers aws and generic use it; leave this out")
	c.contradicts(sts.Get("provider"), is(provider, "aws") && is(sts.Get("provider"), "ldap"), "beside provider: aws it must be aws; write aws")
	c.contradicts(sts.Get("provider"), generic && is(sts.Get("provider"), "aws"), "beside provider: generic it must be ldap; write ldap, or provider: aws")
	for _, field := range []string{"secretRef", "certSecretRef"} {
		// beside provider: aws a placeholder can only become aws
		c.contradicts(sts.Get(field), is(sts.Get("provider"), "aws") || is(provider, "aws") && Placeholder(sts.Get("provider").Text()), "the STS of aws needs none; leave this out")
	}
	c.contradicts(account, generic || is(sts.Get("provider"), "ldap") && Placeholder(provider.Text()), "the provider generic does not use it; write provider, or leave this out")
	c.contradicts(account, !generic && spec.Get("secretRef").Exists(), "stands beside secretRef; keep one of them")
}
