package kinds

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// Part is a field of a workload. By it, the controller knows the Helm release, or the applied manifests and their
// place.
type Part struct {
	At Path
	// Is tells what the field names.
	Is Naming
	// OwnNamespace: without a value, the namespace of the object counts.
	OwnNamespace bool
	// Replaced: two objects with the same values of all these parts replace each other.
	Replaced bool
	// Change is what a change of the field does to what runs. LeavesBehind: what names no namespace stays where it was.
	Change       Effect
	LeavesBehind bool
}

// Naming is what a field names, for a sentence.
type Naming string

// What fields name.
const (
	ReleaseName      Naming = "release name"
	StorageNamespace Naming = "storage namespace"
	TargetNamespace  Naming = "target namespace"
	namePrefix       Naming = "name prefix"
	nameSuffix       Naming = "name suffix"
	ChartName        Naming = "chart"
	Folder           Naming = "path"
	SourceOf         Naming = "source"
	KubeConfig       Naming = "kubeConfig"
)

// Effect is what a change does to what runs, measured with helm-controller 1.6 and kustomize-controller 1.9.
type Effect int

const (
	// upgrade: what runs is changed.
	upgrade Effect = iota
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
func (k *Kind) Part(what Naming) Part {
	if k != nil {
		for _, part := range k.Identity {
			if part.Is == what {
				return part
			}
		}
	}
	return Part{}
}

// Revision tells which revision of a source Flux takes.
type Revision struct {
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

// Deletion is what a controller does after an object is deleted from its API server. It was measured with
// helm-controller 1.6 and kustomize-controller 1.9.
type Deletion struct {
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

var prune, deletionPolicy = NewPath("spec.prune"), NewPath("spec.deletionPolicy")

// DecideDeletion are the fields on which it depends what follows when an object is deleted.
var DecideDeletion = []Path{Suspend, prune, deletionPolicy}

// IsSuspended reports whether an object is suspended.
func IsSuspended(read Reader) bool { return Suspend.In(read).Text() == "true" }

// IsKept reports whether no Kustomization of Flux deletes an object.
func IsKept(read Reader) bool {
	return strings.EqualFold(read("metadata", "annotations", AnnotationPrune).Text(), "disabled")
}

// Prunes reports whether a controller deletes what an object does not apply any more. It is open where another tool
// sets prune.
func Prunes(read Reader) (prunes, open bool) {
	n := prune.In(read)
	return n.Text() != "false", !n.Exists()
}

// Controller returns who acts for the objects of the kind, for a sentence.
func (k *Kind) Controller() string {
	if k == KCLRun {
		return "the KCL controller"
	}
	return "Flux"
}

// Deleted returns what happens after an object is deleted from its API server, for the end of a sentence, and whether
// what runs because of it stays for sure. No kind, nil, is updated no longer.
func (k *Kind) Deleted(read Reader) (effect string, stays bool) {
	switch {
	case k == nil || k.Deletion == Deletion{}:
		return "Flux updates nothing from it any more", false
	case k.Deletion.Prunes:
		return k.deletedWithPolicy(read)
	case k.Deletion.Suspended != "" && IsSuspended(read):
		return k.Deletion.Suspended, true
	}
	return k.Deletion.Effect, false
}

func (k *Kind) deletedWithPolicy(read Reader) (effect string, stays bool) {
	policy := deletionPolicy.In(read).Text()
	_, open := Prunes(read)
	reason := ""
	switch {
	case IsSuspended(read):
		reason = "it is suspended"
	case policy == "Orphan":
		reason = "its deletionPolicy is Orphan"
	case policy == "Delete" || policy == "WaitForTermination" || prune.In(read).Text() == "true":
		return k.Controller() + " deletes what it applied", false
	case open && (policy == "" || policy == "MirrorPrune"):
		return "what " + k.Controller() + " deletes depends on its prune, which another tool sets", false
	default:
		reason = "its prune is false"
	}
	return k.Controller() + " leaves what it applied, because " + reason, true
}
