package v1alpha1

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// The kinds of an application.
const (
	KindApplication     = "Application"
	KindFluxApplication = "FluxApplication"
)

// Application is KubeSphere DevOps' own shape of an application: the FluxApplicationSpec lies in spec.fluxApp.spec.
type Application struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec is the engine of the application, and what the engine runs.
	Spec ApplicationSpec `json:"spec"`
	// Status is written by KubeSphere. fluxapp does not read it.
	Status *apiextensionsv1.JSON `json:"status,omitempty"`
}

// ApplicationSpec says which engine runs an Application.
type ApplicationSpec struct {
	// Kind is the engine: fluxcd or argocd. fluxapp renders only fluxcd and leaves an Application of argocd alone.
	// +kubebuilder:validation:Enum=fluxcd;argocd
	Kind string `json:"kind"`
	// FluxApp holds the application when the engine is fluxcd.
	FluxApp *FluxApp `json:"fluxApp,omitempty"`
	// ArgoApp holds the application when the engine is argocd. fluxapp does not read it.
	ArgoApp *apiextensionsv1.JSON `json:"argoApp,omitempty"`
}

// FluxApp holds the FluxApplicationSpec of an Application.
type FluxApp struct {
	// Spec is the application: the same fields as the spec of a FluxApplication.
	Spec FluxApplicationSpec `json:"spec"`
}

// FluxApplication is the shorter shape of an application.
type FluxApplication struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec is the application: what to run, and where.
	Spec FluxApplicationSpec `json:"spec"`
	// Status is written by controllers. fluxapp does not read it.
	Status *apiextensionsv1.JSON `json:"status,omitempty"`
}

// FluxApplicationSpec says what an application is and where it runs.
type FluxApplicationSpec struct {
	// Source is where the chart or the manifests come from. It may be absent when a template brings a source, or when each
	// entry has its own sourceRef.
	Source *Source `json:"source,omitempty"`
	// Config is what to run, and on which clusters: exactly one of helmRelease, kustomization and kclRun.
	Config Config `json:"config"`
	// Clusters are clusters that only this application sees, in addition to the clusters among the documents. A name may not be in
	// both.
	Clusters []Cluster `json:"clusters,omitempty"`
	// Topology is where Flux runs. HubAndSpoke: on a hub, which reaches the clusters with their kubeConfigs. Standalone: in each
	// cluster. Empty means HubAndSpoke. Objects have the same names in both. In Standalone each cluster has its own folder; its
	// objects have no kubeConfig, and the inline source and shared charts are copied into each folder. Everything that the document
	// only names must exist in each cluster.
	// +kubebuilder:validation:Enum=HubAndSpoke;Standalone
	Topology string `json:"topology,omitempty"`
	// Sharding spreads HelmReleases and Kustomizations over several instances of Flux's controllers.
	Sharding *Sharding `json:"sharding,omitempty"`
	// CommonMetadata holds labels and annotations for every rendered object.
	CommonMetadata *Metadata `json:"commonMetadata,omitempty"`
}

// Config is what to run. Exactly one of HelmRelease, Kustomization and KCLRun is set.
type Config struct {
	// HelmRelease runs a Helm chart: one HelmRelease for each cluster.
	HelmRelease *HelmRelease `json:"helmRelease,omitempty"`
	// Kustomization runs manifests: one Kustomization for each cluster. It is a list with an entry for each destination.
	Kustomization []KustomizationEntry `json:"kustomization,omitempty"`
	// KCLRun runs a KCL program: one KCLRun for each cluster. It is a list with an entry for each destination.
	KCLRun []KCLRunEntry `json:"kclRun,omitempty"`

	// Defaults are fields for every entry. An entry's own field wins. It takes every field of an entry; of destination only
	// targetNamespace, and name only with a reference in it. Maps are merged deeply; lists and other values replace; null removes a
	// field. Inside values a null stays, because to Helm it removes the chart's own default.
	Defaults *apiextensionsv1.JSON `json:"defaults,omitempty"`
	// Overrides are fields for the entries of some clusters. They win over the entry, and a later item wins over an earlier one.
	// An item has either cluster or clusterSelector, and beside it the fields that defaults takes.
	Overrides []apiextensionsv1.JSON `json:"overrides,omitempty"`
}
