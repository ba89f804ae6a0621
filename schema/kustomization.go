package schema

import (
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
)

// KustomizationEntry is a Kustomization on one destination: every field of Flux's KustomizationSpec but those that have
// another place here (kubeConfig, targetNamespace), and those of fluxapp.
type KustomizationEntry struct {
	EntryMetadata `json:",inline"`

	// SourceRef is the source of this entry, in place of the application's.
	SourceRef *kustomizev1.CrossNamespaceSourceReference `json:"sourceRef,omitempty"`

	// DependsOn lists what must be ready first: Kustomizations by name, or all Kustomizations of an application.
	DependsOn []Dependency `json:"dependsOn,omitempty"`

	kustomizev1.KustomizationSpec `json:",inline"`
}
