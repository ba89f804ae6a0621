package v1alpha1

import (
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Workload is what an application's entries become.
type Workload string

// The workloads, by their field in config.
const (
	HelmReleases   Workload = "helmRelease"
	Kustomizations Workload = "kustomization"
	KCLRuns        Workload = "kclRun"
)

// Path returns the fields that lead from config to the list of entries.
func (w Workload) Path() []string {
	if w == HelmReleases {
		return []string{string(w), "deploy"}
	}
	return []string{string(w)}
}

// Workloads are all of them, in the order in which an application is searched for one.
var Workloads = []Workload{HelmReleases, Kustomizations, KCLRuns}

// Metadata that KubeSphere and fluxapp read and write.
const (
	// AnnotationRenderedFrom marks every rendered object with the namespace/name of its document.
	AnnotationRenderedFrom = "gitops.kubesphere.io/rendered-from"
	// AnnotationDigest is the digest of a rendered spec that waves compare.
	AnnotationDigest = "gitops.kubesphere.io/digest"
	// AnnotationTemplateName marks the HelmChart of a saved template, as KubeSphere does.
	AnnotationTemplateName = "gitops.kubesphere.io/helm-template-name"
	// AnnotationName and LabelManagedBy are what KubeSphere's console finds the objects of an Application by.
	AnnotationName = "app.kubernetes.io/name"
	LabelManagedBy = "app.kubernetes.io/managed-by"
	// LabelArtifactRepository, "true", makes a Flux source of a devops GitRepository.
	LabelArtifactRepository = "gitops.kubesphere.io/is-artifact-repository"
)

// Labels and annotations of the documents of a fleet.
const (
	// LabelHost marks the KubeSphere Cluster that KubeSphere, and Flux with it, runs on.
	LabelHost = "cluster-role.kubesphere.io/host"
	// AnnotationKubeConfig names the Secret with a cluster's kubeconfig, as NAME or NAME/KEY.
	AnnotationKubeConfig = "gitops.kubesphere.io/kubeconfig-secret"
)

// LabelShard is the label by which Flux's controllers share their work
// (https://fluxcd.io/flux/installation/configuration/sharding).
const LabelShard = "sharding.fluxcd.io/key"

// oldSourceVersions are those that Flux had before.
var OldSourceVersions = []string{kinds.GitRepository.Group + "/v1beta1", kinds.GitRepository.Group + "/v1beta2"}

// SaveTemplateLabels are the two spellings of the label that saves an Application's chart as a template: KubeSphere's code
// and its documentation differ.
var SaveTemplateLabels = []string{"gitops.kubesphere.io/save-helm-template", "gitops.kubesphere.io/save-helmtemplate"}
