package validate

import (
	"maps"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Defaults are what API servers fill in for a field and below it: the defaults of the CRDs of Flux. Nil has nothing. It
// must not be changed.
type Defaults struct {
	// value is what an absent field gets; absent where it stays so.
	value tree.Node
	// below are the defaults of fields of the value, or of each item of a list. They count where the value is there.
	below map[string]*Defaults
}

// At returns what is filled in for a field of the value.
func (f *Defaults) At(key string) *Defaults {
	if f == nil {
		return nil
	}
	return f.below[key]
}

// Value returns what an absent field gets; absent where it stays so.
func (f *Defaults) Value() tree.Node {
	if f == nil {
		return tree.Node{}
	}
	return f.value
}

// DefaultsOf returns the defaults below the spec of the objects of a kind; nil where they have none.
func DefaultsOf(kind string) *Defaults {
	specs.once.Do(func() {
		specs.all = map[string]*Defaults{}
		for kind, spec := range shape.Specs {
			specs.all[kind.Name] = fieldsOf(shape.Of(spec))
		}
	})
	return specs.all[kind]
}

// specs are made when asked for: initialized with a function, each importer would link the table of defaults.
var specs struct {
	once sync.Once
	all  map[string]*Defaults
}

// fieldsOf returns the defaults below a shape; nil where there are none. No type of Flux contains itself.
func fieldsOf(s *shape.Shape) *Defaults {
	for s.Kind == shape.List {
		s = s.Elem
	}
	f := Defaults{below: map[string]*Defaults{}}
	for name, field := range s.Fields {
		below := fieldsOf(field.Shape)
		if text := shape.Fallback(field.From, name); text != "" {
			filled := Defaults{value: tree.ParseValue([]byte(text))}
			if below != nil {
				filled.below = below.below
			}
			below = &filled
		}
		f.below[name] = below
	}
	maps.DeleteFunc(f.below, func(_ string, below *Defaults) bool { return below == nil })
	if len(f.below) == 0 {
		return nil
	}
	return &f
}
