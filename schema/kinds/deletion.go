package kinds

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// EffectOfDeletion describes what a controller does after an object of a kind that fluxapp renders is deleted from
// its API server, for the end of a sentence. The kind is its name; the spec is that of the object, or the entry that
// becomes it. It was measured with helm-controller 1.6 and kustomize-controller 1.9.
func EffectOfDeletion(kind string, spec tree.Node) string {
	return Deletion{kind, spec.Get("suspend").Text(), spec.Get("prune").Text(), spec.Get("deletionPolicy").Text()}.Effect()
}

// Deletion is what the consequences of deleting an object depend on: its kind, and the texts of three fields of its
// spec, which are empty where it does not have them.
type Deletion struct{ Kind, Suspend, Prune, DeletionPolicy string }

// Effect returns what [EffectOfDeletion] does.
func (d Deletion) Effect() string {
	switch d.Kind {
	case HelmRelease.Name:
		if d.isSuspended() {
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
		return d.effectOnManifests()
	}
	return "Flux updates nothing from it any more"
}

func (d Deletion) effectOnManifests() string {
	controller := "Flux"
	if d.Kind == KCLRun.Name {
		controller = "the KCL controller"
	}
	if d.dependsOnPrune() {
		return "what " + controller + " deletes depends on its prune, which another tool sets"
	}
	if reason := d.leftBehind(); reason != "" {
		return controller + " leaves what it applied, because " + reason
	}
	return controller + " deletes what it applied"
}

// Leaves reports whether what runs because of a HelmRelease, Kustomization or KCLRun stays on the cluster after the
// object is deleted. It is false for other kinds, and where another tool sets prune.
func (d Deletion) Leaves() bool {
	switch d.Kind {
	case HelmRelease.Name:
		return d.isSuspended()
	case Kustomization.Name, KCLRun.Name:
		return !d.dependsOnPrune() && d.leftBehind() != ""
	}
	return false
}

func (d Deletion) isSuspended() bool { return d.Suspend == "true" }

// dependsOnPrune reports whether what follows from a deletion depends on a prune that another tool sets.
func (d Deletion) dependsOnPrune() bool {
	return !d.isSuspended() && d.Prune == "" && (d.DeletionPolicy == "" || d.DeletionPolicy == "MirrorPrune")
}

// leftBehind returns why what a Kustomization applied stays when it is deleted; empty when it does not stay.
func (d Deletion) leftBehind() string {
	switch {
	case d.isSuspended():
		return "it is suspended"
	case d.DeletionPolicy == "Orphan":
		return "its deletionPolicy is Orphan"
	case d.DeletionPolicy == "Delete" || d.DeletionPolicy == "WaitForTermination" || d.Prune == "true":
		return ""
	}
	return "its prune is false"
}
