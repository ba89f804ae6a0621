package adopt

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Reasons why an object stays.
const (
	referredTo  = "is a source that the documents refer to"
	ofKustomize = "is a list of kustomize; adopt what kustomize build prints of it, or take out what comes in"
	reasonLost  = "was rendered from a document that is lost, and the new one does not have it: take it out of the " +
		"folder that you render into, where fluxapp would delete it"
	reasonDelivers  = "is what a RenderConfig with delivery writes, to apply what fluxapp has rendered"
	reasonGenerated = "is in a file that flux bootstrap writes, and writes again"
)

// Left is an object that no document replaces. It stays as it is.
type Left struct {
	// Position is where the object begins.
	Position tree.Position
	// Kind, Namespace and Name are the object's. The kind of a list of kustomize is kustomization.yaml, and a document
	// that is no object has none.
	Kind, Namespace, Name string
	// Reason is why it stays, in words that follow its name: "is being deleted".
	Reason string
	// Sets are the fields of a kustomization.yaml of kustomize that change the objects of its folder, in order; none of
	// another object.
	Sets []string

	from string // the annotation rendered-from
}

// helmOperator are the groups of Flux v1, the older one last.
var helmOperator = []string{"helm.fluxcd.io", "flux.weave.works", "helm.integrations.flux.weave.works"}

// reasonOf returns why an object of a kind that is not adopted stays.
func reasonOf(apiVersion, kind string) string {
	switch group := kinds.GroupOf(apiVersion); {
	case kinds.Standard().Find(kinds.Source|kinds.Chart, group, kind) != nil:
		return referredTo
	case isSection(kinds.Standard().Find(kinds.Around, group, kind)):
		return "stays as it is; a section of a document can hold it"
	case kinds.IsOwn(group):
		return "is a document of fluxapp or KubeSphere"
	case slices.Contains(helmOperator, group):
		return "is a " + kind + " of " + apiVersion + ", the Helm Operator of Flux v1; write it as " +
			kinds.HelmRelease.APIVersion + " first"
	}
	return "is no HelmRelease, Kustomization or KCLRun of Flux"
}

// isSection reports whether the objects of a kind are of image automation or notification. Others write tenancy too.
func isSection(k *kinds.Kind) bool { return k != nil && k.Field != kinds.RBACRole.Field }
