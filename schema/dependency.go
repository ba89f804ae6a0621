package schema

import (
	"github.com/fluxcd/pkg/apis/meta"
)

// Dependency is what an entry of a HelmRelease or Kustomization waits for: Flux's own reference to an object of the same kind, or
// an application.
type Dependency struct {
	// Application is the name of an application. The entry waits for all objects of the same kind that it renders for the same
	// cluster. namespace is then the namespace of that application; empty means the same as this application's.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	Application string `json:"application,omitempty"`
	// Name is the name of an object of the same kind. fluxapp need not have rendered it.
	Name string `json:"name,omitempty"`

	meta.DependencyReference `json:",inline"`
}

// KCLRunDependency is the same for a KCLRun, which knows no readyExpr.
type KCLRunDependency struct {
	// Application is the name of an application. The entry waits for all KCLRuns that it renders for the same cluster. namespace is
	// then the namespace of that application; empty means the same as this application's.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	Application string `json:"application,omitempty"`
	// Name is the name of a KCLRun. fluxapp need not have rendered it.
	Name string `json:"name,omitempty"`

	meta.NamespacedObjectReference `json:",inline"`
}
