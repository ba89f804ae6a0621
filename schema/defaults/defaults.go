// Package defaults knows what API servers fill into the objects of Flux: the defaults of their CRDs, from the same
// generated tables as the pages about fields. It is for package render/status, which cannot import schema/internal.
package defaults

import (
	"maps"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Field is what API servers fill in for a field and below it. A nil Field has nothing. It must not be changed.
type Field struct {
	// Value is what an absent field gets; absent where it stays so.
	Value tree.Node
	// Below are the fields of the value, or of each item of a list, that have defaults. They count where the value is
	// there.
	Below map[string]*Field
}

// At returns what is filled in for a field of the value.
func (f *Field) At(key string) *Field {
	if f == nil {
		return nil
	}
	return f.Below[key]
}

// Default returns what an absent field gets; absent where it stays so.
func (f *Field) Default() tree.Node {
	if f == nil {
		return tree.Node{}
	}
	return f.Value
}

// Spec returns the defaults below the spec of the objects of a kind; nil where they have none.
func Spec(kind string) *Field { return specs()[kind] }

var specs = sync.OnceValue(func() map[string]*Field {
	all := map[string]*Field{}
	for kind, spec := range shape.Specs {
		all[kind.Name] = fieldsOf(shape.Of(spec))
	}
	return all
})

// fieldsOf returns the defaults below a shape; nil where there are none. No type of Flux contains itself.
func fieldsOf(s *shape.Shape) *Field {
	for s.Kind == shape.List {
		s = s.Elem
	}
	f := Field{Below: map[string]*Field{}}
	for name, field := range s.Fields {
		below := fieldsOf(field.Shape)
		if text := shape.Fallback(field.From, name); text != "" {
			filled := Field{Value: tree.ParseValue([]byte(text))}
			if below != nil {
				filled.Below = below.Below
			}
			below = &filled
		}
		f.Below[name] = below
	}
	maps.DeleteFunc(f.Below, func(_ string, below *Field) bool { return below == nil })
	if len(f.Below) == 0 {
		return nil
	}
	return &f
}
