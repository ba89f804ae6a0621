package schema

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
)

// Group and Version are those of the documents that fluxapp reads.
const (
	Group   = "gitops.kubesphere.io"
	Version = "v1alpha1"
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

	// Spec says which engine runs the application, and what it runs.
	Spec ApplicationSpec `json:"spec"`
	// Status is KubeSphere's; it is read over.
	Status *apiextensionsv1.JSON `json:"status,omitempty"`
}

// ApplicationSpec says which engine runs an Application.
type ApplicationSpec struct {
	// Kind is the engine: fluxcd. An Application of argocd is left alone.
	// +kubebuilder:validation:Enum=fluxcd;argocd
	Kind string `json:"kind"`
	// FluxApp is the application of the engine fluxcd.
	FluxApp *FluxApp `json:"fluxApp,omitempty"`
	// ArgoApp is the application of the engine argocd; it is read over.
	ArgoApp *apiextensionsv1.JSON `json:"argoApp,omitempty"`
}

// FluxApp holds the FluxApplicationSpec of an Application.
type FluxApp struct {
	// Spec is the application.
	Spec FluxApplicationSpec `json:"spec"`
}

// FluxApplication is the shorter shape of an application.
type FluxApplication struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec is the application.
	Spec FluxApplicationSpec `json:"spec"`
	// Status is read over.
	Status *apiextensionsv1.JSON `json:"status,omitempty"`
}

// FluxApplicationSpec says what an application is and where it runs.
type FluxApplicationSpec struct {
	// Source is where the chart or the manifests come from. It may be left out when a template brings one, or when each
	// entry has its own sourceRef.
	Source *Source `json:"source,omitempty"`
	// Config is what to run, and where.
	Config Config `json:"config"`
	// Clusters are a fleet of the application's own, beside the clusters among the documents.
	Clusters []Cluster `json:"clusters,omitempty"`
	// Topology is where Flux runs: HubAndSpoke, on a hub that reaches the clusters with their kubeConfigs, or Standalone, in each
	// cluster; empty means HubAndSpoke. The names of objects are the same in both. In Standalone the objects of a cluster lie in a
	// folder of its own, without kubeConfig, with copies of the application's inline source and of the charts that they share; what
	// is only named must exist in each cluster.
	// +kubebuilder:validation:Enum=HubAndSpoke;Standalone
	Topology string `json:"topology,omitempty"`
	// Sharding spreads the objects over shards of Flux's controllers.
	Sharding *Sharding `json:"sharding,omitempty"`
	// CommonMetadata is set on every rendered object.
	CommonMetadata *Metadata `json:"commonMetadata,omitempty"`
}

// Source is where a chart or manifests come from: a reference, or the spec of a source that is rendered too.
type Source struct {
	// SourceRef names a source that exists. Without namespace it means the namespace of the object that refers to it.
	SourceRef *SourceReference `json:"sourceRef,omitempty"`

	// Name is the name of the inline source below; the application's name when empty.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	Name string `json:"name,omitempty"`
	// GitRepository is the spec of a GitRepository that is rendered beside the workload, in the application's namespace.
	GitRepository *sourcev1.GitRepositorySpec `json:"gitRepository,omitempty"`
	// HelmRepository is the same for a HelmRepository, which only a HelmRelease can use.
	HelmRepository *sourcev1.HelmRepositorySpec `json:"helmRepository,omitempty"`
	// OCIRepository is the same for an OCIRepository; to a HelmRelease it is the chart itself.
	OCIRepository *sourcev1.OCIRepositorySpec `json:"ociRepository,omitempty"`
	// Bucket is the same for a Bucket.
	Bucket *sourcev1.BucketSpec `json:"bucket,omitempty"`
}

// SourceReference names a source of any kind. What runs there decides which kinds it can use, and a HelmRelease also whether
// the source becomes its chartRef or the sourceRef of its chart.
type SourceReference struct {
	// APIVersion is that of the source; empty means the current one. Older ones are read as the current one.
	APIVersion string `json:"apiVersion,omitempty"`
	// Kind is that of the source. Charts lie in a HelmRepository, GitRepository or Bucket, an OCIRepository, HelmChart or
	// ExternalArtifact is a chart itself. Manifests lie in a GitRepository, OCIRepository, Bucket or ExternalArtifact.
	// +kubebuilder:validation:Enum=GitRepository;HelmRepository;OCIRepository;Bucket;HelmChart;ExternalArtifact
	Kind string `json:"kind"`
	// Name is that of the source.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	Name string `json:"name"`
	// Namespace is that of the source; empty means the namespace of the object that refers to it.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
	Namespace string `json:"namespace,omitempty"`
}

// Config is what to run. Exactly one of HelmRelease, Kustomization and KCLRun is set.
type Config struct {
	// HelmRelease runs a Helm chart.
	HelmRelease *HelmRelease `json:"helmRelease,omitempty"`
	// Kustomization runs manifests, and has an entry for each destination.
	Kustomization []KustomizationEntry `json:"kustomization,omitempty"`
	// KCLRun runs a KCL program, and has an entry for each destination.
	KCLRun []KCLRunEntry `json:"kclRun,omitempty"`

	// Defaults lie below every entry: all fields of an entry but name, and of its destination only targetNamespace. Maps merge
	// deeply, lists and other values replace, and null removes the field; inside values a null stays, and removes the chart's own
	// default.
	Defaults *apiextensionsv1.JSON `json:"defaults,omitempty"`
	// Overrides lie above the entries, for the clusters that they name, in order: the fields of Defaults beside those of
	// [Override].
	Overrides []apiextensionsv1.JSON `json:"overrides,omitempty"`
}

// Destination is where an entry goes.
type Destination struct {
	// KubeConfig is how Flux reaches a member cluster; absent or null, the entry goes to the hub itself. In the topology Standalone
	// objects have none, and it only says the name of the cluster.
	KubeConfig *meta.KubeConfigReference `json:"kubeConfig,omitempty"`
	// TargetNamespace is the namespace on the cluster. Empty leaves the choice to Flux.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
	TargetNamespace string `json:"targetNamespace,omitempty"`
	// Cluster is the cluster's name. Without a kubeConfig it is looked up in the fleet. Beside one it just says the name, for
	// objects and folders; empty means the name of the kubeConfig's reference without the suffix -kubeconfig.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	Cluster string `json:"cluster,omitempty"`
	// ClusterSelector sends the entry to every cluster of the fleet whose labels it matches, as Kubernetes' own selectors do. An
	// empty one matches every cluster.
	ClusterSelector *metav1.LabelSelector `json:"clusterSelector,omitempty"`
	// AllowEmpty lets a ClusterSelector match no cluster.
	AllowEmpty bool `json:"allowEmpty,omitempty"`
}

// Metadata holds labels and annotations for rendered objects.
type Metadata struct {
	// Labels are set beside those that fluxapp sets itself, and may not be one of them.
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations are set in the same way.
	Annotations map[string]string `json:"annotations,omitempty"`
}
