package shape

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

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
)

// Shape is what may stand at a place of a document. Shapes are made from the Go types by reflection, so that Flux's own
// types are the only list of Flux's fields.
type Shape struct {
	Kind        Kind
	Name        string // the Go type's name
	Path        string // the type with its package, for what has descriptions
	Bits        int    // of an integer
	Elem        *Shape // of lists and dicts
	Fields      map[string]*Shape
	From        map[string]string            // the type that declares each field
	Layers      map[v1alpha1.Workload]Layers // of a config
	Rules       map[string]*Rule             // of the fields that have one
	required    []required                   // fields that must be there, in alphabetical order
	Constraints map[string]Constraint        // the fields that have a rule, or below which one may be
}

// Names returns the fields in alphabetical order.
func (s *Shape) Names() []string { return slices.Sorted(maps.Keys(s.Fields)) }

var (
	durationType = reflect.TypeFor[metav1.Duration]()
	anyTypes     = []reflect.Type{
		reflect.TypeFor[apiextensionsv1.JSON](), reflect.TypeFor[metav1.FieldsV1](), reflect.TypeFor[metav1.Time](),
	}
	// dicts are fields of any type to the API server that their controllers read as maps.
	dicts = []string{"HelmReleaseEntry.values"}
)

// Set holds the shapes of the documents and of their parts.
type Set struct {
	Application, FluxApplication, HelmChart, Repository, RenderConfig *Shape
	Metadata                                                          *Shape            // of a document
	helmRelease, kustomization, kclRun, Chart, Cluster, Sharding      *Shape            // an entry of deploy, one of kustomization, a chart, a cluster
	Sources                                                           map[string]*Shape // inline sources by their field
}

// All makes all shapes on first use, because a program that links this package may never parse.
var All = sync.OnceValue(func() Set {
	types := maker{}
	set := Set{
		Application:     types.shape(reflect.TypeFor[v1alpha1.Application]()),
		FluxApplication: types.shape(reflect.TypeFor[v1alpha1.FluxApplication]()),
		HelmChart:       types.shape(reflect.TypeFor[helmChart]()),
		Repository:      types.shape(reflect.TypeFor[repository]()),
		RenderConfig:    types.shape(reflect.TypeFor[v1alpha1.RenderConfig]()),
		Metadata:        types.shape(reflect.TypeFor[metav1.ObjectMeta]()),
		helmRelease:     types.shape(reflect.TypeFor[v1alpha1.HelmReleaseEntry]()),
		kustomization:   types.shape(reflect.TypeFor[v1alpha1.KustomizationEntry]()),
		kclRun:          types.shape(reflect.TypeFor[v1alpha1.KCLRunEntry]()),
		Chart:           types.shape(reflect.TypeFor[v1alpha1.Chart]()),
		Cluster:         types.shape(reflect.TypeFor[v1alpha1.Cluster]()),
		Sharding:        types.shape(reflect.TypeFor[v1alpha1.Sharding]()),
		Sources:         map[string]*Shape{},
	}
	source := types.shape(reflect.TypeFor[v1alpha1.Source]())
	types.shape(reflect.TypeFor[v1alpha1.Config]()).Layers = map[v1alpha1.Workload]Layers{
		v1alpha1.HelmReleases:   types.layers(set.helmRelease, "HelmRelease"),
		v1alpha1.Kustomizations: types.layers(set.kustomization, "Kustomization"),
		v1alpha1.KCLRuns:        types.layers(set.kclRun, "KCLRun"),
	}
	for field := range kinds.With(kinds.Source) {
		set.Sources[field.Field] = source.Fields[field.Field]
	}
	for _, s := range types {
		s.indexRules()
	}
	return set
})

// pathOf names a type with its package.
func pathOf(t reflect.Type) string { return t.PkgPath() + "." + t.Name() }

// shapeMaker makes each type's shape once: types hold each other, and themselves.
type maker map[reflect.Type]*Shape

func (types maker) shape(t reflect.Type) *Shape {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if s, ok := types[t]; ok {
		return s
	}
	s := &Shape{Name: t.Name(), Path: pathOf(t)}
	types[t] = s // before its fields, which may hold the type again
	switch {
	case slices.Contains(anyTypes, t):
	case t == durationType:
		s.Kind = Duration
	case t.Kind() == reflect.String:
		s.Kind = String
	case t.Kind() == reflect.Bool:
		s.Kind = Bool
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Int64:
		s.Kind, s.Bits = Integer, t.Bits()
	case t.Kind() == reflect.Slice:
		s.Kind, s.Elem = List, types.shape(t.Elem())
	case t.Kind() == reflect.Map:
		s.Kind, s.Elem = Dict, types.shape(t.Elem())
	case t.Kind() == reflect.Struct:
		s.Kind, s.Fields, s.Rules = Object, map[string]*Shape{}, map[string]*Rule{}
		s.From = map[string]string{}
		types.addFields(s, t)
		types.addLegacy(s)
		slices.SortFunc(s.required, func(a, b required) int { return strings.Compare(a.field, b.field) })
	default:
		panic("schema: no shape for " + t.String())
	}
	return s
}

// addFields adds the fields of a struct; those of embedded ones come after, so that the outer ones win.
func (types maker) addFields(s *Shape, t reflect.Type) {
	of, embedded := pathOf(t), []reflect.Type(nil)
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case name == "" && (f.Anonymous || options == "inline"):
			embedded = append(embedded, f.Type)
		case s.Fields[name] == nil && misplaced[s.Name][name] == "":
			s.Fields[name], s.From[name] = types.shape(f.Type), of
			if r := FindRule(of, name); r != nil {
				s.Rules[name] = r
				if r.Required || r.OptionalSince > 0 {
					s.required = append(s.required, required{name, r.OptionalSince})
				}
			}
			if slices.Contains(dicts, s.Name+"."+name) {
				s.Fields[name] = &Shape{Kind: Dict, Name: name, Elem: &Shape{}}
			}
		}
	}
	for _, e := range embedded {
		types.addFields(s, e)
	}
}

// addLegacy adds the fields that older versions of the type had and convert.go understands.
func (types maker) addLegacy(s *Shape) {
	for name, t := range legacyFields[s.Name] {
		if s.Fields[name] == nil {
			s.Fields[name] = types.shape(t)
		}
	}
}

// Entry returns the shape of the entries of a workload.
func Entry(workload v1alpha1.Workload) *Shape {
	switch set := All(); workload {
	case v1alpha1.Kustomizations:
		return set.kustomization
	case v1alpha1.KCLRuns:
		return set.kclRun
	default:
		return set.helmRelease
	}
}
