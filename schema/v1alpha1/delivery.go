package v1alpha1

import (
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Delivery is how Flux carries the rendered folder: clusters are in a fixed number of groups, each with a folder, and
// with a Kustomization of Flux that applies it. The folder delivery has the Kustomizations, which are named after the
// RenderConfig. A Kustomization of the user's applies them. In the topology Standalone, each cluster is a group.
type Delivery struct {
	// SourceRef names the source of Flux that has the rendered folder: a GitRepository, OCIRepository, Bucket or
	// ExternalArtifact. Without it, the folder is as without delivery, for the commit before the first groups, with next.
	SourceRef *kustomizev1.CrossNamespaceSourceReference `json:"sourceRef,omitempty"`
	// Path is the rendered folder in the source, for example ./deploy. Empty means the root of the source.
	Path string `json:"path,omitempty"`
	// Namespace is the namespace of the Kustomizations. Empty means the RenderConfig's own.
	Namespace namespaceName `json:"namespace,omitempty"`
	// Interval is how often Flux applies each group again. Empty means 10m.
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Pattern="^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$"
	Interval *metav1.Duration `json:"interval,omitempty"`
	// Timeout is how long Flux may take for a group. Empty means the interval.
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Pattern="^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$"
	Timeout *metav1.Duration `json:"timeout,omitempty"`
	// ServiceAccountName is the ServiceAccount, in the namespace of the Kustomizations, that Flux applies the groups as.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	ServiceAccountName string `json:"serviceAccountName,omitempty"`
	// Groups is the number of groups, from 1 to 999: about a hundredth of the clusters. The name of a cluster decides its
	// group. Another number moves clusters between Kustomizations, which takes two commits; see next.
	Groups int32 `json:"groups,omitempty"`
	// Files is what a file holds: object, a file for each object, or application, a file for all objects of an application
	// in a group. Empty means object.
	// +kubebuilder:validation:Enum=object;application
	Files string `json:"files,omitempty"`
	// Artifacts makes an artifact of each group, by an ArtifactGenerator, so that Flux applies only the groups whose files
	// changed. It needs Flux 2.8, its source-watcher, and the feature gate ExternalArtifact of kustomize-controller.
	Artifacts bool `json:"artifacts,omitempty"`
	// Next is the layout of the next commit. Objects that will move to another Kustomization are marked in this one, so
	// that the Kustomization that has it now does not delete it.
	Next *NextDelivery `json:"next,omitempty"`
}

// NextDelivery holds the layout that the folder is going to have. It has groups, applications or both.
type NextDelivery struct {
	// Groups is the number of groups, from 1 to 999. 0 is a folder without delivery, and marks every object.
	Groups *int32 `json:"groups,omitempty"`
	// Applications are those that the next commit delivers in an order, because one of them depends on another one of
	// another kind, or no longer in an order: the namespace/name of an application, or a name.
	// +kubebuilder:validation:MinItems=1
	Applications []string `json:"applications,omitempty"`
}

// Limits are how much one change may do to what runs. A change that does more is an error wherever fluxapp sees what
// was there before, until its digest acknowledges it. Each limit counts the clusters on which HelmReleases,
// Kustomizations and KCLRuns change: a number of clusters, or a percentage of those that had one before. 0 allows
// none, and 100% allows all.
type Limits struct {
	// MaxDeleted is the number of clusters on which something may be deleted, or left without an owner, for example
	// because no entry chooses the cluster any more. Where no limits have it, an application may lose two clusters, or
	// half of those that it has if that is more.
	MaxDeleted *intstr.IntOrString `json:"maxDeleted,omitempty"`
	// MaxChanged is the number of clusters on which anything may change: fields, a name, whether it is suspended, and
	// what maxDeleted and maxReinstalled count. New objects do not count. Empty means all of them.
	MaxChanged *intstr.IntOrString `json:"maxChanged,omitempty"`
	// MaxReinstalled is the number of clusters on which something may be uninstalled and installed anew, or renamed.
	// Where no limits have it, the same holds as for maxDeleted.
	MaxReinstalled *intstr.IntOrString `json:"maxReinstalled,omitempty"`
	// Protected are clusters on which nothing may be deleted, left without an owner, reinstalled or renamed. A cluster
	// that is gone, and whose labels nobody knows any more, counts as one of them. Their HelmReleases, Kustomizations and
	// KCLRuns get the annotation fluxapp.dev/protected.
	Protected *Protected `json:"protected,omitempty"`
	// Final are limits for the Kubernetes objects that Helm and kustomize make. Nothing but fluxapp diff --final and
	// fluxapp report --final makes them, so no other command holds these.
	Final *FinalLimits `json:"final,omitempty"`
}

// FinalLimits are how many final Kubernetes objects one change may take away.
type FinalLimits struct {
	// MaxDeleted is the number of clusters on which final objects of the kinds may be deleted. Empty means all of them.
	MaxDeleted *intstr.IntOrString `json:"maxDeleted,omitempty"`
	// Kinds are those that count, for example StatefulSet. Empty means those whose end deletes data:
	// PersistentVolumeClaim, PersistentVolume, CustomResourceDefinition and Namespace.
	Kinds []string `json:"kinds,omitempty"`
}

// Protected are the clusters that limits protect.
type Protected struct {
	// ClusterSelector selects the clusters by their labels. {} selects all of them.
	ClusterSelector *metav1.LabelSelector `json:"clusterSelector"`
}
