package schema

import (
	helmv2 "github.com/fluxcd/helm-controller/api/v2"
)

// HelmRelease is one chart, released on each of several destinations.
type HelmRelease struct {
	// Chart is the chart of all entries. It must be absent when there is a template, or when the source is the chart itself.
	Chart *Chart `json:"chart,omitempty"`
	// Template is the name of the HelmChart to release, in the application's namespace. fluxapp looks for it in this order: saved
	// by an Application among the documents, a HelmChart among the documents, a HelmChart in the cluster.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	Template string `json:"template,omitempty"`
	// ShareChart renders one HelmChart for each distinct chart, and the releases refer to it. Without it each release has its own
	// copy of the chart's spec.
	ShareChart bool `json:"shareChart,omitempty"`
	// Deploy is a list with an entry for each destination.
	Deploy []HelmReleaseEntry `json:"deploy"`
}

// Chart is Flux's HelmChartTemplate with the fields of its spec beside its metadata, and without the sourceRef, which is the
// application's or the entry's.
type Chart struct {
	// Metadata holds labels and annotations for the HelmChart that Flux makes. It becomes spec.chart.metadata of the release.
	Metadata *helmv2.HelmChartTemplateObjectMeta `json:"metadata,omitempty"`

	helmv2.HelmChartTemplateSpec `json:",inline"`
}

// HelmReleaseEntry is a release on one destination: every field of Flux's HelmReleaseSpec but those that have another place
// here (chart.spec, chartRef, kubeConfig, targetNamespace), and those of fluxapp.
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

// EntryMetadata holds the fields that entries of every kind have.
type EntryMetadata struct {
	// Name is the name of the object. Empty means <application>-<cluster>-<targetNamespace>, without the parts that are empty. If an
	// entry with a fixed name goes to another cluster, Flux leaves what it applied on the old one.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	Name string `json:"name,omitempty"`
	// Namespace is the namespace of the object on the hub. Empty means the namespace of its cluster in the fleet, or else the
	// application's. With topology Standalone it is a namespace of the cluster, and empty means the application's.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
	Namespace string `json:"namespace,omitempty"`
	// Metadata holds labels and annotations for this entry's object. They win over commonMetadata.
	Metadata *Metadata `json:"metadata,omitempty"`
	// Destination is where the entry runs. An empty one means the hub itself.
	Destination Destination `json:"destination"`
	// Wave orders the clusters of a rollout. An object waits until every object of the next lower wave is ready in the version
	// rendered in the same run. An object that somebody suspends by hand holds the later waves until it is resumed; one that the
	// document suspends holds nothing. Empty means 0. With topology Standalone only 0 is possible.
	Wave int32 `json:"wave,omitempty"`
}
