package schema

import (
	"github.com/fluxapp-dev/fluxapp/schema/describe"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// The old names of what has moved, until package render uses the new ones.

type (
	Application      = v1alpha1.Application
	FluxApplication  = v1alpha1.FluxApplication
	RenderConfig     = v1alpha1.RenderConfig
	Workload         = v1alpha1.Workload
	Code             = finding.Code
	Default          = reference.Default
	Field            = describe.Field
	FieldValue       = describe.FieldValue
	FluxVersion      = v1alpha1.FluxVersion
	Problem          = finding.Problem
	Reference        = reference.Reference
	ReferenceDefault = reference.Default
	ReferencePart    = reference.Part
	RenderConfigSpec = v1alpha1.RenderConfigSpec
	Severity         = finding.Severity
	Subject          = finding.Subject
)

const (
	AnnotationDigest       = v1alpha1.AnnotationDigest
	AnnotationKubeConfig   = v1alpha1.AnnotationKubeConfig
	AnnotationName         = v1alpha1.AnnotationName
	AnnotationRenderedFrom = v1alpha1.AnnotationRenderedFrom
	AnnotationTemplateName = v1alpha1.AnnotationTemplateName
	CodeArgo               = finding.CodeArgo
	CodeChartOfSource      = finding.CodeChartOfSource
	CodeContradiction      = finding.CodeContradiction
	CodeConversion         = finding.CodeConversion
	CodeCrossNamespace     = finding.CodeCrossNamespace
	CodeCycle              = finding.CodeCycle
	CodeDependency         = finding.CodeDependency
	CodeDuplicateChart     = finding.CodeDuplicateChart
	CodeDuplicateCluster   = finding.CodeDuplicateCluster
	CodeDuplicateDocument  = finding.CodeDuplicateDocument
	CodeDuplicateKey       = finding.CodeDuplicateKey
	CodeDuplicateObject    = finding.CodeDuplicateObject
	CodeDuplicatePath      = finding.CodeDuplicatePath
	CodeDuplicateRelease   = finding.CodeDuplicateRelease
	CodeDuration           = finding.CodeDuration
	CodeEmpty              = finding.CodeEmpty
	CodeFilled             = finding.CodeFilled
	CodeFleetNamespace     = finding.CodeFleetNamespace
	CodeFluxField          = finding.CodeFluxField
	CodeGates              = finding.CodeGates
	CodeHubName            = finding.CodeHubName
	CodeKey                = finding.CodeKey
	CodeKubeConfig         = finding.CodeKubeConfig
	CodeLeftOut            = finding.CodeLeftOut
	CodeLeftSuspended      = finding.CodeLeftSuspended
	CodeManyGates          = finding.CodeManyGates
	CodeMisplaced          = finding.CodeMisplaced
	CodeMustExist          = finding.CodeMustExist
	CodeName               = finding.CodeName
	CodeNamespace          = finding.CodeNamespace
	CodeNoApplication      = finding.CodeNoApplication
	CodeNoChart            = finding.CodeNoChart
	CodeNoCluster          = finding.CodeNoCluster
	CodeNoDestination      = finding.CodeNoDestination
	CodeNoEffect           = finding.CodeNoEffect
	CodeNoNamespace        = finding.CodeNoNamespace
	CodeNoSource           = finding.CodeNoSource
	CodeNoSuchApplication  = finding.CodeNoSuchApplication
	CodeNotOutput          = finding.CodeNotOutput
	CodeNullItem           = finding.CodeNullItem
	CodeOneWorkload        = finding.CodeOneWorkload
	CodeOutside            = finding.CodeOutside
	CodePinnedSelected     = finding.CodePinnedSelected
	CodeRange              = finding.CodeRange
	CodeReference          = finding.CodeReference
	CodeRequired           = finding.CodeRequired
	CodeReserved           = finding.CodeReserved
	CodeRunConfig          = finding.CodeRunConfig
	CodeSelector           = finding.CodeSelector
	CodeShard              = finding.CodeShard
	CodeSyntax             = finding.CodeSyntax
	CodeTag                = finding.CodeTag
	CodeTemplateInCluster  = finding.CodeTemplateInCluster
	CodeTemplateNamespace  = finding.CodeTemplateNamespace
	CodeTooLarge           = finding.CodeTooLarge
	CodeTooLong            = finding.CodeTooLong
	CodeTwoSources         = finding.CodeTwoSources
	CodeType               = finding.CodeType
	CodeUngated            = finding.CodeUngated
	CodeUnknownCluster     = finding.CodeUnknownCluster
	CodeUnknownField       = finding.CodeUnknownField
	CodeUnquoted           = finding.CodeUnquoted
	CodeUnsupported        = finding.CodeUnsupported
	CodeUnusedOverride     = finding.CodeUnusedOverride
	CodeUnusedSource       = finding.CodeUnusedSource
	Group                  = kinds.Group
	HelmReleases           = v1alpha1.HelmReleases
	KCLRuns                = v1alpha1.KCLRuns
	KindApplication        = v1alpha1.KindApplication
	KindFluxApplication    = v1alpha1.KindFluxApplication
	KindRenderConfig       = v1alpha1.KindRenderConfig
	Kustomizations         = v1alpha1.Kustomizations
	LabelManagedBy         = v1alpha1.LabelManagedBy
	LabelShard             = v1alpha1.LabelShard
	MaxErrors              = finding.MaxErrors
	MaxName                = v1alpha1.MaxName
	MaxShards              = v1alpha1.MaxShards
	SeverityError          = finding.SeverityError
	SeverityInfo           = finding.SeverityInfo
	SeverityWarning        = finding.SeverityWarning
	Version                = kinds.Version
)

var (
	CRD               = describe.CRD
	ExampleReference  = reference.Example
	FieldsAt          = describe.FieldsAt
	HoldsReference    = reference.Contains
	JSONSchema        = describe.JSONSchema
	KnownFluxVersions = v1alpha1.KnownFluxVersions
	MayBeSecret       = finding.MayBeSecret
	MayHold           = kinds.MayHold
	Nearest           = names.Nearest
	ParseFluxVersion  = v1alpha1.ParseFluxVersion
	Placeholder       = reference.Placeholder
	Recognizes        = kinds.Recognizes
	SplitReferences   = reference.Split
	ValidName         = names.Valid
)

type (
	// ErrorList is the old name of [Findings].
	ErrorList = finding.Findings
	// Error is the old name of [Finding].
	Error = finding.Finding
)

// InlineSource is a kind of source that an application can hold.
type InlineSource struct{ Field, Kind string }

// InlineSources returns the kinds of sources that an application can hold.
func InlineSources() (sources []InlineSource) {
	for k := range kinds.With(kinds.Source) {
		sources = append(sources, InlineSource{k.Field, k.Name})
	}
	return sources
}

// Explain is the old name of finding.Locate.
func Explain(problems []finding.Problem) finding.Findings { return finding.Locate(problems) }

// Errors is the old name of [From].
func Errors(err error) finding.Findings { return finding.From(err) }

// HasReference is the old name of a function of package reference.
func HasReference(n tree.Node) bool { return reference.Is(n) }
