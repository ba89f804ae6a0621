package schema

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxcd/pkg/apis/meta"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// CheckEntry judges one merged entry of an application by itself.
func CheckEntry(d *Document, workload Workload, entry tree.Node, flux FluxVersion) []Problem {
	c := check{document: d, flux: flux, sharded: d.Sharded()}
	if entry.Kind() != tree.Map {
		return nil
	}
	for field := range entry.Children() {
		if field.Kind() != tree.Null {
			c.field(field, workload)
		}
	}
	if workload == KCLRuns {
		c.kclRun(entry)
	}
	c.add(checkFields(entry, entryShape(workload), flux, "chart"))
	return c.problems
}

// CheckTwin judges a written entry by the fields in which it differs from its Twin, if CheckEntry has nothing to say of that one. What
// is said then may be less than all: CheckEntry says it.
func CheckTwin(d *Document, workload Workload, entry tree.Node, flux FluxVersion) []Problem {
	c := check{document: d, flux: flux, sharded: d.Sharded()}
	judged := entryShape(workload).judged
	for field := range entry.DifferingFields() {
		c.field(field, workload)
		if what, ok := judged[field.Key()]; ok && field.Key() != "chart" {
			c.problems = append(c.problems, checkField(field, what.shape, what.rule, flux)...)
		}
	}
	return c.problems
}

// entryShape returns the shape of the entries of a workload.
func entryShape(workload Workload) *shape {
	switch set := shapes(); workload {
	case Kustomizations:
		return set.kustomization
	case KCLRuns:
		return set.kclRun
	default:
		return set.helmRelease
	}
}

// field checks a field of an entry by itself, beside what its type says.
func (c *check) field(n tree.Node, workload Workload) {
	switch n.Key() {
	case "name":
		c.name(n, MaxName)
	case "namespace":
		c.namespace(n)
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
		c.fluxMetadata(n)
	case "postBuild":
		c.variables(n.Get("substitute"))
	default:
		if workload == HelmReleases {
			c.release(n)
		}
	}
}

// variable is what kustomize-controller takes for the name of a variable.
var variable = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[_[:alpha:]][_[:alpha:][:digit:]]*$`) })

func (c *check) variables(n tree.Node) {
	for child := range n.Children() {
		if key := child.Key(); !variable().MatchString(key) && !Placeholder(key) {
			c.refuse(Problem{Code: CodeName, Node: child, OnKey: true, Current: key,
				Detail: fmt.Sprintf("%q is no valid name of a variable; write letters, digits and '_', and no digit first", key)})
		}
	}
}

// CheckReach judges the name of a cluster of the fleet and how Flux reaches it, for an application that goes there.
func CheckReach(d *Document, workload Workload, cluster, kubeConfig tree.Node, flux FluxVersion) []Problem {
	c := check{document: d, flux: flux}
	c.reach(cluster, kubeConfig, workload)
	return c.problems
}

// destination checks where an entry goes.
func (c *check) destination(n tree.Node, workload Workload) {
	c.namespace(n.Get("targetNamespace"))
	c.reach(n.Get("cluster"), n.Get("kubeConfig"), workload)
}

func (c *check) reach(cluster, kubeConfig tree.Node, workload Workload) {
	c.name(cluster, MaxName)
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

// SurelyName is true of most names of objects, clusters and Secrets, and only of those that no rule of an entry has anything to say of.
func SurelyName(n tree.Node) bool { return plainName(n) && !strings.HasPrefix(n.Text(), hubFolder) }

func (c *check) kubeConfig(n tree.Node, workload Workload) {
	if n.Kind() != tree.Map {
		return
	}
	ref := KubeConfigRef(n)
	if !ref.Exists() || workload == KCLRuns && !n.Get("secretRef").Exists() {
		c.noKubeConfig(n, workload)
		return
	}
	c.requiredName(ref, validation.DNS1123SubdomainMaxLength)
	if value, ok := text(ref.Get("key")); ok && !surelyLabel(value) && len(validation.IsConfigMapKey(value)) > 0 {
		c.refuse(Problem{Code: CodeName, Node: ref.Get("key"), Current: value,
			Detail: fmt.Sprintf("%q is no valid key of a Secret; write letters, digits, '-', '_' and '.'", value)})
	}
}

// noKubeConfig refuses a kubeConfig without the one reference that it needs. A KCLRun reads a kubeconfig from a Secret only, and
// so does Flux before 2.7.
func (c *check) noKubeConfig(n tree.Node, workload Workload) {
	p := Problem{Code: CodeKubeConfig, Node: n, Missing: true, Detail: "has neither secretRef nor configMapRef; add one, or leave kubeConfig out for the hub"}
	configMap := n.Get("configMapRef")
	switch {
	case workload == KCLRuns:
		p.Missing, p.Child = false, "secretRef"
		p.Detail = "is required; a KCLRun reads a kubeconfig from a Secret only: write secretRef, or leave kubeConfig out for the hub"
	case configMap.Exists():
		p.Detail = "has both secretRef and configMapRef; keep one of them"
	case !c.flux.has(ruleOf(reflect.TypeFor[meta.KubeConfigReference](), "configMapRef").since):
		p.Missing, p.Child = false, "secretRef"
		p.Detail = "is required; write secretRef, or leave kubeConfig out for the hub"
	}
	c.refuse(p)
}

func (c *check) dependsOn(n tree.Node) {
	if n.Kind() != tree.List {
		return
	}
	for item := range n.Children() {
		name, application := item.Get("name"), item.Get("application")
		c.namespace(item.Get("namespace"))
		if application.Exists() {
			c.name(application, MaxName)
			c.contradicts(name, true, "is beside application, which selects all its objects; keep one of them")
			continue
		}
		c.requiredName(item, validation.DNS1123SubdomainMaxLength)
	}
}

// reference reports whether a string holds a reference to the fleet or the application.
func reference(n tree.Node) bool {
	return n.Kind() == tree.String && hasReference(n.Text())
}

// references refuses references where they are not replaced.
func (c *check) references(n tree.Node) {
	if reference(n) {
		c.refuse(Problem{Code: CodeReference, Node: n, Current: n.Text(),
			Detail: "references are replaced in entries, defaults and overrides only; write the value here"})
	}
	for child := range n.Children() {
		c.references(child)
	}
}

// HasReferences reports whether an entry or a layer of the application has references, which are different for each cluster.
func (d *Document) HasReferences() bool {
	return d.mentionsReference && slices.ContainsFunc(d.written(), HoldsReference)
}

// HoldsReference reports whether a value is a reference, or has one below it.
func HoldsReference(n tree.Node) bool {
	if reference(n) {
		return true
	}
	for child := range n.Children() {
		if HoldsReference(child) {
			return true
		}
	}
	return false
}

// CheckTypes judges the types and fields of entries whose references were replaced, as Parse judges those that are written. What Parse
// has found is not said again.
func CheckTypes(d *Document, workload Workload, entries ...tree.Node) []Problem {
	c := check{document: d}
	types := shapeCheck{unquotable: map[tree.Position]bool{}, final: true}
	types.items(slices.Values(entries), entryShape(workload), nil)
	for _, p := range types.problems {
		if d.hasFound(p) {
			continue
		}
		if key := p.Node.Key(); key != "" { // the value may be in a cluster, far from the field
			p.Detail = fmt.Sprintf("%s (used as %s)", p.Detail, key)
			if p.Hiding != "" {
				p.Hiding = fmt.Sprintf("%s (used as %s)", p.Hiding, key)
			}
		}
		c.add([]Problem{p})
	}
	return c.problems
}

// hasFound reports whether Parse has found a problem already.
func (d *Document) hasFound(p Problem) bool {
	return slices.ContainsFunc(d.problems, func(found Problem) bool {
		return found.Detail == p.Detail && found.Node.Position() == p.Node.Position()
	})
}

// kclRun checks what only a KCLRun has: its controller does not read all that Flux's own do.
func (c *check) kclRun(entry tree.Node) {
	kubeConfig := entry.At("destination", "kubeConfig")
	if ref := kubeConfig.Get("configMapRef"); ref.Exists() && kubeConfig.Get("secretRef").Exists() {
		c.refuse(Problem{Code: CodeKubeConfig, Node: ref, OnKey: true, Detail: "a KCLRun reads a kubeconfig from a Secret only; leave this out"})
	}
}
