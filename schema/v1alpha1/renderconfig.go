package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// KindRenderConfig is the kind of the options of a run.
const KindRenderConfig = "RenderConfig"

// RenderConfig holds the options of a run: of the KRM function, as its functionConfig, and of the command, with --config. Among
// other documents it is left alone.
type RenderConfig struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec holds the options. Without a spec every option has its default.
	Spec RenderConfigSpec `json:"spec,omitempty"`
}

// RenderConfigSpec holds the options of a run. Each may be left out.
type RenderConfigSpec struct {
	// Applications are the applications to render, each written as name or namespace/name. Empty means all of them.
	Applications []string `json:"applications,omitempty"`
	// FluxVersion is the oldest Flux that must accept the objects, for example "2.8". Empty means the newest that fluxapp knows.
	FluxVersion string `json:"fluxVersion,omitempty"`
	// Namespace is the namespace of documents that have none.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
	Namespace string `json:"namespace,omitempty"`
	// Strict treats warnings as errors.
	Strict bool `json:"strict,omitempty"`
	// Check compares the rendered objects with the existing ones and changes nothing. Only the KRM function reads it.
	Check bool `json:"check,omitempty"`
	// PruneOrphans removes also the objects of documents that were not read. Without it they stay, with a warning.
	PruneOrphans bool `json:"pruneOrphans,omitempty"`
}
