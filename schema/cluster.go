package schema

import (
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	"github.com/fluxcd/pkg/apis/meta"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
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

// Labels and annotations of the documents of a fleet.
const (
	// LabelHost marks the KubeSphere Cluster that KubeSphere, and Flux with it, runs on.
	LabelHost = "cluster-role.kubesphere.io/host"
	// AnnotationKubeConfig names the Secret with a cluster's kubeconfig, as NAME or NAME/KEY.
	AnnotationKubeConfig = "gitops.kubesphere.io/kubeconfig-secret"
)

// isHub reports whether a document of a fleet is that of the cluster that Flux runs on.
func (d *Document) isHub() bool {
	return d.inFleet(kinds.KubeSphereCluster) && d.Root.At("metadata", "labels", LabelHost).Exists()
}

// kubeConfigSecret returns the Secret with the kubeconfig of a document of a fleet, and the key in it where that is said. Node is
// what says it. The name is empty when nothing does.
func (d *Document) kubeConfigSecret() (name, key string, node tree.Node) {
	if given := d.Root.At("metadata", "annotations", AnnotationKubeConfig); given.Text() != "" {
		name, key, _ = strings.Cut(given.Text(), "/")
		return name, key, given
	}
	node = d.Root.At("metadata", "name")
	switch {
	case d.inFleet(kinds.KubeSphereCluster): // KubeSphere names the Secret like the cluster
		return d.Name, "", node
	case d.inFleet(kinds.ClusterAPICluster): // https://cluster-api.sigs.k8s.io/developer/providers/contracts/control-plane
		return d.Name + "-kubeconfig", "", node
	}
	return "", "", node
}

func (d *Document) inFleet(of *kinds.Kind) bool { return d.Class == Fleet && d.means == of }
