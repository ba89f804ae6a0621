package v1alpha1

import (
	"bytes"
	"encoding/json"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// FluxApplicationBase is what several applications begin with. Nothing is rendered from it: an application names it
// in spec.bases.
//
// +kubebuilder:object:root=true
type FluxApplicationBase struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec is what the applications begin with. Each field of an application wins over that of a base.
	Spec FluxApplicationBaseSpec `json:"spec"`
	// Status is written by controllers. fluxapp does not read it.
	Status *apiextensionsv1.JSON `json:"status,omitempty"`
}

// FluxApplicationBaseSpec has the fields of an application without entries and bases. Every field is optional.
type FluxApplicationBaseSpec struct {
	// Source is where the chart or the manifests come from. The fields of the application's source win.
	Source *Source `json:"source,omitempty"`
	// Sources are more inline sources, which entries and layers name as sourceRef: {name: …}. The fields of one of the
	// application that has the same name win.
	Sources []NamedSource `json:"sources,omitempty"`
	// Config is what the applications run, without the entries, and the layers below those of the application.
	Config *BaseConfig `json:"config,omitempty"`
	// Clusters are clusters that the applications see, in addition to their own and to the clusters among the documents.
	Clusters []Cluster `json:"clusters,omitempty"`
	// Topology is where Flux runs. HubAndSpoke: on a hub, which reaches the clusters with their kubeConfigs. Standalone:
	// in each cluster.
	// +kubebuilder:validation:Enum=HubAndSpoke;Standalone
	Topology string `json:"topology,omitempty"`
	// Sharding spreads HelmReleases and Kustomizations over several instances of Flux's controllers.
	Sharding *Sharding `json:"sharding,omitempty"`
	// Limits are how much one change may do to what runs on the clusters of each application.
	Limits *Limits `json:"limits,omitempty"`
	// CommonMetadata holds labels and annotations for every rendered object.
	CommonMetadata *Metadata `json:"commonMetadata,omitempty"`
	// ImageAutomation finds new images of the applications and writes their tags into the document. Flux 2.7 and newer.
	ImageAutomation *ImageAutomation `json:"imageAutomation,omitempty"`
	// Notification sends messages about the objects of the applications.
	Notification *Notification `json:"notification,omitempty"`
	// Tenancy limits the applications to the rights of a ServiceAccount.
	Tenancy *Tenancy `json:"tenancy,omitempty"`
}

// BaseConfig is what the applications of a base run, without the entries, and the layers of their entries.
type BaseConfig struct {
	// HelmRelease is what the HelmReleases of the applications have in common. Only an application with helmRelease can
	// name a base that has it.
	HelmRelease *BaseHelmRelease `json:"helmRelease,omitempty"`

	// Defaults are fields for every entry, below the defaults of the application. A field that the workload of an
	// application does not have is an error for that application.
	Defaults *apiextensionsv1.JSON `json:"defaults,omitempty"`
	// Overrides are fields for the entries of some clusters. They are below the defaults of the application. A later
	// item wins over an earlier one. An item has cluster or clusters, or clusterSelector and placement or one of these,
	// and beside it the fields that defaults takes.
	Overrides []apiextensionsv1.JSON `json:"overrides,omitempty"`
}

// BaseHelmRelease is what the HelmReleases of several applications have in common.
type BaseHelmRelease struct {
	// Chart is the chart. The fields of the application's chart win.
	Chart *Chart `json:"chart,omitempty"`
	// Template is the name of a chart template, or its name and namespace, as in an application. Without a namespace it
	// is looked up in the namespace of the application.
	Template *TemplateReference `json:"template,omitempty"`
	// ShareChart renders one HelmChart for each distinct chart, as in an application.
	ShareChart bool `json:"shareChart,omitempty"`
}

// DocumentReference names a document. In a document it may be written as the name alone.
type DocumentReference struct {
	// Name is the name of the document.
	Name objectName `json:"name"`
	// Namespace is the namespace of the document. Empty means the namespace of the application.
	Namespace namespaceName `json:"namespace,omitempty"`
}

// UnmarshalJSON reads a name, or a map with name and namespace. Any other field is an error.
func (r *DocumentReference) UnmarshalJSON(data []byte) error {
	type fields DocumentReference
	*r = DocumentReference{}
	return nameOrFields(data, &r.Name, (*fields)(r))
}

// TemplateReference names a chart template: a HelmChart, or an application that saves its chart as one. In a document
// it may be written as the name alone.
type TemplateReference struct {
	// Name is the name of the template.
	Name objectName `json:"name"`
	// Namespace is the namespace of the template. Empty means the namespace of the application.
	Namespace namespaceName `json:"namespace,omitempty"`
}

// UnmarshalJSON reads a name, or a map with name and namespace. Any other field is an error.
func (r *TemplateReference) UnmarshalJSON(data []byte) error {
	type fields TemplateReference
	*r = TemplateReference{}
	return nameOrFields(data, &r.Name, (*fields)(r))
}

// nameOrFields reads a name, or a map with the fields of a struct.
func nameOrFields(data []byte, name *string, fields any) error {
	if bytes.HasPrefix(data, []byte{'"'}) {
		return json.Unmarshal(data, name)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return decoder.Decode(fields)
}
