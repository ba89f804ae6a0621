package v1alpha1

import (
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
)

// Source is where a chart or manifests come from: a reference, or the spec of a source that is rendered too.
type Source struct {
	// SourceRef names a source that exists in the cluster.
	SourceRef *SourceReference `json:"sourceRef,omitempty"`

	// Name is the name of the inline source. Empty means the name of the application.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	Name string `json:"name,omitempty"`
	// GitRepository is the spec of a GitRepository that is rendered too, in the application's namespace.
	GitRepository *sourcev1.GitRepositorySpec `json:"gitRepository,omitempty"`
	// HelmRepository is the spec of a HelmRepository that is rendered too. Only a HelmRelease can use it.
	HelmRepository *sourcev1.HelmRepositorySpec `json:"helmRepository,omitempty"`
	// OCIRepository is the spec of an OCIRepository that is rendered too. For a HelmRelease it is the chart itself.
	OCIRepository *sourcev1.OCIRepositorySpec `json:"ociRepository,omitempty"`
	// Bucket is the spec of a Bucket that is rendered too.
	Bucket *sourcev1.BucketSpec `json:"bucket,omitempty"`
}

// SourceReference names a source of any kind. What runs there decides which kinds it can use, and a HelmRelease also whether
// the source becomes its chartRef or the sourceRef of its chart.
type SourceReference struct {
	// APIVersion is the apiVersion of the source. Empty means the current one, and older ones are converted to it.
	APIVersion string `json:"apiVersion,omitempty"`
	// Kind is the kind of the source. A HelmRepository, GitRepository or Bucket holds charts; an OCIRepository, HelmChart or
	// ExternalArtifact is a chart itself. A GitRepository, OCIRepository, Bucket or ExternalArtifact holds manifests.
	// +kubebuilder:validation:Enum=GitRepository;HelmRepository;OCIRepository;Bucket;HelmChart;ExternalArtifact
	Kind string `json:"kind"`
	// Name is the name of the source.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	Name string `json:"name"`
	// Namespace is the namespace of the source. Empty means the namespace of the object that refers to it.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
	Namespace string `json:"namespace,omitempty"`
}
