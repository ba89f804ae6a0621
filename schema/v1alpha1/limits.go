package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

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
	// what maxDeleted and maxReinstalled count. What is new does not count. Empty means all of them.
	MaxChanged *intstr.IntOrString `json:"maxChanged,omitempty"`
	// MaxReinstalled is the number of clusters on which something may be uninstalled and installed anew, or renamed.
	// Where no limits have it, the same holds as for maxDeleted.
	MaxReinstalled *intstr.IntOrString `json:"maxReinstalled,omitempty"`
	// Protected are clusters on which nothing may be deleted, left without an owner, reinstalled or renamed. A cluster
	// that is gone, and whose labels nobody knows any more, counts as one of them. Their HelmReleases, Kustomizations and
	// KCLRuns get the annotation fluxapp.dev/protected.
	Protected *Protected `json:"protected,omitempty"`
}

// Protected are the clusters that limits protect.
type Protected struct {
	// ClusterSelector selects the clusters by their labels. {} selects all of them.
	ClusterSelector *metav1.LabelSelector `json:"clusterSelector"`
}
