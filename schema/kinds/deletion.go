package kinds

import "strings"

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
