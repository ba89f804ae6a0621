package shape

import "github.com/fluxapp-dev/fluxapp/schema/kinds"

// The Go types whose rules and shapes others look up: their names with their packages, as in [Shape.Path].
const (
	helmAPI         = "github.com/fluxcd/helm-controller/api/v2."
	kustomizeAPI    = "github.com/fluxcd/kustomize-controller/api/v1."
	sourceAPI       = "github.com/fluxcd/source-controller/api/v1."
	watcherAPI      = "github.com/fluxcd/source-watcher/api/v2/v1beta1."
	reflectorAPI    = "github.com/fluxcd/image-reflector-controller/api/v1."
	automationAPI   = "github.com/fluxcd/image-automation-controller/api/v1."
	notificationAPI = "github.com/fluxcd/notification-controller/api/v1"
	metaAPI         = "github.com/fluxcd/pkg/apis/meta."
	kclAPI          = "github.com/fluxapp-dev/fluxapp/schema/internal/kcl."
	legacyAPI       = "github.com/fluxapp-dev/fluxapp/schema/internal/testdata/legacy."
	objectMeta      = "k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta"
	ourAPI          = "github.com/fluxapp-dev/fluxapp/schema/v1alpha1."

	// References to sources, to what Alerts are about, and to kubeconfigs.
	SourceReference              = ourAPI + "SourceReference"
	HelmChartSourceReference     = helmAPI + "CrossNamespaceObjectReference"
	ChartReference               = helmAPI + "CrossNamespaceSourceReference"
	KustomizationSourceReference = kustomizeAPI + "CrossNamespaceSourceReference"
	KCLRunSourceReference        = kclAPI + "SourceReference"
	EventSourceReference         = notificationAPI + ".CrossNamespaceObjectReference"
	KubeConfigReference          = metaAPI + "KubeConfigReference"

	// Types of which others ask since when Flux has a field.
	DependencyReference = metaAPI + "DependencyReference"
	HelmChartTemplate   = helmAPI + "HelmChartTemplate"

	FluxApplicationSpec = ourAPI + "FluxApplicationSpec"
	// EntryMetadata has the fields that the entries of all workloads have.
	EntryMetadata = ourAPI + "EntryMetadata"
)

// Specs are the types of the specs of the objects that fluxapp writes.
var Specs = map[*kinds.Kind]string{
	kinds.HelmRelease:           helmAPI + "HelmReleaseSpec",
	kinds.Kustomization:         kustomizeAPI + "KustomizationSpec",
	kinds.KCLRun:                kclAPI + "KCLRunSpec",
	kinds.HelmChart:             sourceAPI + "HelmChartSpec",
	kinds.GitRepository:         sourceAPI + "GitRepositorySpec",
	kinds.HelmRepository:        sourceAPI + "HelmRepositorySpec",
	kinds.OCIRepository:         sourceAPI + "OCIRepositorySpec",
	kinds.Bucket:                sourceAPI + "BucketSpec",
	kinds.ArtifactGenerator:     watcherAPI + "ArtifactGeneratorSpec",
	kinds.ImageRepository:       reflectorAPI + "ImageRepositorySpec",
	kinds.ImagePolicy:           reflectorAPI + "ImagePolicySpec",
	kinds.ImageUpdateAutomation: automationAPI + "ImageUpdateAutomationSpec",
	kinds.Provider:              notificationAPI + "beta3.ProviderSpec",
	kinds.Alert:                 notificationAPI + "beta3.AlertSpec",
}
