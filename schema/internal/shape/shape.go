// Package shape knows the fields of documents: which there are, of which types, with which rules, and since which Flux.
//
// Shapes are made from Go types by reflection, so that the types of package v1alpha1 and of Flux are the only list of fields. The rules and
// descriptions of fields are generated from the comments of these types. [Check] compares a value with a shape, and [CheckFields] applies
// the rules.
package shape

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
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
	Amount // a number, or a percentage as a string
)

// Shape describes the values that a Go type takes.
type Shape struct {
	Kind   Kind
	Name   string // the Go type's name
	Path   string // the type with its package, for what has descriptions
	Bits   int    // of an integer
	Elem   *Shape // of lists and dicts
	Fields map[string]Field
	Layers map[terms.Workload]Layers // of a config, or of that of a base; the empty workload has the layers of a base for any
	Short  string                    // the field that a string in the place of the object is short for; empty when none is

	required []string // fields that some Flux requires, in alphabetical order
}

// Field is a field of an object. The zero Field is none.
type Field struct {
	Shape *Shape
	Rule  *Rule  // nil when any value of the shape is valid
	From  string // the type that declares the field; empty for a field of an old API, which is converted
}

// Layers are the shapes of the layers below and above the entries of a workload.
type Layers struct{ Defaults, Overrides *Shape }

// Names returns the fields in alphabetical order.
func (s *Shape) Names() []string { return slices.Sorted(maps.Keys(s.Fields)) }

var (
	durationType = reflect.TypeFor[metav1.Duration]()
	amountType   = reflect.TypeFor[intstr.IntOrString]()
	anyTypes     = []reflect.Type{
		reflect.TypeFor[apiextensionsv1.JSON](), reflect.TypeFor[metav1.FieldsV1](), reflect.TypeFor[metav1.Time](),
	}
	// dicts are fields in which the API server accepts any value and their controllers only maps.
	dicts = []string{"HelmReleaseEntry.values"}
	// named are types that documents may write as a name.
	named = []reflect.Type{reflect.TypeFor[v1alpha1.DocumentReference](), reflect.TypeFor[v1alpha1.TemplateReference]()}
)

// Set holds the shapes of the documents and of their parts.
type Set struct {
	Application, FluxApplication, Base, HelmChart, Repository, RenderConfig *Shape
	Metadata                                                                *Shape // of a document
	Chart, Cluster, Sharding, Limits, Template                              *Shape
	ImageAutomation, Notification, Tenancy                                  *Shape
	Sources                                                                 map[string]*Shape // inline sources by their field
	entries                                                                 map[terms.Workload]*Shape
}

// All makes all shapes on first use, because a program that links this package may never parse.
var All = sync.OnceValue(func() Set {
	types := maker{}
	set := Set{
		Application:     types.shape(reflect.TypeFor[v1alpha1.Application]()),
		FluxApplication: types.shape(reflect.TypeFor[v1alpha1.FluxApplication]()),
		Base:            types.shape(reflect.TypeFor[v1alpha1.FluxApplicationBase]()),
		HelmChart:       types.shape(reflect.TypeFor[helmChart]()),
		Repository:      types.shape(reflect.TypeFor[repository]()),
		RenderConfig:    types.shape(reflect.TypeFor[v1alpha1.RenderConfig]()),
		Metadata:        types.shape(reflect.TypeFor[metav1.ObjectMeta]()),
		Chart:           types.shape(reflect.TypeFor[v1alpha1.Chart]()),
		Template:        types.shape(reflect.TypeFor[v1alpha1.TemplateReference]()),
		Cluster:         types.shape(reflect.TypeFor[v1alpha1.Cluster]()),
		Sharding:        types.shape(reflect.TypeFor[v1alpha1.Sharding]()),
		Limits:          types.shape(reflect.TypeFor[v1alpha1.Limits]()),
		ImageAutomation: types.shape(reflect.TypeFor[v1alpha1.ImageAutomation]()),
		Notification:    types.shape(reflect.TypeFor[v1alpha1.Notification]()),
		Tenancy:         types.shape(reflect.TypeFor[v1alpha1.Tenancy]()),
		Sources:         map[string]*Shape{},
		entries: map[terms.Workload]*Shape{
			terms.HelmReleases:   types.shape(reflect.TypeFor[v1alpha1.HelmReleaseEntry]()),
			terms.Kustomizations: types.shape(reflect.TypeFor[v1alpha1.KustomizationEntry]()),
			terms.KCLRuns:        types.shape(reflect.TypeFor[v1alpha1.KCLRunEntry]()),
		},
	}
	layers := map[terms.Workload]Layers{}
	for workload, entry := range set.entries {
		layers[workload] = types.layers(entry)
	}
	types.shape(reflect.TypeFor[v1alpha1.Config]()).Layers = layers
	types.shape(reflect.TypeFor[v1alpha1.BaseConfig]()).Layers = layersOfBase(layers)
	source := types.shape(reflect.TypeFor[v1alpha1.Source]())
	for field := range kinds.With(kinds.Source) {
		set.Sources[field.Field] = source.Fields[field.Field].Shape
	}
	return set
})

// Entry returns the shape of the entries of a workload.
func Entry(workload terms.Workload) *Shape { return All().entries[workload] }

// pathOf names a type with its package.
func pathOf(t reflect.Type) string { return t.PkgPath() + "." + t.Name() }

// maker makes each type's shape once: types hold each other, and themselves.
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
	case t == amountType:
		s.Kind, s.Bits = Amount, 32
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
		s.Kind, s.Fields = Object, map[string]Field{}
		if slices.Contains(named, t) {
			s.Short = "name"
		}
		types.addFields(s, t)
		for name, old := range legacyFields[s.Name] {
			if s.Fields[name].Shape == nil {
				s.Fields[name] = Field{Shape: types.shape(old)}
			}
		}
		slices.Sort(s.required)
	default:
		panic("schema: no shape for " + t.String())
	}
	return s
}

// addFields adds the fields of a struct, and then those of embedded structs that it does not have itself.
func (types maker) addFields(s *Shape, t reflect.Type) {
	of, embedded := pathOf(t), []reflect.Type(nil)
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case name == "" && (f.Anonymous || options == "inline"):
			embedded = append(embedded, f.Type)
		case s.Fields[name].Shape == nil && hints[s.Name][name].field != elsewhere:
			field := Field{types.shape(f.Type), FindRule(of, name), of}
			if slices.Contains(dicts, s.Name+"."+name) {
				field.Shape = &Shape{Kind: Dict, Name: name, Elem: &Shape{}}
			}
			if r := field.Rule; r != nil && (r.Required || r.OptionalSince > 0) {
				s.required = append(s.required, name)
			}
			s.Fields[name] = field
		}
	}
	for _, e := range embedded {
		types.addFields(s, e)
	}
}

// layers makes the shapes of the layers of an entry: the entry's own fields, none of which is required, and in an override the fields
// that select clusters.
func (types maker) layers(entry *Shape) Layers {
	name := OurPath + strings.TrimSuffix(entry.Name, "Entry")
	defaults := &Shape{Kind: Object, Name: entry.Name, Path: name + "Layer", Fields: maps.Clone(entry.Fields)}
	defaults.Fields["destination"] = Field{Shape: types.shape(reflect.TypeFor[v1alpha1.LayerDestination]()), From: entry.Fields["destination"].From}
	override := &Shape{Kind: Object, Name: entry.Name, Path: name + overrideSuffix, Fields: maps.Clone(defaults.Fields)}
	maps.Copy(override.Fields, types.shape(reflect.TypeFor[v1alpha1.Override]()).Fields)
	return Layers{defaults, &Shape{Kind: List, Elem: override}}
}

const (
	// OurPath is the path of this package in the paths of shapes that no type has.
	OurPath = "github.com/fluxapp-dev/fluxapp/schema/internal/shape."
	// overrideSuffix ends the paths of the shapes of overrides.
	overrideSuffix = "Override"
)

// IsOverride reports whether the shape is that of the overrides of an entry.
func (s *Shape) IsOverride() bool { return strings.HasSuffix(s.Path, overrideSuffix) }

// field returns the shape of a field of the map n; nil when there is no such field. The layers of a config depend on its workload.
func (s *Shape) field(n tree.Node, key string) *Shape {
	if s.Layers == nil || key != "defaults" && key != "overrides" {
		return s.Fields[key].Shape
	}
	layers := s.Layers[""]
	for _, workload := range slices.Backward(terms.Workloads) {
		if n.Get(string(workload)).Exists() {
			layers = s.Layers[workload]
		}
	}
	switch {
	case layers.Defaults == nil:
		return s.Fields[key].Shape
	case key == "defaults":
		return layers.Defaults
	}
	return layers.Overrides
}

// OfType returns the shape of a Go type.
func OfType(t reflect.Type) *Shape { return maker{}.shape(t) }
