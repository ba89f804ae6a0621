package v1alpha1

import "github.com/fluxapp-dev/fluxapp/schema/terms"

// The words of the language are those of package terms, which links no types of Flux.
type (
	Workload    = terms.Workload
	FluxVersion = terms.FluxVersion
)

const (
	KindApplication         = terms.KindApplication
	KindFluxApplication     = terms.KindFluxApplication
	KindFluxApplicationBase = terms.KindFluxApplicationBase
	KindRenderConfig        = terms.KindRenderConfig

	HelmReleases   = terms.HelmReleases
	Kustomizations = terms.Kustomizations
	KCLRuns        = terms.KCLRuns

	AnnotationRenderedFrom  = terms.AnnotationRenderedFrom
	AnnotationReconcile     = terms.AnnotationReconcile
	AnnotationDigest        = terms.AnnotationDigest
	AnnotationSubstitute    = terms.AnnotationSubstitute
	AnnotationTemplateName  = terms.AnnotationTemplateName
	AnnotationName          = terms.AnnotationName
	AnnotationKubeConfig    = terms.AnnotationKubeConfig
	LabelManagedBy          = terms.LabelManagedBy
	LabelArtifactRepository = terms.LabelArtifactRepository
	LabelHost               = terms.LabelHost
	LabelApplication        = terms.LabelApplication
	LabelShard              = terms.LabelShard

	OldestFlux = terms.OldestFlux
	NewestFlux = terms.NewestFlux
	MaxName    = terms.MaxName
	MaxShards  = terms.MaxShards
)

var (
	Workloads          = terms.Workloads
	OldSourceVersions  = terms.OldSourceVersions
	SaveTemplateLabels = terms.SaveTemplateLabels
)

// ParseFluxVersion is that of package terms.
func ParseFluxVersion(text string) (FluxVersion, error) { return terms.ParseFluxVersion(text) }

// KnownFluxVersions is that of package terms.
func KnownFluxVersions() []string { return terms.KnownFluxVersions() }

// CheckDigest is that of package terms.
func CheckDigest(text string) error { return terms.CheckDigest(text) }
