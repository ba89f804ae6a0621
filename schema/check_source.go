package schema

import (
	"fmt"
	"reflect"
	"slices"
	"sync"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fluxapp-dev/fluxapp/schema/kcl"
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

// kindsOf returns the rule for the kind of source that a type of reference takes.
func kindsOf[Reference any]() *rule { return ruleOf(reflect.TypeFor[Reference](), "kind") }

// chartKinds are the sources that hold charts, for chart.spec.sourceRef of a HelmRelease; chartRefKinds are those that are
// a chart, for its chartRef.
var (
	chartKinds    = sync.OnceValue(kindsOf[helmv2.CrossNamespaceObjectReference])
	chartRefKinds = sync.OnceValue(kindsOf[helmv2.CrossNamespaceSourceReference])
)

// IsChart reports whether a source of this kind is a chart itself, which a release names with chartRef, rather than a
// place that holds charts.
func IsChart(kind string) bool { return slices.Contains(chartRefKinds().enum, kind) }

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

// sourceKinds returns the kind of object that a workload becomes, and the rule for the kinds of sources that it can come from.
func sourceKinds(workload Workload) (user string, usable *rule) {
	switch workload {
	case Kustomizations:
		return "Kustomization", kindsOf[kustomizev1.CrossNamespaceSourceReference]()
	case KCLRuns:
		return kcl.Kind, kindsOf[kcl.SourceReference]()
	}
	charts, refs := chartKinds(), chartRefKinds()
	return "HelmRelease", &rule{enum: slices.Concat(charts.enum, refs.enum), enumSince: slices.Concat(charts.enumSince, refs.enumSince)}
}

// kclSource warns of the sources that the CRD of a KCLRun takes and its controller cannot use: it watches no Buckets, and
// reads OCIRepositories in version v1beta2, which Flux 2.8 removed.
func (c *check) kclSource(n tree.Node, kind string, workload Workload) {
	when := ""
	switch {
	case workload != KCLRuns:
		return
	case kind == kindBucket:
	case kind == kindOCIRepository && c.flux.has(8):
		when = " with Flux 2.8 and newer"
	default:
		return
	}
	c.refuse(Problem{Severity: SeverityWarning, Code: CodeNoEffect, Node: n, Current: kind,
		Detail: fmt.Sprintf("the controller of KCLRuns cannot use sources of kind %s%s; write a GitRepository", kind, when)})
}

// sourceKind refuses a source of a kind that its user cannot come from, or that the Flux of the run does not know.
func (c *check) sourceKind(n tree.Node, user string, usable *rule) {
	kind, ok := text(n)
	if !ok || kind == "" {
		return
	}
	known := slices.DeleteFunc(slices.Clone(kindsOf[SourceReference]().enum), func(kind string) bool {
		return !c.flux.has(chartRefKinds().valueSince(kind)) // the same as for manifests
	})
	proposed := usable.values(c.flux)
	if user == kcl.Kind {
		proposed = []string{kindGitRepository} // others are warned of
	}
	switch near := nearest(kind, known); {
	case slices.Contains(usable.enum, kind):
		c.add(usable.value(n, c.flux))
	case slices.Contains(kindsOf[SourceReference]().enum, kind):
		c.refuse(Problem{Code: CodeSourceKind, Node: n, Current: kind,
			Detail: fmt.Sprintf("a %s cannot use a source of kind %s; write %s", user, kind, or(proposed))})
	case near != "":
		c.refuse(Problem{Code: CodeUnsupported, Node: n, Current: kind, Proposed: near,
			Detail: fmt.Sprintf("there is no source of kind %q; did you mean %s?", kind, near)})
	default:
		c.refuse(Problem{Code: CodeUnsupported, Node: n, Current: kind,
			Detail: fmt.Sprintf("there is no source of kind %q; write %s", kind, or(proposed))})
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
			Detail: fmt.Sprintf("there is a source already, %s at %%s; keep one of them", given[0].Key())})
	}
	name := n.Get("name")
	c.name(name, MaxName)
	if name.Exists() && (len(given) == 0 || given[0].Key() == "sourceRef") {
		c.refuse(Problem{Code: CodeMisplaced, Node: name, OnKey: true,
			Detail: "this is the name of an inline source; write the name of a reference as sourceRef.name"})
	}
}

func (c *check) inlineSource(spec tree.Node, inline InlineSource, workload Workload) {
	if user, usable := sourceKinds(workload); !slices.Contains(usable.enum, inline.Kind) {
		c.refuse(Problem{Code: CodeSourceKind, Node: spec, OnKey: true, Current: inline.Field,
			Detail: fmt.Sprintf("a %s cannot use a source of kind %s; write gitRepository, ociRepository or bucket", user, inline.Kind)})
	}
	c.kclSource(spec, inline.Kind, workload)
	switch inline.Kind {
	case kindGitRepository:
		users := "providers aws and azure use it; write provider"
		if !c.flux.has(9) {
			users = "provider azure uses it; write provider: azure"
		}
		c.contradicts(spec.Get("serviceAccountName"), is(spec.Get("provider"), "", "generic", "github"),
			"only the "+users+", or leave it out")
	case kindBucket:
		c.bucket(spec)
	}
	c.add(checkFields(spec, shapes().sources[inline.Field], c.flux))
}

// bucket refuses what the CEL rules of a Bucket refuse, whatever its placeholders become.
func (c *check) bucket(spec tree.Node) {
	provider, sts, account := spec.Get("provider"), spec.Get("sts"), spec.Get("serviceAccountName")
	service, secret, cert := sts.Get("provider"), sts.Get("secretRef"), sts.Get("certSecretRef")
	generic, open := is(provider, "", "generic"), Placeholder(service.Text())
	// beside provider: aws, or as the same placeholder, that of the service can only become aws, and then with a secret only ldap
	aws := is(service, "aws") || open && (is(provider, "aws") || service.Text() == provider.Text())
	ldap := is(service, "ldap") || open && !aws && (secret.Exists() || cert.Exists())

	c.contradicts(sts, is(provider, "gcp", "azure"), "only the providers aws and generic use it; leave it out")
	c.contradicts(service, is(provider, "aws") && is(service, "ldap"), "beside provider: aws it must be aws; write aws")
	c.contradicts(service, generic && is(service, "aws"), "beside provider: generic it must be ldap; write ldap, or provider: aws")
	c.contradicts(secret, aws, "the STS of aws does not use it; leave it out")
	c.contradicts(cert, aws, "the STS of aws does not use it; leave it out")
	c.contradicts(account, generic || ldap && Placeholder(provider.Text()), "the provider generic does not use it; write provider, or leave it out")
	c.contradicts(account, !generic && spec.Get("secretRef").Exists(), "is beside secretRef; keep one of them")
}
