// Package fault says in words what a values.schema.json does not take of the values of a chart, and where. No text has
// a value of the author: it may be a secret.
package fault

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/values"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
)

// Fault is one thing that a schema does not take.
type Fault struct {
	At      []string   // the place in the values of the release
	Key     string     // the field below the place whose key is wrong
	Missing string     // the field below the place that is missing
	Text    string     // what is wrong, and what to write instead
	OfMap   bool       // a map that is merged with others cannot lose the fault
	OfAll   bool       // all that is below the place decides
	Chosen  [][]string // the places whose values decide whether it is a fault at all

	wants   []string // the kinds that the schema takes: the value is of another one
	allowed []string // the only values that the schema takes
	ofOther bool     // all of them are of another kind than the value
}

// Find returns what a schema does not take of values, in the order of their places. Who is what texts call the chart,
// and prefix is the place of its values in the release. Steps and error are those of [valuesschema.Schema.Validate].
func Find(s *valuesschema.Schema, who string, prefix []string, given values.Map, steps *int) ([]Fault, error) {
	failure, err := s.Validate(given, steps)
	if failure == nil {
		return nil, err
	}
	f := &finder{who, given, s, map[string]bool{}}
	found := sorted(f.each(failure.Causes, context{url: failure.SchemaURL}))
	for i := range found {
		found[i].addPrefix(prefix)
	}
	return found, err
}

func (f *Fault) addPrefix(prefix []string) {
	f.At = slices.Concat(prefix, f.At)
	chosen := make([][]string, len(f.Chosen)) // other faults have the same list
	for i, place := range f.Chosen {
		chosen[i] = slices.Concat(prefix, place)
	}
	f.Chosen = chosen
}

// finder makes faults of what the JSON Schema library returns. Places are those in the values of the chart.
type finder struct {
	who    string
	value  values.Map
	schema *valuesschema.Schema
	named  map[string]bool // what ofNames has told
}

// context is a schema that errors below are in: its URL, and the place of its value.
type context struct {
	url    string
	at     []string
	chosen [][]string
}

// decisive leaves out errors of unevaluated… if there are others: what a schema that failed knows counts as unknown.
func decisive(causes []*jsonschema.ValidationError) []*jsonschema.ValidationError {
	others := slices.DeleteFunc(slices.Clone(causes), func(e *jsonschema.ValidationError) bool {
		_, pointer, _ := strings.Cut(e.SchemaURL, "#")
		steps := stepsOf(pointer)
		return len(steps) > 0 && strings.HasPrefix(steps[len(steps)-1].keyword, "unevaluated")
	})
	if len(others) > 0 {
		return others
	}
	return causes
}

// sorted returns faults in an order that does not depend on that of maps, without those that follow from others. Of
// equal ones it keeps that with the fewest places that decide.
func sorted(all []Fault) []Fault {
	compare := func(a, b Fault) int {
		return cmp.Or(slices.Compare(a.At, b.At), cmp.Compare(a.Key, b.Key), cmp.Compare(a.Missing, b.Missing),
			cmp.Compare(a.Text, b.Text))
	}
	slices.SortStableFunc(all, func(a, b Fault) int {
		return cmp.Or(compare(a, b), cmp.Compare(len(a.Chosen), len(b.Chosen)),
			slices.CompareFunc(a.Chosen, b.Chosen, slices.Compare))
	})
	all = slices.CompactFunc(all, func(a, b Fault) bool { return compare(a, b) == 0 })
	of := func(f Fault, at []string) int { return slices.Compare(f.At, at) }
	known := slices.DeleteFunc(slices.Clone(all), func(f Fault) bool { return f.wants == nil })
	return slices.DeleteFunc(all, func(found Fault) bool {
		i, _ := slices.BinarySearchFunc(known, found.At, of)
		for ; i < len(known) && of(known[i], found.At) == 0 && !found.followsFrom(known[i]); i++ {
		}
		return i < len(known) && found.followsFrom(known[i])
	})
}

// followsFrom reports whether another fault takes fewer kinds of the value, and is one whenever this one is.
func (f Fault) followsFrom(other Fault) bool {
	if other.wants == nil || !slices.Equal(f.At, other.At) || !areAmong(other.Chosen, f.Chosen, slices.Equal) {
		return false
	}
	return len(f.wants) > len(other.wants) && areAmong(other.wants, f.wants, func(a, b string) bool { return a == b })
}

// areAmong reports whether all items of a list are in another one.
func areAmong[T any](list, all []T, same func(a, b T) bool) bool {
	return !slices.ContainsFunc(list, func(item T) bool {
		return !slices.ContainsFunc(all, func(other T) bool { return same(item, other) })
	})
}

func (f *finder) walk(e *jsonschema.ValidationError, in context) (all []Fault) {
	steps := stepsOf(strings.TrimPrefix(e.SchemaURL, in.url))
	here := in
	at := e.InstanceLocation
	if _, isName := e.ErrorKind.(*kind.PropertyNames); !isName { // which has a wrong place: see ofNames
		here.chosen = slices.Concat(in.chosen, choices(steps, at))
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Reference:
		here.url, here.at = k.URL, at
		return f.each(e.Causes, here)
	case *kind.Group, *kind.AllOf:
		return f.each(e.Causes, in)
	case *kind.AnyOf:
		return f.ofForms(e, in, here)
	case *kind.OneOf:
		if len(k.Subschemas) == 0 {
			return f.ofForms(e, in, here)
		}
	case *kind.PropertyNames:
		return f.ofNames(e, k.Property, steps, in)
	}
	all = f.leaves(e)
	for i := range all {
		all[i].Chosen = here.chosen
	}
	return all
}

func (f *finder) each(causes []*jsonschema.ValidationError, in context) (all []Fault) {
	for _, cause := range decisive(causes) {
		all = append(all, f.walk(cause, in)...)
	}
	return all
}

// ofNames finds the maps with a key that propertyNames does not take. The library has the path of the schema right,
// and shares the memory of the place with other values.
func (f *finder) ofNames(e *jsonschema.ValidationError, name string, steps []step, in context) (all []Fault) {
	told := fmt.Sprint(e.SchemaURL, name, in.at, in.chosen)
	if f.named[told] { // each map with the name is an error of its own
		return nil
	}
	f.named[told] = true
	for _, place := range f.placesBelow(in.at, steps) {
		table, _ := values.At(f.value, place).(values.Map)
		if _, has := table[name]; has {
			all = append(all, Fault{At: place, Key: name, OfMap: true, Text: f.nameText(e, name),
				Chosen: slices.Concat(in.chosen, choices(steps, place))})
		}
	}
	return all
}

// placesBelow returns the places to which the steps of a schema may lead.
func (f *finder) placesBelow(at []string, steps []step) [][]string {
	found := [][]string{at}
	for _, s := range steps {
		if !s.descends() {
			continue
		}
		var below [][]string
		for _, place := range found {
			for _, child := range values.Steps(values.At(f.value, place)) {
				if s.keyword != "properties" || child == s.name {
					below = append(below, append(slices.Clone(place), child))
				}
			}
		}
		found = below
	}
	return found
}

// nameText says what names propertyNames takes, where it lists them.
func (f *finder) nameText(e *jsonschema.ValidationError, name string) string {
	if len(e.Causes) == 1 {
		if k, isEnum := e.Causes[0].ErrorKind.(*kind.Enum); isEnum {
			return f.unknownText(name, jsonTexts(k.Want))
		}
	}
	return f.who + " takes no such name here; write another one"
}
