package kcl

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fluxcd/pkg/apis/meta"
)

// KCLRun runs a KCL program and applies what it makes.
//
// +kubebuilder:object:root=true
type KCLRun struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec is what to run.
	Spec KCLRunSpec `json:"spec"`
}

// KCLRunSpec is the spec of a KCLRun: the fields, types and rules of its CRD.
type KCLRunSpec struct {
	// SourceRef is the source of the KCL program.
	SourceRef SourceReference `json:"sourceRef"`
	// Path is the folder of the program in the source. Empty means its root.
	Path string `json:"path,omitempty"`
	// Interval is how often the program is run and applied.
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Pattern="^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$"
	Interval metav1.Duration `json:"interval"`
	// RetryInterval is the time until a failed run is tried again. Defaults to the interval.
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Pattern="^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$"
	RetryInterval *metav1.Duration `json:"retryInterval,omitempty"`
	// Timeout limits building, applying and checking. Defaults to the interval.
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Pattern="^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$"
	Timeout *metav1.Duration `json:"timeout,omitempty"`
	// Prune deletes objects that the program no longer makes.
	Prune bool `json:"prune"`
	// Suspend pauses the KCLRun.
	Suspend bool `json:"suspend,omitempty"`
	// Force recreates objects whose immutable fields change.
	// +kubebuilder:default:=false
	Force bool `json:"force,omitempty"`
	// Wait makes the controller wait until all objects are ready.
	Wait bool `json:"wait,omitempty"`
	// PersistentClient keeps one client for the whole run.
	PersistentClient *bool `json:"persistentClient,omitempty"`
	// ServiceAccountName is the service account that the controller impersonates.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	ServiceAccountName string `json:"serviceAccountName,omitempty"`
	// TargetNamespace is the namespace of the objects.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	TargetNamespace string `json:"targetNamespace,omitempty"`
	// KubeConfig is how the controller reaches another cluster.
	KubeConfig *KubeConfigReference `json:"kubeConfig,omitempty"`
	// DependsOn lists KCLRuns that must be ready first.
	DependsOn []meta.NamespacedObjectReference `json:"dependsOn,omitempty"`
	// HealthChecks are the objects that must be healthy before the KCLRun is ready.
	HealthChecks []meta.NamespacedObjectKindReference `json:"healthChecks,omitempty"`
	// CommonMetadata holds labels and annotations for all objects.
	CommonMetadata *CommonMetadata `json:"commonMetadata,omitempty"`
	// Config is how the program is compiled.
	Config *ConfigSpec `json:"config,omitempty"`
	// ArgumentsReferences are ConfigMaps and Secrets with arguments.
	ArgumentsReferences []ArgumentsReference `json:"argumentsReferences,omitempty"`
}

// ConfigSpec is how a KCL program is compiled.
type ConfigSpec struct {
	// Arguments are top-level arguments, for example env="prod".
	Arguments []string `json:"arguments,omitempty"`
	// Settings are setting files of the command line.
	Settings []string `json:"settings,omitempty"`
	// Overrides are paths and values, for example app.image="v2".
	Overrides []string `json:"overrides,omitempty"`
	// PathSelectors select parts of the result, for example a.b.c.
	PathSelectors []string `json:"pathSelectors,omitempty"`
	// Vendor uses vendored packages.
	Vendor bool `json:"vendor,omitempty"`
	// SortKeys sorts the keys of the result.
	SortKeys bool `json:"sortKeys,omitempty"`
	// ShowHidden prints hidden attributes.
	ShowHidden bool `json:"showHidden,omitempty"`
	// DisableNone leaves out None values.
	DisableNone bool `json:"disableNone,omitempty"`
}

// ArgumentsReference is a ConfigMap or Secret with arguments.
type ArgumentsReference struct {
	// Kind is Secret or ConfigMap.
	// +kubebuilder:validation:Enum=Secret;ConfigMap
	Kind string `json:"kind"`
	// Name is the name of the object, in the KCLRun's namespace.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	Name string `json:"name"`
	// Optional allows the object to be absent.
	// +kubebuilder:default:=false
	Optional bool `json:"optional,omitempty"`
}

// SourceReference names a source.
type SourceReference struct {
	// APIVersion is the apiVersion of the source.
	APIVersion string `json:"apiVersion,omitempty"`
	// Kind is the kind of the source.
	// +kubebuilder:validation:Enum=OCIRepository;GitRepository;Bucket
	Kind string `json:"kind"`
	// Name is the name of the source.
	Name string `json:"name"`
	// Namespace is the namespace of the source. Empty means the KCLRun's own.
	Namespace string `json:"namespace,omitempty"`
}

// KubeConfigReference leads to a member cluster. Unlike Flux's own it knows Secrets only.
type KubeConfigReference struct {
	// SecretRef names the Secret and the key in it. Without a key it is value or value.yaml.
	SecretRef meta.SecretKeyReference `json:"secretRef"`
}

// CommonMetadata is set on all objects.
type CommonMetadata struct {
	// Labels are set on all objects.
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations are set on all objects.
	Annotations map[string]string `json:"annotations,omitempty"`
}
