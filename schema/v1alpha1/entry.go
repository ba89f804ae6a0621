package v1alpha1

import (
	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/meta"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fluxapp-dev/fluxapp/schema/internal/kcl"
)

// EntryMetadata holds the fields that entries of every kind have.
type EntryMetadata struct {
	// Name is the name of the object. Empty means <application>-<cluster>-<targetNamespace>, without the parts that are
	// empty. If an entry with a fixed name goes to another cluster, Flux leaves what it applied on the old one.
	Name shortName `json:"name,omitempty"`
	// Namespace is the namespace of the object on the hub. Empty means the namespace of its cluster in the fleet, or
	// else the application's. With topology Standalone it is one of the cluster, and empty means the application's.
	Namespace namespaceName `json:"namespace,omitempty"`
	// File is where the object lies in the rendered folder, for example clusters/$(cluster.name)/apps/web.yaml. Empty
	// means a file of its own in the folder of the application. Objects that name one file share it. No
	// kustomization.yaml that fluxapp writes names it.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=1024
	File string `json:"file,omitempty"`
	// Metadata holds labels and annotations for this entry's object. They win over commonMetadata.
	Metadata *Metadata `json:"metadata,omitempty"`
	// Source holds fields of the source of this entry, which are merged over those of spec.source: an inline spec over
	// one of the same kind. A sourceRef, or an inline spec of another kind, replaces it. Entries and clusters with equal
	// specs share one object.
	Source *Source `json:"source,omitempty"`
	// Destination is where the entry runs. An empty one means the hub itself.
	Destination Destination `json:"destination"`
	// Wave orders the clusters of a rollout. An object waits until every object of the next lower wave is ready in the
	// version rendered in the same run. An object that somebody suspends by hand holds the later waves until it is
	// resumed; one that the document suspends holds nothing. Empty means 0. With topology Standalone only 0 is possible.
	Wave int32 `json:"wave,omitempty"`
	// Params are values of any type for references, for example for $(cluster.params.replicas). They are merged over
	// the params of the cluster, and those of each layer over those of the layers below it; null removes a param. Of
	// references inside params, those to the name, labels and annotations of the cluster are replaced, others refused.
	// They are not rendered.
	Params map[string]apiextensionsv1.JSON `json:"params,omitempty"`
}

// Destination is where an entry goes.
type Destination struct {
	// KubeConfig is how Flux on the hub reaches the cluster. Without kubeConfig, cluster, clusterSelector and placement
	// the entry is for the hub itself, as if it named the hub of the fleet. With topology Standalone only the name of
	// the cluster is taken from it. Delete a kubeconfig after the objects that use it: without it Flux removes nothing.
	KubeConfig *meta.KubeConfigReference `json:"kubeConfig,omitempty"`
	// TargetNamespace is the namespace on the cluster. If it is empty, Flux chooses.
	TargetNamespace namespaceName `json:"targetNamespace,omitempty"`
	// Cluster is the name of the cluster. Without kubeConfig the cluster must be in the fleet. Beside kubeConfig it is
	// only the name for objects and folders; if it is empty there, the name is that of the kubeConfig's Secret or
	// ConfigMap without the suffix -kubeconfig.
	Cluster shortName `json:"cluster,omitempty"`
	// ClusterSelector selects clusters of the fleet by their labels, like selectors in Kubernetes. The entry is rendered
	// for each of them. An empty selector matches every cluster.
	ClusterSelector *metav1.LabelSelector `json:"clusterSelector,omitempty"`
	// Placement is the key of a scheduler's PlacementDecisions: their label multicluster.x-k8s.io/decision-key,
	// multicluster.x-k8s.io/placement-key or cluster.open-cluster-management.io/placement, or else their name. The entry
	// is rendered for all clusters in them, and beside clusterSelector for those of them that it matches.
	Placement string `json:"placement,omitempty"`
	// AllowEmpty allows clusterSelector and placement to select no cluster. Without it that is an error.
	AllowEmpty bool `json:"allowEmpty,omitempty"`
}

// Metadata holds labels and annotations for rendered objects.
type Metadata struct {
	// Labels are added to the objects. Labels that fluxapp sets itself are an error here.
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations are added to the objects. Annotations that fluxapp sets itself are an error here.
	Annotations map[string]string `json:"annotations,omitempty"`
}

// HelmRelease is one chart, released on each of several destinations.
type HelmRelease struct {
	// Chart is the chart of all entries. It is absent with a template, and with a source that is the chart itself.
	Chart *Chart `json:"chart,omitempty"`
	// Template is the name of the HelmChart to release, or its name and namespace. fluxapp looks for it in this order:
	// saved by an Application among the documents, a HelmChart among the documents, a HelmChart in the cluster. One of
	// another namespace must be among the documents.
	Template *TemplateReference `json:"template,omitempty"`
	// ShareChart renders one HelmChart for each distinct chart, and the releases refer to it. Without it each release
	// has its own copy of the chart's spec.
	ShareChart bool `json:"shareChart,omitempty"`
	// Deploy is a list with an entry for each destination.
	Deploy []HelmReleaseEntry `json:"deploy"`
}

// Chart is Flux's HelmChartTemplate with the fields of its spec beside its metadata, and without the sourceRef, which
// is the application's or the entry's. A chart of kind OCIRepository has its own url, and no source.
type Chart struct {
	// Kind is HelmChart, which empty means, or OCIRepository: then Flux makes an OCIRepository of url, ref and its other
	// fields, which are written here. Flux does this since 2.10; for an older one fluxapp makes it.
	// +kubebuilder:validation:Enum=HelmChart;OCIRepository
	Kind string `json:"kind,omitempty"`
	// Metadata holds labels and annotations for the HelmChart that Flux makes, as spec.chart.metadata.
	Metadata *helmv2.HelmChartTemplateObjectMeta `json:"metadata,omitempty"`

	helmv2.HelmChartTemplateSpec `json:",inline"`
}

// HelmReleaseEntry is a release on one destination: every field of Flux's HelmReleaseSpec but those that have another
// place here (chart.spec, chartRef, kubeConfig, targetNamespace), and those of fluxapp.
type HelmReleaseEntry struct {
	EntryMetadata `json:",inline"`

	// SourceRef is the source of this entry, in place of the application's.
	SourceRef *SourceReference `json:"sourceRef,omitempty"`
	// Chart holds chart fields of this entry. They win over those of helmRelease.chart.
	Chart *Chart `json:"chart,omitempty"`
	// DependsOn lists what must be ready first: HelmReleases by name, or all HelmReleases of an application.
	DependsOn []Dependency `json:"dependsOn,omitempty"`

	helmv2.HelmReleaseSpec `json:",inline"`
}

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

// KCLRunEntry is a KCLRun on one destination: every field of its spec but those that have another place here
// (kubeConfig, targetNamespace), and those of fluxapp.
type KCLRunEntry struct {
	EntryMetadata `json:",inline"`

	// SourceRef is the source of this entry, in place of the application's.
	SourceRef *kcl.SourceReference `json:"sourceRef,omitempty"`

	// DependsOn lists what must be ready first: KCLRuns by name, or all KCLRuns of an application.
	DependsOn []KCLRunDependency `json:"dependsOn,omitempty"`

	kcl.KCLRunSpec `json:",inline"`
}

// Dependency is what an entry waits for: Flux's own reference to an object of the same kind, or an application.
type Dependency struct {
	// Application is the name of an application. The entry waits for all objects of the same kind that it renders for
	// the same cluster. namespace is then the namespace of that application; empty means the same as this application's.
	Application shortName `json:"application,omitempty"`
	// Name is the name of an object of the same kind. fluxapp need not have rendered it.
	Name string `json:"name,omitempty"`

	meta.DependencyReference `json:",inline"`
}

// KCLRunDependency is the same for a KCLRun, which knows no readyExpr.
type KCLRunDependency struct {
	// Application is the name of an application. The entry waits for all KCLRuns that it renders for the same cluster.
	// namespace is then the namespace of that application; empty means the same as this application's.
	Application shortName `json:"application,omitempty"`
	// Name is the name of a KCLRun. fluxapp need not have rendered it.
	Name string `json:"name,omitempty"`

	meta.NamespacedObjectReference `json:",inline"`
}

// Override is what an item of overrides has besides the fields of a layer.
type Override struct {
	// ClusterSelector selects the clusters of the override by their labels. An empty selector matches every cluster.
	ClusterSelector *metav1.LabelSelector `json:"clusterSelector,omitempty"`
	// Cluster is the name of the one cluster that the override is for.
	Cluster shortName `json:"cluster,omitempty"`
	// Clusters are the names of the clusters that the override is for.
	Clusters []shortName `json:"clusters,omitempty"`
	// Placement is the key of decisions, as in a destination, beside clusterSelector or instead of it.
	Placement string `json:"placement,omitempty"`
	// Disable removes the clusters from the application: nothing is rendered for them. When their objects are deleted,
	// Flux uninstalls what runs there, unless the object was suspended or, for a Kustomization, has prune: false.
	Disable bool `json:"disable,omitempty"`
	// AllowEmpty allows the override to match no cluster of any entry, and to name clusters that do not exist yet.
	// Without it the first is a warning and the second an error.
	AllowEmpty bool `json:"allowEmpty,omitempty"`
}

// LayerDestination is what a layer may say of where entries go.
type LayerDestination struct {
	// TargetNamespace is the namespace on the clusters.
	TargetNamespace namespaceName `json:"targetNamespace,omitempty"`
}

// KCLRun is the object of the flux-kcl-controller (https://github.com/kcl-lang/flux-kcl-controller), and the other
// types are those of its fields. They are equal to its CRD. The controller's own Go module requires versions of Flux's
// APIs that no longer exist.
type (
	KCLRun                 = kcl.KCLRun
	KCLRunSpec             = kcl.KCLRunSpec
	KCLSourceReference     = kcl.SourceReference
	KCLConfig              = kcl.ConfigSpec
	KCLArgumentsReference  = kcl.ArgumentsReference
	KCLCommonMetadata      = kcl.CommonMetadata
	KCLKubeConfigReference = kcl.KubeConfigReference
)

// Names, by what takes them. They are aliases, so that a program writes strings.
type (
	// shortName is the name of an object of Flux, or of a cluster.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	shortName = string
	// objectName is the name of any object.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	objectName = string
	// namespaceName is the name of a namespace.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
	namespaceName = string
)
