package kinds

import (
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
)

// Hub is what people call the cluster that Flux runs on, and its folder. No other cluster has this name.
const Hub = "hub"

// Ordered is the folder of what Flux applies before or after something of another kind.
const Ordered = "ordered"

// IsOrdered reports whether a folder, from the rendered folder, is one of objects that are applied so: on a hub
// ordered/NAMESPACE/NAME/CLUSTER, and else CLUSTER/ordered/NAMESPACE/NAME.
func IsOrdered(folder string) bool {
	parts := strings.Split(folder, "/")
	return len(parts) == 4 && (parts[0] == Ordered || parts[1] == Ordered)
}

// MaxShards is how many shards an application may have: more than anybody runs, and what a key leaves room for.
const MaxShards = 1000

// MaxName is the longest name that an object of Flux can use: its controllers write it into the label of everything
// that they apply (https://github.com/fluxcd/flux2/issues/2004), although the CRDs allow 253.
const MaxName = content.LabelValueMaxLength

// CheckDigest refuses what is no digest of a change: 16 hexadecimal digits. An empty text is valid.
func CheckDigest(text string) error {
	if text == "" || digest().MatchString(text) {
		return nil
	}
	return fmt.Errorf("%q is no digest of a change; write the 16 characters that the error about the limit prints", text)
}

var digest = pattern.Of("^[0-9a-f]{16}$")

// WorkloadField is the field of config with what an application's entries become.
type WorkloadField string

// The workloads, by their field in config.
const (
	HelmReleases   WorkloadField = "helmRelease"
	Kustomizations WorkloadField = "kustomization"
	KCLRuns        WorkloadField = "kclRun"
)

// Path returns the fields that lead from config to the list of entries.
func (w WorkloadField) Path() []string {
	if w == HelmReleases {
		return []string{string(w), "deploy"}
	}
	return []string{string(w)}
}

// WorkloadFields are all of them, in the order in which an application is searched for one.
var WorkloadFields = []WorkloadField{HelmReleases, Kustomizations, KCLRuns}

// Metadata that KubeSphere and fluxapp read and write.
const (
	// AnnotationRenderedFrom marks every rendered object with the namespace/name of its document.
	AnnotationRenderedFrom = "fluxapp.dev/rendered-from"
	// AnnotationReconcile with the value disabled keeps Flux from applying an object that it finds in Git.
	AnnotationReconcile = "kustomize.toolkit.fluxcd.io/reconcile"
	// AnnotationDigest is the digest of a rendered spec with its gates, which waves compare.
	AnnotationDigest = "fluxapp.dev/digest"
	// AnnotationClosesWave has the author's interval of an object that closes its wave, and so has a shorter one; it is
	// empty where another tool sets the interval.
	AnnotationClosesWave = "fluxapp.dev/closes-wave"
	// AnnotationProtected, "true", marks the workloads of clusters that limits protect. Who compares with rendered objects
	// knows from it what the limits of that rendering protected.
	AnnotationProtected = "fluxapp.dev/protected"
	// AnnotationDelivers has the folder that an object of delivery is for; it tells these objects from all others.
	AnnotationDelivers = "fluxapp.dev/delivers"
	// AnnotationPrune with the value disabled keeps every Kustomization of Flux from deleting an object, also one that is
	// deleted itself (https://fluxcd.io/flux/components/kustomize/kustomizations/#prune).
	AnnotationPrune = "kustomize.toolkit.fluxcd.io/prune"
	// AnnotationTemplateName marks the HelmChart of a saved template, as KubeSphere does.
	AnnotationTemplateName = "gitops.kubesphere.io/helm-template-name"
	// AnnotationName and LabelManagedBy are what KubeSphere's console finds the objects of an Application by.
	AnnotationName = "app.kubernetes.io/name"
	LabelManagedBy = "app.kubernetes.io/managed-by"
)

// Labels and annotations of the documents of a fleet.
const (
	// LabelHost marks the KubeSphere Cluster that KubeSphere, and Flux with it, runs on.
	LabelHost = "cluster-role.kubesphere.io/host"
	// AnnotationKubeConfig names the Secret with a cluster's kubeconfig, as NAME or NAME/KEY.
	AnnotationKubeConfig = "fluxapp.dev/kubeconfig-secret"
	// AnnotationKubeConfigMap names the ConfigMap by which Flux logs in to a cluster without a kubeconfig.
	AnnotationKubeConfigMap = "fluxapp.dev/kubeconfig-configmap"
)

// LabelApplication is the label by which Alerts find objects that are too many to be listed by name.
const LabelApplication = "fluxapp.dev/application"

// LabelShard is the label by which Flux's controllers share their work
// (https://fluxcd.io/flux/installation/configuration/sharding).
const LabelShard = "sharding.fluxcd.io/key"

// SaveTemplateLabels are the spellings, in KubeSphere's code and documentation, of the label that saves a chart.
var SaveTemplateLabels = []string{"gitops.kubesphere.io/save-helm-template", "gitops.kubesphere.io/save-helmtemplate"}
