package adopt

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Left is a workload that no document of the run renders, and that no error is about. It stays as it is.
type Left struct {
	// Position is where the object begins.
	Position              tree.Position
	Kind, Namespace, Name string
	// Reason is why it stays, in words that follow "object": "of one cluster". Objects that stay for one reason have one
	// text.
	Reason string
	// Code is the rule that explains the reason; empty where there is nothing to explain.
	Code finding.Code
}

// reason is why an object stays as it is.
type reason struct {
	code finding.Code
	text string
}

// clusterRule is what names of clusters have.
const clusterRule = "lower-case letters, digits, '-' and '.'"

// Reasons of many objects.
var (
	isSingle = &reason{"", "of one cluster, where a document would only be another spelling (--all takes them)"}
	isShared = &reason{"", "in a file that several clusters read: it is said once already, and a list of clusters would " +
		"have no effect on it"}
	isUnread    = &reason{"", "in a file that no cluster reads, as far as these files tell"}
	isNoCluster = &reason{"", "in a folder whose name is no name of a cluster, which has " + clusterRule}
	isUnbuilt   = &reason{wording.CodeUnlisted, "in a file that kustomize does not build: no " +
		"kustomization.yaml lists it"}
	isChanged = &reason{wording.CodeNotAdoptable, "changed on the way, by a patch or a field of a kustomization.yaml or " +
		"of a Kustomization: a cluster gets something else than the file has"}
	isPatch     = &reason{wording.CodeStays, "in a patch of kustomize, or without what Flux requires, which a patch adds"}
	isBootstrap = &reason{wording.CodeStays, "of the root of a cluster, which flux bootstrap or flux-operator " +
		"writes, or which applies its own folder"}
	isOwned    = &reason{wording.CodeOwned, "owned by another one (ownerReferences)"}
	isDouble   = &reason{wording.CodeSameObject, "that a cluster has from another file too"}
	isRendered = &reason{"", "rendered by fluxapp already"}
	isWritten  = &reason{"", "of a kind and name that a document among the files makes already"}
	isBroken   = &reason{"", "in a file that cannot be read"}
	isItem     = &reason{"", "in a list, as kubectl get prints it"}
	isJSON     = &reason{"", "in JSON, or in a file that is not called .yaml or .yml"}
	isSOPS     = &reason{"", "encrypted by SOPS"}
	isOdd      = &reason{"", "with a word like on or yes, a text to kustomize and a boolean to kubectl; write it in " +
		"quotes"}
	isObserved = &reason{"", "with a status or another field that API servers write, and no document has"}
	isUneven   = &reason{"", "whose text cannot have the annotation, for example because of an alias"}
)
