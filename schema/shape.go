package schema

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// shapeKind is what a Go type takes in JSON.
type shapeKind int

const (
	shapeAny shapeKind = iota
	shapeString
	shapeBool
	shapeInteger
	shapeDuration
	shapeList
	shapeDict   // a map with keys of the author's choice
	shapeObject // a map with known keys
)

// shape is what may stand at a place of a document. Shapes are made from the Go types by reflection, so that Flux's own
// types are the only list of Flux's fields.
type shape struct {
	kind     shapeKind
	name     string // the Go type's name
	path     string // the type with its package, for what has descriptions
	bits     int    // of an integer
	elem     *shape // of lists and dicts
	fields   map[string]*shape
	from     map[string]string        // the type that declares each field
	layers   map[Workload]layerShapes // of a config
	rules    map[string]*rule         // of the fields that have one
	required []required               // fields that must be there, in alphabetical order
	judged   map[string]judged        // the fields that have a rule, or below which one may be
}

// judged is a field that checkFields looks at.
type judged struct {
	shape *shape
	rule  *rule
}

// judge notes the fields that have rules of their own or below them.
func (s *shape) judge() {
	s.judged = map[string]judged{}
	for name, field := range s.fields {
		if r := s.rules[name]; r != nil || field.fields != nil || field.elem != nil && field.elem.fields != nil {
			s.judged[name] = judged{field, r}
		}
	}
}

// required is a field that must be there: always, or up to the minor version of Flux that made it optional.
type required struct {
	field string
	until int // 0 is always
}

// by reports whether a Flux requires the field.
func (r required) by(flux FluxVersion) bool { return r.until == 0 || !flux.has(r.until) }

// names returns the fields in alphabetical order.
func (s *shape) names() []string { return slices.Sorted(maps.Keys(s.fields)) }

var (
	durationType = reflect.TypeFor[metav1.Duration]()
	anyTypes     = []reflect.Type{
		reflect.TypeFor[apiextensionsv1.JSON](), reflect.TypeFor[metav1.FieldsV1](), reflect.TypeFor[metav1.Time](),
	}
	// dicts are fields of any type to the API server that their controllers read as maps.
	dicts = []string{"HelmReleaseEntry.values"}
)

// shapeSet holds the shapes of the documents and of their parts.
type shapeSet struct {
	application, fluxApplication, helmChart, repository, renderConfig *shape
	metadata                                                          *shape            // of a document
	helmRelease, kustomization, kclRun, chart, cluster, sharding      *shape            // an entry of deploy, one of kustomization, a chart, a cluster
	sources                                                           map[string]*shape // inline sources by their field
}

// shapes makes all shapes on first use, because a program that links this package may never parse.
var shapes = sync.OnceValue(func() shapeSet {
	types := shapeMaker{}
	set := shapeSet{
		application:     types.shape(reflect.TypeFor[Application]()),
		fluxApplication: types.shape(reflect.TypeFor[FluxApplication]()),
		helmChart:       types.shape(reflect.TypeFor[helmChart]()),
		repository:      types.shape(reflect.TypeFor[repository]()),
		renderConfig:    types.shape(reflect.TypeFor[RenderConfig]()),
		metadata:        types.shape(reflect.TypeFor[metav1.ObjectMeta]()),
		helmRelease:     types.shape(reflect.TypeFor[HelmReleaseEntry]()),
		kustomization:   types.shape(reflect.TypeFor[KustomizationEntry]()),
		kclRun:          types.shape(reflect.TypeFor[KCLRunEntry]()),
		chart:           types.shape(reflect.TypeFor[Chart]()),
		cluster:         types.shape(reflect.TypeFor[Cluster]()),
		sharding:        types.shape(reflect.TypeFor[Sharding]()),
		sources:         map[string]*shape{},
	}
	source := types.shape(reflect.TypeFor[Source]())
	types.shape(reflect.TypeFor[Config]()).layers = map[Workload]layerShapes{
		HelmReleases:   types.layers(set.helmRelease, "HelmRelease"),
		Kustomizations: types.layers(set.kustomization, "Kustomization"),
		KCLRuns:        types.layers(set.kclRun, "KCLRun"),
	}
	for _, field := range inlineSources {
		set.sources[field.Field] = source.fields[field.Field]
	}
	for _, s := range types {
		s.judge()
	}
	return set
})

// pathOf names a type with its package.
func pathOf(t reflect.Type) string { return t.PkgPath() + "." + t.Name() }

// shapeMaker makes each type's shape once: types hold each other, and themselves.
type shapeMaker map[reflect.Type]*shape

func (types shapeMaker) shape(t reflect.Type) *shape {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if s, ok := types[t]; ok {
		return s
	}
	s := &shape{name: t.Name(), path: pathOf(t)}
	types[t] = s // before its fields, which may hold the type again
	switch {
	case slices.Contains(anyTypes, t):
	case t == durationType:
		s.kind = shapeDuration
	case t.Kind() == reflect.String:
		s.kind = shapeString
	case t.Kind() == reflect.Bool:
		s.kind = shapeBool
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Int64:
		s.kind, s.bits = shapeInteger, t.Bits()
	case t.Kind() == reflect.Slice:
		s.kind, s.elem = shapeList, types.shape(t.Elem())
	case t.Kind() == reflect.Map:
		s.kind, s.elem = shapeDict, types.shape(t.Elem())
	case t.Kind() == reflect.Struct:
		s.kind, s.fields, s.rules = shapeObject, map[string]*shape{}, map[string]*rule{}
		s.from = map[string]string{}
		types.addFields(s, t)
		types.addLegacy(s)
		slices.SortFunc(s.required, func(a, b required) int { return strings.Compare(a.field, b.field) })
	default:
		panic("schema: no shape for " + t.String())
	}
	return s
}

// addFields adds the fields of a struct; those of embedded ones come after, so that the outer ones win.
func (types shapeMaker) addFields(s *shape, t reflect.Type) {
	of, embedded := pathOf(t), []reflect.Type(nil)
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case name == "" && (f.Anonymous || options == "inline"):
			embedded = append(embedded, f.Type)
		case s.fields[name] == nil && misplaced[s.name][name] == "":
			s.fields[name], s.from[name] = types.shape(f.Type), of
			if r := findRule(of, name); r != nil {
				s.rules[name] = r
				if r.required || r.optionalSince > 0 {
					s.required = append(s.required, required{name, r.optionalSince})
				}
			}
			if slices.Contains(dicts, s.name+"."+name) {
				s.fields[name] = &shape{kind: shapeDict, name: name, elem: &shape{}}
			}
		}
	}
	for _, e := range embedded {
		types.addFields(s, e)
	}
}

// addLegacy adds the fields that older versions of the type had and convert.go understands.
func (types shapeMaker) addLegacy(s *shape) {
	for name, t := range legacyFields[s.name] {
		if s.fields[name] == nil {
			s.fields[name] = types.shape(t)
		}
	}
}
