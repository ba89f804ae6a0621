package validate

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxcd/pkg/apis/meta"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// Entry validates one merged entry of an application by itself.
func Entry(d *schema.Document, workload v1alpha1.Workload, entry tree.Node, flux v1alpha1.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	c.sharded = d.Sharded()
	if entry.Kind() != tree.Map {
		return nil
	}
	for field := range entry.Children() {
		if field.Kind() != tree.Null {
			c.field(field, workload)
		}
	}
	if workload == v1alpha1.KCLRuns {
		c.kclRun(entry)
	}
	c.Add(shape.CheckFields(entry, shape.Entry(workload), flux, "chart"))
	return c.Problems
}

// field checks a field of an entry by itself, beside what its type says.
func (c *validator) field(n tree.Node, workload v1alpha1.Workload) {
	switch n.Key() {
	case "name":
		c.Name(n, v1alpha1.MaxName)
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
	default:
		if workload == v1alpha1.HelmReleases {
			c.release(n)
		}
	}
}

// variable is what kustomize-controller takes for the name of a variable.
var variable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[_[:alpha:]][_[:alpha:][:digit:]]*$`) })

func (c *validator) variables(n tree.Node) {
	for child := range n.Children() {
		if key := child.Key(); !variable().MatchString(key) && !reference.Placeholder(key) {
			c.Report(finding.Problem{Code: finding.CodeName, Node: child, OnKey: true, Current: key,
				Detail: fmt.Sprintf("%q is no valid name of a variable; write letters, digits and '_', and no digit first", key)})
		}
	}
}

// Reach validates the name of a cluster of the fleet and how Flux reaches it, for an application that goes there.
func Reach(d *schema.Document, workload v1alpha1.Workload, cluster, kubeConfig tree.Node, flux v1alpha1.FluxVersion) []finding.Problem {
	c := newValidator(d, flux)
	c.reach(cluster, kubeConfig, workload)
	return c.Problems
}

// destination checks where an entry goes.
func (c *validator) destination(n tree.Node, workload v1alpha1.Workload) {
	c.Namespace(n.Get("targetNamespace"))
	c.reach(n.Get("cluster"), n.Get("kubeConfig"), workload)
}

func (c *validator) reach(cluster, kubeConfig tree.Node, workload v1alpha1.Workload) {
	c.Name(cluster, v1alpha1.MaxName)
	c.kubeConfig(kubeConfig, workload)
	switch {
	case cluster.Text() == hubFolder:
		c.hubName(cluster, renameCluster)
	case !cluster.Exists():
		if name := KubeConfigRef(kubeConfig).Get("name"); ClusterName(name) == hubFolder {
			c.hubName(name, renameCluster)
		}
	}
}

// renameCluster is what to do with a cluster that an entry names.
const renameCluster = "write another name as destination.cluster"

// KubeConfigRef returns the one reference of a kubeConfig, secretRef or configMapRef; absent when there is none, or two.
func KubeConfigRef(kubeConfig tree.Node) tree.Node {
	secret, configMap := kubeConfig.Get("secretRef"), kubeConfig.Get("configMapRef")
	switch {
	case secret.Exists() && configMap.Exists():
		return tree.Node{}
	case secret.Exists():
		return secret
	}
	return configMap
}

// ClusterName returns what the cluster behind a kubeConfig reference is called, by the name of the reference: that without the suffix
// -kubeconfig.
func ClusterName(reference tree.Node) string {
	name := reference.Text()
	if short := strings.TrimSuffix(name, "-kubeconfig"); short != "" {
		return short
	}
	return name
}

// SurelyName is true of most names of objects, clusters and Secrets, and only of those that no rule of an entry reports anything about.
func SurelyName(n tree.Node) bool { return plainName(n) && !strings.HasPrefix(n.Text(), hubFolder) }

func (c *validator) kubeConfig(n tree.Node, workload v1alpha1.Workload) {
	if n.Kind() != tree.Map {
		return
	}
	ref := KubeConfigRef(n)
	if !ref.Exists() || workload == v1alpha1.KCLRuns && !n.Get("secretRef").Exists() {
		c.noKubeConfig(n, workload)
		return
	}
	c.RequiredName(ref, validation.DNS1123SubdomainMaxLength)
	if value, ok := reference.PlainText(ref.Get("key")); ok && !names.PlainlyValid(value) && len(validation.IsConfigMapKey(value)) > 0 {
		c.Report(finding.Problem{Code: finding.CodeName, Node: ref.Get("key"), Current: value,
			Detail: fmt.Sprintf("%q is no valid key of a Secret; write letters, digits, '-', '_' and '.'", value)})
	}
}

// noKubeConfig reports a kubeConfig without the one reference that it needs. A KCLRun reads a kubeconfig from a Secret only, and
// so does Flux before 2.7.
func (c *validator) noKubeConfig(n tree.Node, workload v1alpha1.Workload) {
	p := finding.Problem{Code: finding.CodeKubeConfig, Node: n, Missing: true, Detail: "has neither secretRef nor configMapRef; add one, or leave kubeConfig out for the hub"}
	configMap := n.Get("configMapRef")
	switch {
	case workload == v1alpha1.KCLRuns:
		p.Missing, p.Child = false, "secretRef"
		p.Detail = "is required; a KCLRun reads a kubeconfig from a Secret only: write secretRef, or leave kubeConfig out for the hub"
	case configMap.Exists():
		p.Detail = "has both secretRef and configMapRef; keep one of them"
	case !c.Flux.Has(shape.RuleOf(reflect.TypeFor[meta.KubeConfigReference](), "configMapRef").Since):
		p.Missing, p.Child = false, "secretRef"
		p.Detail = "is required; write secretRef, or leave kubeConfig out for the hub"
	}
	c.Report(p)
}

func (c *validator) dependsOn(n tree.Node) {
	if n.Kind() != tree.List {
		return
	}
	for item := range n.Children() {
		name, application := item.Get("name"), item.Get("application")
		c.Namespace(item.Get("namespace"))
		if application.Exists() {
			c.Name(application, v1alpha1.MaxName)
			c.Contradicts(name, true, "is beside application, which selects all its objects; keep one of them")
			continue
		}
		c.RequiredName(item, validation.DNS1123SubdomainMaxLength)
	}
}

// references reports references where they are not replaced.
func (c *validator) references(n tree.Node) {
	if reference.Is(n) {
		c.Report(finding.Problem{Code: finding.CodeReference, Node: n, Current: n.Text(),
			Detail: "references are replaced in entries, defaults and overrides only; write the value here"})
	}
	for child := range n.Children() {
		c.references(child)
	}
}

// Types validates the types and fields of entries whose references were replaced, as Parse validates those that are written. What Parse
// has found is not reported again.
func Types(d *schema.Document, workload v1alpha1.Workload, entries ...tree.Node) []finding.Problem {
	c := newValidator(d, 0)
	for _, p := range shape.CheckItems(entries, shape.Entry(workload)) {
		if hasFound(d, p) {
			continue
		}
		if key := p.Node.Key(); key != "" { // the value may be in a cluster, far from the field
			p.Detail = fmt.Sprintf("%s (used as %s)", p.Detail, key)
			if p.Hiding != "" {
				p.Hiding = fmt.Sprintf("%s (used as %s)", p.Hiding, key)
			}
		}
		c.Add([]finding.Problem{p})
	}
	return c.Problems
}

// kclRun checks what only a KCLRun has: its controller does not read all that Flux's own do.
func (c *validator) kclRun(entry tree.Node) {
	kubeConfig := entry.At("destination", "kubeConfig")
	if ref := kubeConfig.Get("configMapRef"); ref.Exists() && kubeConfig.Get("secretRef").Exists() {
		c.Report(finding.Problem{Code: finding.CodeKubeConfig, Node: ref, OnKey: true, Detail: "a KCLRun reads a kubeconfig from a Secret only; leave this out"})
	}
}

// hasFound reports whether Parse has found a problem already, or knows better where an unknown field belongs.
func hasFound(d *schema.Document, p finding.Problem) bool {
	return slices.ContainsFunc(d.Problems(), func(found finding.Problem) bool {
		known := found.Detail == p.Detail || found.Code == finding.CodeMisplaced && p.Code == finding.CodeUnknownField
		return known && found.Node.Position() == p.Node.Position()
	})
}
