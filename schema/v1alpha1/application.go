package v1alpha1

import (
	"github.com/fluxcd/pkg/apis/meta"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	sourcewatcherv1beta1 "github.com/fluxcd/source-watcher/api/v2/v1beta1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Application is KubeSphere DevOps' own shape of an application: the FluxApplicationSpec lies in spec.fluxApp.spec.
//
// +kubebuilder:object:root=true
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
	// Kind is the engine: fluxcd or argocd. fluxapp renders only fluxcd and leaves an Application of argocd alone. Empty
	// means the engine whose field is there.
	// +kubebuilder:validation:Enum=fluxcd;argocd
	Kind string `json:"kind,omitempty"`
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
//
// +kubebuilder:object:root=true
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
	// Bases are documents of kind FluxApplicationBase that this application begins with, each written as a name, or as
	// name and namespace. They are below everything that the application itself writes; a later one wins over an earlier
	// one. Maps are merged deeply, clusters are listed together, other lists and values replace, and null removes what a
	// base has. References in a base are replaced for each application.
	Bases []DocumentReference `json:"bases,omitempty"`
	// Source is where the chart or the manifests come from; absent with a template, or if each entry has its sourceRef.
	Source *Source `json:"source,omitempty"`
	// Sources are more inline sources, rendered where an entry or a layer names them as sourceRef: {name: …}.
	Sources []NamedSource `json:"sources,omitempty"`
	// Config is what to run, and on which clusters: exactly one of helmRelease, kustomization and kclRun.
	Config Config `json:"config"`
	// Clusters are for this application alone, in addition to the clusters among the documents. No name may be in both.
	Clusters []Cluster `json:"clusters,omitempty"`
	// Topology is where Flux runs. HubAndSpoke: on a hub, which reaches the clusters with their kubeConfigs. Standalone:
	// in each cluster. Empty means HubAndSpoke. Objects have the same names in both. In Standalone each cluster has its
	// own folder; its objects have no kubeConfig, and the inline source and shared charts are copied into each folder.
	// Everything that the document only names must exist in each cluster.
	// +kubebuilder:validation:Enum=HubAndSpoke;Standalone
	Topology string `json:"topology,omitempty"`
	// Sharding spreads HelmReleases and Kustomizations over several instances of Flux's controllers.
	Sharding *Sharding `json:"sharding,omitempty"`
	// Limits are how much one change may do to what runs on the clusters of the application.
	Limits *Limits `json:"limits,omitempty"`
	// CommonMetadata holds labels and annotations for every rendered object.
	CommonMetadata *Metadata `json:"commonMetadata,omitempty"`
	// ImageAutomation finds new images of the application and writes their tags into the document. Flux 2.7 and newer.
	ImageAutomation *ImageAutomation `json:"imageAutomation,omitempty"`
	// Notification sends messages about the objects of the application.
	Notification *Notification `json:"notification,omitempty"`
	// Tenancy limits the application to the rights of a ServiceAccount.
	Tenancy *Tenancy `json:"tenancy,omitempty"`
}

// Config is what to run. Exactly one of HelmRelease, Kustomization and KCLRun is set.
type Config struct {
	// HelmRelease runs a Helm chart: one HelmRelease for each cluster.
	HelmRelease *HelmRelease `json:"helmRelease,omitempty"`
	// Kustomization runs manifests: one Kustomization for each cluster. It is a list with an entry for each destination.
	Kustomization []KustomizationEntry `json:"kustomization,omitempty"`
	// KCLRun runs a KCL program: one KCLRun for each cluster. It is a list with an entry for each destination.
	KCLRun []KCLRunEntry `json:"kclRun,omitempty"`

	// Defaults are fields for every entry. An entry's own field wins. It takes every field of an entry; of destination
	// only targetNamespace, and name only with a reference in it. Maps are merged deeply; lists and other values
	// replace; null removes a field. Inside values a null stays, because to Helm it removes the chart's own default.
	Defaults *apiextensionsv1.JSON `json:"defaults,omitempty"`
	// Overrides are fields for the entries of some clusters. They win over the entry, and a later item wins over an
	// earlier one. An item has cluster or clusters, or clusterSelector and placement or one of these, and beside it the
	// fields that defaults takes.
	Overrides []apiextensionsv1.JSON `json:"overrides,omitempty"`
}

// Source is where a chart or manifests come from: a reference, or the spec of a source that is rendered too.
type Source struct {
	// SourceRef names a source that exists in the cluster.
	SourceRef *SourceReference `json:"sourceRef,omitempty"`

	// Name is the name of the inline source. Empty means the name of the application.
	Name shortName `json:"name,omitempty"`

	InlineSource `json:",inline"`
}

// NamedSource is the name and the spec of one of several sources. Entries and layers name it as sourceRef: {name: …}.
type NamedSource struct {
	// Name is the name of the source, in the document and of its object.
	Name shortName `json:"name"`

	InlineSource `json:",inline"`
}

// InlineSource is the spec of one source that is rendered too.
type InlineSource struct {
	// Namespace is the namespace of the inline source. Empty means the namespace of the application.
	Namespace namespaceName `json:"namespace,omitempty"`
	// File is where the inline source lies in the rendered folder. Empty means the file of its entry where each cluster
	// has a source of its own, and else a file of its own in the folder of the application.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=1024
	File string `json:"file,omitempty"`
	// GitRepository is the spec of a GitRepository that is rendered too.
	GitRepository *sourcev1.GitRepositorySpec `json:"gitRepository,omitempty"`
	// HelmRepository is the spec of a HelmRepository that is rendered too. Only a HelmRelease can use it.
	HelmRepository *sourcev1.HelmRepositorySpec `json:"helmRepository,omitempty"`
	// OCIRepository is the spec of an OCIRepository that is rendered too. For a HelmRelease it is the chart itself.
	OCIRepository *sourcev1.OCIRepositorySpec `json:"ociRepository,omitempty"`
	// Bucket is the spec of a Bucket that is rendered too.
	Bucket *sourcev1.BucketSpec `json:"bucket,omitempty"`
	// Artifact is the spec of an ArtifactGenerator that is rendered too. It copies files of other sources into one
	// ExternalArtifact, for example a chart and its values files from two places. It has one item in artifacts, whose
	// name may be left out. A source of it may be an item of spec.sources, by its name alone. Flux 2.8 and newer.
	Artifact *sourcewatcherv1beta1.ArtifactGeneratorSpec `json:"artifact,omitempty"`
}

// SourceReference names a source of any kind. The workload decides which kinds it can use, and a HelmRelease also
// whether the source becomes its chartRef or the sourceRef of its chart.
type SourceReference struct {
	// APIVersion is the apiVersion of the source. Empty means the current one, and older ones are converted to it.
	APIVersion string `json:"apiVersion,omitempty"`
	// Kind is the kind of the source. A HelmRepository, GitRepository or Bucket holds charts; an OCIRepository,
	// HelmChart or ExternalArtifact is a chart itself. A GitRepository, OCIRepository, Bucket or ExternalArtifact holds
	// manifests.
	// +kubebuilder:validation:Enum=GitRepository;HelmRepository;OCIRepository;Bucket;HelmChart;ExternalArtifact
	Kind string `json:"kind"`
	// Name is the name of the source.
	Name objectName `json:"name"`
	// Namespace is the namespace of the source. Empty means the namespace of the object that refers to it.
	Namespace namespaceName `json:"namespace,omitempty"`
}

// Cluster is a cluster of a fleet that is written in the application itself. Other applications do not see it.
type Cluster struct {
	// Name is the name of the cluster. destination.cluster refers to it, and the names of objects and folders hold it.
	Name shortName `json:"name"`
	// Namespace is the namespace on the hub for the cluster's objects and its kubeconfig. Empty means the application's.
	Namespace namespaceName `json:"namespace,omitempty"`
	// Labels are the labels that a clusterSelector matches. Entries can use them, for example as
	// $(cluster.labels.region), or $(cluster.labels['region']) where the key has dots or slashes.
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations are more texts about the cluster. Entries can use them, for example as $(cluster.annotations['owner']).
	Annotations map[string]string `json:"annotations,omitempty"`
	// Params are values of any type for this cluster. Entries can use them, for example as $(cluster.params.replicas). Of
	// references inside params, those to the name, labels and annotations of the cluster are replaced, and others refused.
	Params map[string]apiextensionsv1.JSON `json:"params,omitempty"`
	// KubeConfig is how Flux on the hub reaches the cluster. The hub needs none, and no cluster with Standalone.
	KubeConfig *meta.KubeConfigReference `json:"kubeConfig,omitempty"`
	// Hub marks the cluster that Flux runs on.
	Hub bool `json:"hub,omitempty"`
}

// Sharding spreads the HelmReleases and Kustomizations of an application over shards of Flux's controllers, by the
// names of their clusters. Sources and charts stay with the main source-controller, which alone finds both.
type Sharding struct {
	// Shards is the number of shards, from 1 to 1000. The name of a cluster decides its shard; adding a shard moves only
	// its share of the clusters.
	Shards int32 `json:"shards"`
	// Key is the beginning of the shards' names; the number of the shard follows. Empty means shard: shard1, shard2 and
	// so on.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=59
	Key string `json:"key,omitempty"`
}

// RenderConfig holds the options of a run: of the KRM function, as its functionConfig, and of the command, with
// --config. Among other documents it is left alone.
//
// +kubebuilder:object:root=true
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
	// FluxVersion is the oldest Flux that must accept the objects, for example "2.8". Empty takes the fields of every
	// version that fluxapp knows, and writes the versions of APIs that all of them serve.
	FluxVersion string `json:"fluxVersion,omitempty"`
	// Namespace is the namespace of documents that have none.
	Namespace namespaceName `json:"namespace,omitempty"`
	// Strict treats warnings as errors.
	Strict bool `json:"strict,omitempty"`
	// Ignore are the rules whose warnings and notes are left out, each by its code, for example FA505. Errors stay.
	Ignore []string `json:"ignore,omitempty"`
	// Literal keeps ${…} and $$ in objects from a Flux Kustomization with postBuild, by an annotation on these.
	Literal bool `json:"literal,omitempty"`
	// Charts are the folders and archives of charts by which the values of HelmReleases are checked, each written as PATH,
	// or as URL=PATH for the charts, or the checkout, of one source. A path begins at the folder of this file; for the KRM
	// function, at the folder in which it runs.
	Charts []string `json:"charts,omitempty"`
	// Check compares the rendered objects with the existing ones and changes nothing. Only the KRM function reads it.
	Check bool `json:"check,omitempty"`
	// Exclude are the folders of the rendered folder whose files are not fluxapp's, for example copies for tests, each
	// written as a path below it. Nothing in them is read or written.
	Exclude []string `json:"exclude,omitempty"`
	// PruneOrphans removes also the objects of documents that were not read. Without it they stay, with a warning.
	PruneOrphans bool `json:"pruneOrphans,omitempty"`
	// Limits are how much one change may do to all clusters together, in addition to the limits of applications.
	Limits *Limits `json:"limits,omitempty"`
	// Acknowledge is the digest that the error about a limit prints. It lets this one change through, and no other.
	Acknowledge string `json:"acknowledge,omitempty"`
	// AccessProviders are how Flux logs in to clusters whose documents name an access provider, for example in
	// status.accessProviders of a ClusterProfile. Flux's own providers aws, azure, gcp and generic need no item, nor do
	// google, gke, eks, aks and kubelogin, where the document says enough.
	AccessProviders []AccessProvider `json:"accessProviders,omitempty"`
	// Delivery is how Flux carries the rendered folder: in groups of clusters, each with a Kustomization of its own.
	// Without it, the user writes the Kustomization that applies the folder.
	Delivery *Delivery `json:"delivery,omitempty"`
}

// AccessProvider is how Flux logs in to clusters of one access provider. fluxapp writes it into a ConfigMap of each.
type AccessProvider struct {
	// Name is the name of the access provider, as documents have it. A ManagedCluster of Open Cluster Management has
	// open-cluster-management.
	Name string `json:"name"`
	// Provider is the provider of Flux: aws, azure, gcp or generic. Empty means the one that the name means.
	// +kubebuilder:validation:Enum=aws;azure;gcp;generic
	Provider string `json:"provider,omitempty"`
	// Cluster is the name of a cluster in its cloud. It may have references to the cluster, for example
	// projects/shop/locations/$(cluster.params.location)/clusters/$(cluster.name).
	Cluster string `json:"cluster,omitempty"`
	// Address is the address of the API server, as https://HOST:PORT, in place of the document's. It may have references.
	Address string `json:"address,omitempty"`
	// ServiceAccountName is the ServiceAccount as which Flux logs in, beside the ConfigMap. Empty means Flux's own.
	ServiceAccountName string `json:"serviceAccountName,omitempty"`
	// Audiences are the audiences of the token. Empty means the address of the cluster.
	Audiences []string `json:"audiences,omitempty"`
}
