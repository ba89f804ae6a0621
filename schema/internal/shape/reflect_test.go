package shape_test

import (
	"reflect"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/internal/testdata/legacy"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

var (
	durationType = reflect.TypeFor[metav1.Duration]()
	amountType   = reflect.TypeFor[intstr.IntOrString]()
	anyTypes     = []reflect.Type{
		reflect.TypeFor[apiextensionsv1.JSON](), reflect.TypeFor[metav1.FieldsV1](), reflect.TypeFor[metav1.Time](),
	}
	// dicts are fields in which the API server accepts any value and their controllers only maps.
	dicts = []string{"HelmReleaseEntry.values"}
	// shortTypes are types that documents may write as a name.
	shortTypes = []reflect.Type{reflect.TypeFor[v1alpha1.DocumentReference](),
		reflect.TypeFor[v1alpha1.TemplateReference]()}
)

// maker makes each type's shape once: types hold each other, and themselves. What it makes is the truth that the
// table must equal.
type maker map[reflect.Type]*shape.Shape

func (types maker) shape(t reflect.Type) *shape.Shape {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if s, ok := types[t]; ok {
		return s
	}
	s := &shape.Shape{Name: t.Name(), Path: pathOf(t)}
	types[t] = s // before its fields, which may hold the type again
	switch {
	case slices.Contains(anyTypes, t):
	case t == durationType:
		s.Kind = shape.Duration
	case t == amountType:
		s.Kind, s.Bits = shape.Amount, 32
	case t.Kind() == reflect.String:
		s.Kind = shape.String
	case t.Kind() == reflect.Bool:
		s.Kind = shape.Bool
	case t.Kind() >= reflect.Int && t.Kind() <= reflect.Int64:
		s.Kind, s.Bits = shape.Integer, t.Bits()
	case t.Kind() == reflect.Slice:
		s.Kind, s.Elem = shape.List, types.shape(t.Elem())
	case t.Kind() == reflect.Map:
		s.Kind, s.Elem = shape.Dict, types.shape(t.Elem())
	case t.Kind() == reflect.Struct:
		s.Kind, s.Fields = shape.Object, map[string]shape.Field{}
		if slices.Contains(shortTypes, t) {
			s.Short = "name"
		}
		types.addFields(s, t, "")
		for name, old := range legacy.Fields[s.Name] {
			if s.Fields[name].Shape == nil {
				s.Fields[name] = shape.Field{Shape: types.shape(old)}
			}
		}
		slices.Sort(*s.Required())
	default:
		panic("schema: no shape for " + t.String())
	}
	return s
}

// addFields adds the fields of a struct, and then the fields of embedded structs that it does not have itself.
// A field of an embedded struct is its outer struct's own where that has a rule for it: it came with another Flux.
func (types maker) addFields(s *shape.Shape, t reflect.Type, outer string) {
	embedded := []reflect.Type(nil)
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case name == "" && (f.Anonymous || options == "inline"):
			embedded = append(embedded, f.Type)
		case s.Fields[name].Shape == nil && !shape.IsMoved(s.Name, name):
			of := pathOf(t)
			if shape.FindRule(outer, name) != nil {
				of = outer
			}
			field := shape.Field{types.shape(f.Type), shape.FindRule(of, name), of}
			if slices.Contains(dicts, s.Name+"."+name) {
				field.Shape = &shape.Shape{Kind: shape.Dict, Name: name, Elem: &shape.Shape{}}
			}
			if r := field.Rule; r != nil && (r.Required || r.OptionalSince > 0) {
				*s.Required() = append(*s.Required(), name)
			}
			s.Fields[name] = field
		}
	}
	for _, e := range embedded {
		types.addFields(s, e, pathOf(t))
	}
}

// pathOf names a type with its package.
func pathOf(t reflect.Type) string { return t.PkgPath() + "." + t.Name() }
