// Package deleting tells what follows when an object of Flux is deleted from its API server.
package deleting

import "github.com/fluxapp-dev/fluxapp/schema/kinds"

var prune, deletionPolicy = kinds.NewPath("spec.prune"), kinds.NewPath("spec.deletionPolicy")

// Fields are the fields that decide what a deletion does.
var Fields = []kinds.Path{kinds.Suspend, prune, deletionPolicy}

// Prunes reports whether a controller deletes what an object does not apply any more; open if another tool sets prune.
func Prunes(read kinds.Reader) (prunes, open bool) {
	n := prune.In(read)
	return n.Text() != "false", !n.Exists()
}

// Controller returns who acts for the objects of the kind, for a sentence.
func Controller(k *kinds.Kind) string {
	if k == kinds.KCLRun {
		return "the KCL controller"
	}
	return "Flux"
}

// Of returns what happens after an object is deleted from its API server, for the end of a sentence, and whether
// what runs because of it stays for sure. No kind, nil, is updated no longer.
func Of(k *kinds.Kind, read kinds.Reader) (effect string, stays bool) {
	switch {
	case k == nil:
	case k.Deletion.Prunes:
		return withPolicy(k, read)
	case k.Deletion.Suspended != "" && kinds.IsSuspended(read):
		return k.Deletion.Suspended, true
	case k.Deletion.Effect != "":
		return k.Deletion.Effect, false
	}
	return "Flux updates nothing from it any more", false
}

func withPolicy(k *kinds.Kind, read kinds.Reader) (effect string, stays bool) {
	policy := deletionPolicy.In(read).Text()
	_, open := Prunes(read)
	reason := ""
	switch {
	case kinds.IsSuspended(read):
		reason = "it is suspended"
	case policy == "Orphan":
		reason = "its deletionPolicy is Orphan"
	case policy == "Delete" || policy == "WaitForTermination" || prune.In(read).Text() == "true":
		return Controller(k) + " deletes what it applied", false
	case open && (policy == "" || policy == "MirrorPrune"):
		return "what " + Controller(k) + " deletes depends on its prune, which another tool sets", false
	default:
		reason = "its prune is false"
	}
	return Controller(k) + " leaves what it applied, because " + reason, true
}
