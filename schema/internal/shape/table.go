package shape

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// The beginnings of the names of lists and maps in the table, and the name of a field in which the API server accepts
// any value and the controller only maps.
const (
	listOf     = "[]"
	dictOf     = "map[]"
	valuesType = "values"
)

// table makes the shape of each type once: types hold each other, and themselves.
var table = sync.OnceValue(func() map[string]*Shape {
	shapes := shapesOf{valuesType: {Kind: Dict, Name: "values", Elem: &Shape{}}}
	rows := typeRows[:]
	for _, row := range rows {
		shapes[row.path] = &Shape{Name: row.path[strings.LastIndexByte(row.path, '.')+1:], Path: row.path, Kind: row.kind,
			Bits: row.bits, Short: row.short}
	}
	for _, row := range rows {
		shapes.fill(shapes[row.path], row)
	}
	return shapes
})

// Of returns the shape of a Go type that the table has.
func Of(goType string) *Shape { return table()[goType] }

// shapesOf are shapes by the names of their types in the table.
type shapesOf map[string]*Shape

func (shapes shapesOf) fill(s *Shape, row typeRow) {
	switch row.kind {
	case List, Dict:
		s.Elem = shapes.named(row.elem)
	case Object:
		s.Fields = make(map[string]Field, len(row.fields))
		for _, f := range row.fields {
			s.addField(f, shapes.named(f.goType))
		}
	}
}

// addField adds a field. Its name comes behind the names of the other fields in the alphabet.
func (s *Shape) addField(f fieldRow, of *Shape) {
	field := Field{of, FindRule(f.from, f.name), f.from}
	if r := field.Rule; r != nil && (r.Required || r.OptionalSince > 0) {
		s.required = append(s.required, f.name)
	}
	s.Fields[f.name] = field
}

// named returns the shape of a type, which is made here if it is a list or a map.
func (shapes shapesOf) named(goType string) *Shape {
	if s := shapes[goType]; s != nil {
		return s
	}
	s := &Shape{Path: "."}
	shapes[goType] = s
	items, isList := strings.CutPrefix(goType, listOf)
	values, isDict := strings.CutPrefix(goType, dictOf)
	switch {
	case isList:
		s.Kind, s.Elem = List, shapes.named(items)
	case isDict:
		s.Kind, s.Elem = Dict, shapes.named(values)
	default:
		panic("schema: the table has no type " + goType) // a test compares the table with the types
	}
	return s
}

// Kind is what a Go type takes in JSON.
type Kind int

const (
	Any Kind = iota
	String
	Bool
	Integer
	Duration
	List
	Dict   // a map with keys of the author's choice
	Object // a map with known keys
	Amount // a number, or a percentage as a string
)

// typeRow is a Go type in the generated table. Of types that have no name there is no row: []T is a list of T, and
// map[]T a map with values T.
type typeRow struct {
	path   string // with its package
	kind   Kind
	bits   int    // of an integer
	elem   string // the type of the items of a list, or of the values of a map
	short  string
	fields []fieldRow // in alphabetical order
}

type fieldRow struct{ name, goType, from string }

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

type description struct{ goType, field, text string }

// Describe returns the description of a field that a type declares, or without a field of the type; empty when there
// is none.
func Describe(goType, field string) string { return find(descriptions[:], goType, field) }

// Fallback returns the JSON that an API server fills in when a field is absent; empty when there is none.
func Fallback(goType, field string) string { return find(fallbacks[:], goType, field) }

func find(table []description, goType, field string) string {
	i, found := slices.BinarySearchFunc(table, field, func(t description, field string) int {
		return cmp.Or(cmp.Compare(t.goType, goType), cmp.Compare(t.field, field))
	})
	if !found {
		return ""
	}
	return table[i].text
}
