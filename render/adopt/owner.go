package adopt

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// owner is somebody else who writes an object, and deletes it when it is no longer his.
type owner struct {
	name  string // with its kind
	first string // what to do before the document takes over, and what follows otherwise
}

// mark is what an owner writes into the metadata of everything that it applies.
type mark struct {
	kind            string
	list            string // of metadata: labels or annotations
	name, namespace string // the keys of the owner's name and namespace; no namespace where the name has it
	value           string // what the label managed-by has beside it; empty where it is the author's
	first           string
}

// The facts about the marks:
//
//   - github.com/controlplaneio-fluxcd/flux-operator, internal/controller/resourceset_controller.go: SetOwnerLabels of
//     the group resourceset.fluxcd.controlplane.io; the annotation fluxcd.controlplane.io/prune keeps an object that is
//     no longer in it;
//   - github.com/helm/helm, pkg/action/validate.go: setMetadataVisitor; the annotation helm.sh/resource-policy is in
//     pkg/kube/resource_policy.go;
//   - github.com/argoproj/argo-cd, common/common.go: AnnotationKeyAppInstance has NAME:GROUP/KIND:NAMESPACE/NAME.
var marks = []mark{
	{kind: "ResourceSet", list: "labels",
		name: "resourceset.fluxcd.controlplane.io/name", namespace: "resourceset.fluxcd.controlplane.io/namespace",
		first: "in the ResourceSet, give each the annotation fluxcd.controlplane.io/prune: disabled, and when it is " +
			"applied, remove them from there; otherwise it writes them back, or deletes them"},
	{kind: "Helm release", list: "annotations", value: "Helm",
		name: "meta.helm.sh/release-name", namespace: "meta.helm.sh/release-namespace",
		first: "in the chart, give each the annotation helm.sh/resource-policy: keep, and after an upgrade, remove them " +
			"from there; otherwise Helm writes them back, or deletes them"},
	{kind: "Application of Argo CD", list: "annotations", name: "argocd.argoproj.io/tracking-id",
		first: "in the Application's source, give each the annotation argocd.argoproj.io/sync-options: Prune=false, and " +
			"after a sync, remove them from there; otherwise Argo CD writes them back, or deletes them"},
}

// owner returns the owner whose mark an object has; false where it has none.
func (m mark) owner(o *object) (owner, bool) {
	metadata := o.root.Get("metadata")
	name := metadata.At(m.list, m.name).Text()
	if name == "" || m.value != "" && metadata.At("labels", kinds.LabelManagedBy).Text() != m.value {
		return owner{}, false
	}
	if m.namespace == "" {
		name, _, _ = strings.Cut(name, ":")
	}
	namespace := metadata.At(m.list, m.namespace).Text()
	return owner{m.kind + " " + strings.TrimPrefix(namespace+"/"+name, "/"), m.first}, true
}

// owners returns who else writes an object: those whose marks it has, and the one that its ownerReferences name.
func (o *object) owners() (all []owner) {
	for _, m := range marks {
		if found, ok := m.owner(o); ok {
			all = append(all, found)
		}
	}
	references := slices.Collect(o.root.At("metadata", "ownerReferences").Children())
	i := slices.IndexFunc(references, func(n tree.Node) bool { return n.Get("controller").Text() == "true" })
	if len(references) > 0 {
		by := references[max(i, 0)]
		name := strings.TrimPrefix(o.namespace+"/"+by.Get("name").Text(), "/")
		all = append(all, owner{by.Get("kind").Text() + " " + name, "remove their ownerReferences when nothing writes " +
			"them any more; otherwise they are deleted with it"})
	}
	return all
}

// isMark reports whether a label or annotation of an object is its owner's, and not its author's.
func (o *object) isMark(list, key string) bool {
	return slices.ContainsFunc(marks, func(m mark) bool {
		_, owned := m.owner(o)
		return owned && (list == m.list && (key == m.name || key == m.namespace) ||
			list == "labels" && m.value != "" && key == kinds.LabelManagedBy)
	})
}

// leaving returns the objects that a document may replace, workloads first.
func (a *adoption) leaving() []*object {
	return slices.DeleteFunc(slices.Concat(a.objects, a.parts), func(o *object) bool { return o.stays || o.refused })
}

// warnOwned tells, once for each owner, what to do first.
func (a *adoption) warnOwned() {
	var all []owner
	owned := map[owner][]*object{}
	for _, o := range a.leaving() {
		for _, by := range o.owners() {
			if owned[by] == nil {
				all = append(all, by)
			}
			owned[by] = append(owned[by], o)
		}
	}
	for _, by := range all {
		first := owned[by][0]
		what := "this " + first.workload.Name
		if others := len(owned[by]) - 1; others > 0 {
			what += " and " + names.Counted(others, "other object")
		}
		a.report(first, finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeOwned,
			Node: first.root.At("metadata", "name"), Current: first.name,
			Detail: fmt.Sprintf("%s writes %s; %s", by.name, what, by.first)})
	}
}

// warnProtected tells, once for each application, that limits protected its clusters when it was rendered: they are in
// its document or in a RenderConfig, and nothing of them is in the objects.
func (a *adoption) warnProtected() {
	first, number := map[known]*object{}, map[known]int{}
	for _, o := range a.leaving() {
		if o.root.At("metadata", "annotations", kinds.AnnotationProtected).Exists() {
			if number[o.known]++; number[o.known] == 1 {
				first[o.known] = o
			}
		}
	}
	for by, o := range first {
		a.report(o, finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeUnprotected,
			Node: o.root.At("metadata", "annotations", kinds.AnnotationProtected),
			Detail: fmt.Sprintf("limits protected %s of %s when they were rendered, and the new document has none; add "+
				"limits: {protected: …} to it, or keep the RenderConfig that has them",
				names.Counted(number[by], o.workload.Name), by.owner())})
	}
}

// tellVariables tells, once for all objects, of names with variables that are replaced before the objects are applied:
// nobody knows the objects, and two of one name in a cluster look different, or the other way round.
func (a *adoption) tellVariables() {
	var first *object
	var at tree.Node
	others := -1
	for _, o := range a.leaving() {
		metadata := o.root.Get("metadata")
		for _, n := range []tree.Node{metadata.Get("name"), metadata.Get("namespace"), o.kubeConfigName()} {
			if names.Placeholder(n.Text()) {
				if others++; first == nil {
					first, at = o, n
				}
				break
			}
		}
	}
	if first == nil {
		return
	}
	what := ""
	if others > 0 {
		what = ", like " + names.Counted(others, "other object") + ","
	}
	a.report(first, finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeVariableName, Node: at,
		Current: at.Text(), Detail: fmt.Sprintf("%q has a variable%s that is replaced before Flux has the object: fluxapp "+
			"compares it as text and does not know what it names; check that no two of these are one", at.Text(), what)})
}
