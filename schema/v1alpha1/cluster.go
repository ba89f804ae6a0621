package v1alpha1

import (
	"github.com/fluxcd/pkg/apis/meta"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/util/validation"
)

// Cluster is a cluster of a fleet that is written in the application itself. Other applications do not see it.
type Cluster struct {
	// Name is the name of the cluster. destination.cluster refers to it, and the names of objects and folders hold it.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$"
	Name string `json:"name"`
	// Namespace is the namespace on the hub for the cluster's objects and its kubeconfig. Empty means the application's.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
	Namespace string `json:"namespace,omitempty"`
	// Labels are the labels that a clusterSelector matches. Entries can use them, for example as $(cluster.labels['region']).
	Labels map[string]string `json:"labels,omitempty"`
	// Annotations are more texts about the cluster. Entries can use them, for example as $(cluster.annotations['owner']).
	Annotations map[string]string `json:"annotations,omitempty"`
	// Params are values of any type for this cluster. Entries can use them, for example as $(cluster.params.replicas). A reference
	// inside params is not replaced.
	Params map[string]apiextensionsv1.JSON `json:"params,omitempty"`
	// KubeConfig is how Flux on the hub reaches the cluster. The hub itself needs none, and with topology Standalone no cluster does.
	KubeConfig *meta.KubeConfigReference `json:"kubeConfig,omitempty"`
	// Hub marks the cluster that Flux runs on.
	Hub bool `json:"hub,omitempty"`
}

// Sharding spreads the HelmReleases and Kustomizations of an application over shards of Flux's controllers, by the names of their
// clusters. Sources and charts stay with the main source-controller, which is the only one that finds them both.
type Sharding struct {
	// Shards is the number of shards, from 1 to 1000. The name of a cluster decides its shard; adding a shard moves only its share
	// of the clusters.
	Shards int32 `json:"shards"`
	// Key is the beginning of the shards' names; the number of the shard follows. Empty means shard: shard1, shard2 and so on.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=59
	Key string `json:"key,omitempty"`
}

// MaxShards is how many shards an application may have: more than anybody runs, and what a key leaves room for.
const MaxShards = 1000

// MaxName is the longest name that an object of Flux can use: its controllers write it into the label of everything that
// they apply (https://github.com/fluxcd/flux2/issues/2004), although the CRDs allow 253.
const MaxName = validation.LabelValueMaxLength
