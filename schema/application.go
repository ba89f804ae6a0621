package schema

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Group and Version are those of the documents that fluxapp reads.
const (
	Group   = kinds.Group
	Version = kinds.Version
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

// Destination is where an entry goes.
type Destination struct {
	// KubeConfig is how Flux on the hub reaches the cluster. Without kubeConfig, cluster and clusterSelector the entry is for the
	// hub itself. With topology Standalone only the name of the cluster is taken from it. Delete a kubeconfig after the objects that
	// use it: without it Flux removes nothing from the cluster.
	KubeConfig *meta.KubeConfigReference `json:"kubeConfig,omitempty"`
	// TargetNamespace is the namespace on the cluster. If it is empty, Flux chooses.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
	TargetNamespace string `json:"targetNamespace,omitempty"`
	// Cluster is the name of the cluster. Without kubeConfig the cluster must be in the fleet. Beside kubeConfig it is only the
	// name for objects and folders; if it is empty there, the name is that of the kubeConfig's Secret or ConfigMap without the
	// suffix -kubeconfig.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	Cluster string `json:"cluster,omitempty"`
	// ClusterSelector selects clusters of the fleet by their labels, like selectors in Kubernetes. The entry is rendered for each of
	// them. An empty selector matches every cluster.
	ClusterSelector *metav1.LabelSelector `json:"clusterSelector,omitempty"`
	// AllowEmpty allows clusterSelector to match no cluster. Without it that is an error.
	AllowEmpty bool `json:"allowEmpty,omitempty"`
}

// Metadata holds labels and annotations for rendered objects.
type Metadata struct {
	// Labels are added to the objects. Labels that fluxapp sets itself are an error here.
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations are added to the objects. Annotations that fluxapp sets itself are an error here.
	Annotations map[string]string `json:"annotations,omitempty"`
}
