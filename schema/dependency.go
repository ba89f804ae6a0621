package schema

import (
	"github.com/fluxcd/pkg/apis/meta"
)

// Dependency is what an entry of a HelmRelease or Kustomization waits for: Flux's own reference to an object of the same kind, or
// an application.
type Dependency struct {
	// Application is the application that the entry waits for: all objects of the same kind that it renders for the same cluster.
	// Namespace is then the application's; empty means that of the entry's own.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	Application string `json:"application,omitempty"`
	// Name is that of an object, which need not be one that fluxapp renders.
	Name string `json:"name,omitempty"`

	meta.DependencyReference `json:",inline"`
}

// KCLRunDependency is the same for a KCLRun, which knows no readyExpr.
type KCLRunDependency struct {
	// Application is the application that the entry waits for: all KCLRuns that it renders for the same cluster. Namespace is then
	// the application's; empty means that of the entry's own.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	Application string `json:"application,omitempty"`
	// Name is that of a KCLRun, which need not be one that fluxapp renders.
	Name string `json:"name,omitempty"`

	meta.NamespacedObjectReference `json:",inline"`
}
