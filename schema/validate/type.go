package validate

import (
	"maps"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Type is the type of a value in an entry. The zero Type takes any value.
type Type struct{ shape *shape.Shape }

// EntryType returns the type of the entries of a workload.
func EntryType(workload kinds.WorkloadField) Type { return Type{shape.Entry(workload)} }

// OwnFields returns the fields of the entries of a workload that no object of Flux has, whichever workload it is.
func OwnFields(workload kinds.WorkloadField) (own []string) {
	fields := shape.Entry(workload)
	return each.Only(fields.Names(), func(name string) bool { return fields.Fields[name].From == shape.EntryMetadata })
}

// SharedType returns the type of what the entries of a workload share, by their fields, and of the chart template.
func SharedType(workload kinds.WorkloadField) Type {
	fields := maps.Clone(shape.Entry(workload).Fields)
	fields["template"] = shape.Field{Shape: shape.All().Template}
	return Type{&shape.Shape{Kind: shape.Object, Fields: fields}}
}

// Field returns the type of a field of a map, of each value of a map with any keys, or of the items of a list.
func (t Type) Field(key string) Type {
	switch {
	case t.shape == nil:
		return t
	case t.shape.Kind == shape.Object:
		if field := t.shape.Fields[key]; field.Shape != nil {
			return Type{field.Shape}
		}
		list, _ := t.Grows(key)
		return Type{t.shape.Fields[list].Shape}
	}
	return Type{t.shape.Elem}
}

// Grows returns the list that a field of a map is merged with: patches for patches+, images for images+(name). It is
// false for every other field.
func (t Type) Grows(key string) (name string, ok bool) {
	if t.shape == nil || t.shape.Kind != shape.Object {
		return "", false
	}
	k := names.ReadLayerKey(key)
	list := t.shape.Fields[k.Name].Shape
	return k.Name, k.Merges() && list != nil && list.Kind == shape.List
}

// IsOpen reports whether any value belongs there, for example in values: their nulls are values, and not absent fields.
func (t Type) IsOpen() bool {
	return t.shape == nil || t.shape.Kind == shape.Any || t.shape.Kind == shape.Dict && t.shape.Elem.Kind == shape.Any
}

// Fit returns a value of a reference as the type takes it: where only a string fits, a number or a boolean becomes its
// text as written, also in a list or map. The value may be used in other places, of other types.
func (t Type) Fit(b *tree.Builder, value tree.Node) tree.Node {
	switch kind := value.Kind(); {
	case t.shape == nil || t.shape.Kind == shape.Any:
	case kind == tree.List || kind == tree.Map:
		return b.Rebuild(value, func(child tree.Node) tree.Node { return t.Field(child.Key()).Fit(b, child) })
	case (t.shape.Kind == shape.String || t.shape.Short != "") && (kind == tree.Number || kind == tree.Bool):
		return b.WithSetter(b.String(value.Written(), value), value.Setter())
	}
	return value
}

// Defaults are what API servers fill in for a field and below it: the defaults of Flux's CRDs. Do not change them.
type Defaults struct {
	// Value is what an absent field gets; absent where it stays so.
	Value tree.Node
	// Below are the defaults of fields of the value, or of each item of a list. They count where the value is there.
	Below map[string]Defaults
}

// DefaultsOf returns the defaults below the spec of the objects of a kind; zero where they have none.
func DefaultsOf(kind string) Defaults {
	specs.once.Do(func() {
		specs.all = map[string]Defaults{}
		for kind, spec := range shape.Specs {
			specs.all[kind.Name] = fieldsOf(shape.Of(spec))
		}
	})
	return specs.all[kind]
}

// specs are made when asked for: initialized with a function, each importer would link the table of defaults.
var specs struct {
	once sync.Once
	all  map[string]Defaults
}

// fieldsOf returns the defaults below a shape. No type of Flux contains itself.
func fieldsOf(s *shape.Shape) Defaults {
	for s.Kind == shape.List {
		s = s.Elem
	}
	f := Defaults{Below: map[string]Defaults{}}
	for name, field := range s.Fields {
		below := fieldsOf(field.Shape)
		if text := shape.Fallback(field.From, name); text != "" {
			below.Value = tree.ParseValue([]byte(text))
		}
		if below.Value.Exists() || len(below.Below) > 0 {
			f.Below[name] = below
		}
	}
	return f
}
