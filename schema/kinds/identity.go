package kinds

import (
	"cmp"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Part is a field of a workload. By it, the controller knows the Helm release or the manifests.
type Part struct {
	At Path
	// Is tells what the field names.
	Is naming
	// OwnNamespace: without a value, the namespace of the object counts.
	OwnNamespace bool
	// Replaced: two objects with the same values of all these parts replace each other.
	Replaced bool
	// Change is what a change of the field does to what runs. LeavesBehind: what names no namespace stays where it was.
	Change       effect
	LeavesBehind bool
}

// naming is what a field names, for a sentence.
type naming string

// What fields name.
const (
	ReleaseName      naming = "release name"
	StorageNamespace naming = "storage namespace"
	TargetNamespace  naming = "target namespace"
	namePrefix       naming = "name prefix"
	nameSuffix       naming = "name suffix"
	ChartName        naming = "chart"
	Folder           naming = "path"
	SourceOf         naming = "source"
	KubeConfig       naming = "kubeConfig"
)

// effect is what a change does to what runs, measured with helm-controller 1.6 and kustomize-controller 1.9.
type effect int

const (
	// upgrade: what runs is changed.
	upgrade effect = iota
	// Reinstall: what runs is uninstalled and installed anew.
	Reinstall
	// Move: what runs is made anew under other names, and the old is deleted, or stays unowned where nothing is pruned.
	Move
	// contents: other manifests are applied, and what only the old place has is deleted, or stays unowned.
	contents
	// orphan: what runs is made anew, and the old stays without an owner.
	orphan
)

// Part returns the part of the identity that names something; the zero Part where the kind has none.
func (k *Kind) Part(what naming) Part {
	if k != nil {
		for _, part := range k.Identity {
			if part.Is == what {
				return part
			}
		}
	}
	return Part{}
}

// revision tells which revision of a source Flux takes.
type revision struct {
	// At leads to the map with the fields, of which the first that is written counts.
	At     Path
	Fields []string
	// Exact is the field of one revision for ever, Tag the one of a name that may move unless it is a whole version, and
	// Range the one of a range of versions.
	Exact, Tag, Range string
	// Usual is the revision without any of the fields.
	Usual string
}

// Followed returns what a source follows: the field that counts, and its text. Without any field, it is empty, and the
// revision is what Flux takes then. Both are empty for an object without revisions, and for no kind, nil.
func (k *Kind) Followed(read Reader) (field, revision string) {
	if k, read = k.Inline(read); k == nil {
		return "", ""
	}
	for _, field := range k.Revision.Fields {
		if text := k.Revision.At.In(read).Get(field).Text(); text != "" {
			return field, text
		}
	}
	return "", k.Revision.Usual
}

// Address returns where a source is, for example its URL; empty for a kind that is no place.
func (k *Kind) Address(read Reader) string {
	if k, read = k.Inline(read); k == nil {
		return ""
	}
	parts := each.Of(k.Place, func(at Path) string { return at.In(read).Text() })
	return strings.TrimSuffix(strings.Join(parts, "/"), "/")
}

// RepositorySource returns the name that KubeSphere's controller gives the Flux GitRepository of a devops one.
func RepositorySource(repository string) string { return "fluxcd-" + repository }

// IsRepositorySource reports whether an object of a kind, a name and a label managed-by is the Flux GitRepository of a
// devops GitRepository. The label alone is not enough: a FluxApplication can set it too.
func IsRepositorySource(kind, name, managedBy, repository string) bool {
	return kind == GitRepository.Name && managedBy == KubeSphereGroup && name == RepositorySource(repository)
}

// deletion is what a controller does after an object is deleted from its API server. It was measured with
// helm-controller 1.6 and kustomize-controller 1.9.
type deletion struct {
	// Effect is what it does, for the end of a sentence; empty: it updates nothing from the object any more.
	Effect string
	// Suspended is what it does with an object that is suspended: what runs stays. Empty: the same.
	Suspended string
	// Prunes: what it does depends on the prune and the deletionPolicy of the object.
	Prunes bool
}

// Suspend is the field by which people stop the controller of an object.
var Suspend = NewPath("spec.suspend")

// DependsOn is the list of what a workload waits for, also because of waves.
var DependsOn = NewPath("spec.dependsOn")

// IsSuspended reports whether an object is suspended.
func IsSuspended(read Reader) bool { return Suspend.In(read).Text() == "true" }

// IsKept reports whether no Kustomization of Flux deletes an object.
func IsKept(read Reader) bool {
	return strings.EqualFold(read("metadata", "annotations", AnnotationPrune).Text(), "disabled")
}

// Inline returns the kind of source whose fields an object has itself, and how they are read: those of a release whose
// chart is of kind OCIRepository. Of other objects it returns their own kind and reader.
func (k *Kind) Inline(read Reader) (*Kind, Reader) {
	if k != HelmRelease || read("spec", "chart", "kind").Text() != OCIRepository.Name {
		return k, read
	}
	return OCIRepository, func(keys ...string) tree.Node { return read(append([]string{"spec", "chart"}, keys...)...) }
}

// HasInline reports whether an object has the fields of its source itself; see [Kind.Inline].
func (k *Kind) HasInline(read Reader) bool {
	source, _ := k.Inline(read)
	return source != k
}

// HasVersions reports whether a release or a HelmChart names the version of a chart: other sources have one.
func (k *Kind) HasVersions(read Reader) bool {
	if k == nil || !k.ChartName.In(read).Exists() {
		return false
	}
	_, source := k.Source(read)
	return source.Get("kind").Text() == HelmRepository.Name
}

// Sources returns the kinds of the sources that tell whether an object has applied what it names: those that it refers
// to, and the HelmChart of a chart whose source has no versions.
func (k *Kind) Sources(read Reader) (all []string) {
	for reference, value := range k.Named(read) {
		if reference.Relation == Feeds {
			all = append(all, cmp.Or(value.Get("kind").Text(), reference.Kind))
		}
	}
	if k.HasInline(read) {
		return append(all, OCIRepository.Name)
	}
	if k == HelmRelease && k.ChartName.In(read).Exists() && !k.HasVersions(read) {
		all = append(all, HelmChart.Name)
	}
	return all
}
