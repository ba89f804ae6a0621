package schema

import (
	helmv2 "github.com/fluxcd/helm-controller/api/v2"
)

// HelmRelease is one chart, released on each of several destinations.
type HelmRelease struct {
	// Chart is what all entries release. It is absent with a template, and with a source that is the chart itself.
	Chart *Chart `json:"chart,omitempty"`
	// Template names the HelmChart to release: one that an Application in the input saves, a HelmChart in the input, or one
	// in the cluster, in this order and in the application's namespace.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	Template string `json:"template,omitempty"`
	// ShareChart renders one HelmChart for each distinct chart, which the releases refer to, rather than one in each
	// release.
	ShareChart bool `json:"shareChart,omitempty"`
	// Deploy has an entry for each destination.
	Deploy []HelmReleaseEntry `json:"deploy"`
}

// Chart is Flux's HelmChartTemplate with the fields of its spec beside its metadata, and without the sourceRef, which is the
// application's or the entry's.
type Chart struct {
	// Metadata is given to the HelmChart, as spec.chart.metadata of the release.
	Metadata *helmv2.HelmChartTemplateObjectMeta `json:"metadata,omitempty"`

	helmv2.HelmChartTemplateSpec `json:",inline"`
}

// HelmReleaseEntry is a release on one destination: every field of Flux's HelmReleaseSpec but those that have another place
// here (chart.spec, chartRef, kubeConfig, targetNamespace), and those of fluxapp.
type HelmReleaseEntry struct {
	EntryMetadata `json:",inline"`

	// SourceRef is this entry's own source.
	SourceRef *SourceReference `json:"sourceRef,omitempty"`
	// Chart holds this entry's own chart fields over the shared ones.
	Chart *Chart `json:"chart,omitempty"`
	// DependsOn are what must be ready first: HelmReleases, or all of an application.
	DependsOn []Dependency `json:"dependsOn,omitempty"`

	helmv2.HelmReleaseSpec `json:",inline"`
}

// EntryMetadata holds the fields that entries of every kind have.
type EntryMetadata struct {
	// Name pins the object's name. Empty, it is made of the application, the cluster and the target namespace.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	Name string `json:"name,omitempty"`
	// Namespace is the object's namespace on the hub; empty means that of its cluster in the fleet, or else the application's. In the
	// topology Standalone it is that on the cluster, and empty means the application's.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
	Namespace string `json:"namespace,omitempty"`
	// Metadata is set on this entry's object, over the application's commonMetadata.
	Metadata *Metadata `json:"metadata,omitempty"`
	// Destination is where the entry goes; empty, to the hub itself.
	Destination Destination `json:"destination"`
	// Wave orders the entries of an application: the objects of a wave wait until every object of the nearest lower wave is ready in
	// the version of the same rendering. An object that somebody suspends by hand holds the later waves until it is resumed; one
	// that the document suspends holds nothing. Empty means 0; with topology: Standalone nothing else is possible.
	Wave int32 `json:"wave,omitempty"`
}
