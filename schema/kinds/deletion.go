package kinds

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// EffectOfDeletion describes what a controller does after an object of a kind that fluxapp renders is deleted from its API server, for
// the end of a sentence. The kind is its name; the spec is that of the object, or the entry that becomes it. It was measured with
// helm-controller 1.6 and kustomize-controller 1.9.
func EffectOfDeletion(kind string, spec tree.Node) string {
	switch kind {
	case HelmRelease.Name:
		if isSuspended(spec) {
			return "Flux leaves its Helm release installed, because it is suspended"
		}
		return "Flux uninstalls its Helm release"
	case ServiceAccount.Name:
		return "Flux deletes nothing more that it applied in its name"
	case Namespace.Name:
		return "Flux leaves it, because its annotation prune is disabled"
	case RBACRole.Name, RoleBinding.Name:
		return "those who had the role lose its rights"
	case ImageRepository.Name:
		return "Flux scans the image no longer"
	case ImagePolicy.Name:
		return "Flux updates no marker any more that names it"
	case ImageUpdateAutomation.Name:
		return "Flux commits no image updates any more, and what it has committed stays"
	case Alert.Name:
		return "Flux sends no more of its messages"
	case Provider.Name:
		return "Flux sends nothing for the Alerts that use it"
	case ArtifactGenerator.Name:
		return "Flux deletes the ExternalArtifact that it made"
	case Kustomization.Name, KCLRun.Name:
		controller := "Flux"
		if kind == KCLRun.Name {
			controller = "the KCL controller"
		}
		if dependsOnPrune(spec) {
			return "what " + controller + " deletes depends on its prune, which another tool sets"
		}
		if reason := leftBehind(spec); reason != "" {
			return controller + " leaves what it applied, because " + reason
		}
		return controller + " deletes what it applied"
	}
	return "Flux updates nothing from it any more"
}

// StaysAfterDeletion reports whether what runs because of a HelmRelease, Kustomization or KCLRun stays on the cluster after the object is
// deleted. It is false for other kinds, and where another tool sets prune.
func StaysAfterDeletion(kind string, spec tree.Node) bool {
	switch kind {
	case HelmRelease.Name:
		return isSuspended(spec)
	case Kustomization.Name, KCLRun.Name:
		return !dependsOnPrune(spec) && leftBehind(spec) != ""
	}
	return false
}

func isSuspended(spec tree.Node) bool { return spec.Get("suspend").Text() == "true" }

// dependsOnPrune reports whether what follows from a deletion depends on a prune that another tool sets.
func dependsOnPrune(spec tree.Node) bool {
	policy := spec.Get("deletionPolicy").Text()
	return !isSuspended(spec) && !spec.Get("prune").Exists() && (policy == "" || policy == "MirrorPrune")
}

// leftBehind returns why what a Kustomization applied stays when it is deleted; empty when it does not stay.
func leftBehind(spec tree.Node) string {
	policy := spec.Get("deletionPolicy").Text()
	switch {
	case isSuspended(spec):
		return "it is suspended"
	case policy == "Orphan":
		return "its deletionPolicy is Orphan"
	case policy == "Delete" || policy == "WaitForTermination" || spec.Get("prune").Text() == "true":
		return ""
	}
	return "its prune is false"
}
