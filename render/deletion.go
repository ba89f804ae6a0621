package render

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// EffectOfDeletion says what a controller does once an object of a kind that fluxapp renders is deleted from its API server, as the
// end of a sentence. It is what was measured with helm-controller 1.6 and kustomize-controller 1.9.
func EffectOfDeletion(kind string, spec tree.Node) string {
	suspended := spec.Get("suspend").Text() == "true"
	switch kind {
	case kindHelmRelease.kind:
		if suspended {
			return "Flux leaves its Helm release installed, because it is suspended"
		}
		return "Flux uninstalls its Helm release"
	case kindKustomization.kind, kindKCLRun.kind:
		controller := "Flux"
		if kind == kindKCLRun.kind {
			controller = "the KCL controller"
		}
		if reason := leftBehind(spec.Get("deletionPolicy").Text(), spec.Get("prune").Text() == "true", suspended); reason != "" {
			return controller + " leaves what it applied, because " + reason
		}
		return controller + " deletes what it applied"
	}
	return "Flux updates nothing from it any more"
}

// leftBehind says why what a Kustomization applied stays when it is deleted; empty when it does not stay.
func leftBehind(policy string, prune, suspended bool) string {
	switch {
	case suspended:
		return "it is suspended"
	case policy == "Orphan":
		return "its deletionPolicy is Orphan"
	case policy == "Delete" || policy == "WaitForTermination" || prune:
		return ""
	}
	return "its prune is false"
}
