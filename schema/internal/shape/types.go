package shape

// The Go types whose rules and shapes others look up: their names with their packages, as in [Shape.Path].
const (
	helmAPI         = "github.com/fluxcd/helm-controller/api/v2."
	kustomizeAPI    = "github.com/fluxcd/kustomize-controller/api/v1."
	sourceAPI       = "github.com/fluxcd/source-controller/api/v1."
	watcherAPI      = "github.com/fluxcd/source-watcher/api/v2/v1beta1."
	reflectorAPI    = "github.com/fluxcd/image-reflector-controller/api/v1."
	automationAPI   = "github.com/fluxcd/image-automation-controller/api/v1."
	notificationAPI = "github.com/fluxcd/notification-controller/api/v1"
	kclAPI          = "github.com/fluxapp-dev/fluxapp/schema/kcl."
	legacyAPI       = "github.com/fluxapp-dev/fluxapp/schema/internal/legacy."
	objectMeta      = "k8s.io/apimachinery/pkg/apis/meta/v1.ObjectMeta"
	ourAPI          = "github.com/fluxapp-dev/fluxapp/schema/v1alpha1."

	// The specs of the objects that fluxapp writes.
	HelmReleaseSpec           = helmAPI + "HelmReleaseSpec"
	KustomizationSpec         = kustomizeAPI + "KustomizationSpec"
	KCLRunSpec                = kclAPI + "KCLRunSpec"
	HelmChartSpec             = sourceAPI + "HelmChartSpec"
	GitRepositorySpec         = sourceAPI + "GitRepositorySpec"
	HelmRepositorySpec        = sourceAPI + "HelmRepositorySpec"
	OCIRepositorySpec         = sourceAPI + "OCIRepositorySpec"
	BucketSpec                = sourceAPI + "BucketSpec"
	ArtifactGeneratorSpec     = watcherAPI + "ArtifactGeneratorSpec"
	ImageRepositorySpec       = reflectorAPI + "ImageRepositorySpec"
	ImagePolicySpec           = reflectorAPI + "ImagePolicySpec"
	ImageUpdateAutomationSpec = automationAPI + "ImageUpdateAutomationSpec"
	ProviderSpec              = notificationAPI + "beta3.ProviderSpec"
	AlertSpec                 = notificationAPI + "beta3.AlertSpec"

	// References to sources, to what Alerts are about, and to kubeconfigs.
	SourceReference              = ourAPI + "SourceReference"
	HelmChartSourceReference     = helmAPI + "CrossNamespaceObjectReference"
	ChartReference               = helmAPI + "CrossNamespaceSourceReference"
	KustomizationSourceReference = kustomizeAPI + "CrossNamespaceSourceReference"
	KCLRunSourceReference        = kclAPI + "SourceReference"
	EventSourceReference         = notificationAPI + ".CrossNamespaceObjectReference"
	KubeConfigReference          = "github.com/fluxcd/pkg/apis/meta.KubeConfigReference"

	FluxApplicationSpec = ourAPI + "FluxApplicationSpec"
	// EntryMetadata has the fields that the entries of all workloads have.
	EntryMetadata = ourAPI + "EntryMetadata"
)
