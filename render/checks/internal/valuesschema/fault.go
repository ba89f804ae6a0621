package valuesschema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// Fault is one thing that a schema does not take. Its text has no value of the author: that may be a secret.
type Fault struct {
	At      []string   // the place in the values of the chart
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

// Faults returns what the schema does not take of values, in the order of their places. Who is what texts call the
// chart. It takes of the steps left, at first [MaxSteps].
// Its error says why the schema cannot be applied: an [ExternalError], beside faults, where it is not complete.
func (s *Schema) Faults(who string, given Map, steps *int) ([]Fault, error) {
	failure, err := s.validate(given, steps)
	if failure == nil {
		return nil, err
	}
	f := &finder{who, given, s}
	return sorted(f.each(failure.Causes, context{url: failure.SchemaURL})), err
}

// finder makes faults of what the JSON Schema library returns. Places are those in the values of the chart.
type finder struct {
	who    string
	value  Map
	schema *Schema
}

// context is a schema that errors below are in: its URL, the place of its value, and the places that decide about it.
type context struct {
	url    string
	at     []string
	chosen [][]string
}

// each leaves out errors of unevaluated… if there are others: what a schema that failed knows counts as unknown.
func (f *finder) each(causes []*jsonschema.ValidationError, in context) (all []Fault) {
	others := slices.DeleteFunc(slices.Clone(causes), func(e *jsonschema.ValidationError) bool {
		_, pointer, _ := strings.Cut(e.SchemaURL, "#")
		steps := stepsOf(pointer)
		return len(steps) > 0 && strings.HasPrefix(steps[len(steps)-1].keyword, "unevaluated")
	})
	if len(others) > 0 {
		causes = others
	}
	for _, cause := range causes {
		all = append(all, f.walk(cause, in)...)
	}
	return all
}

func (f *finder) walk(e *jsonschema.ValidationError, in context) (all []Fault) {
	here, steps := in, stepsOf(strings.TrimPrefix(e.SchemaURL, in.url))
	if _, isName := e.ErrorKind.(*kind.PropertyNames); isName {
		// The library shares the memory of the place with other values.
		e.InstanceLocation = placeBelow(in.at, steps)
	}
	here.chosen = slices.Concat(in.chosen, choices(steps, e.InstanceLocation))
	switch k := e.ErrorKind.(type) {
	case *kind.Reference:
		here.url, here.at = k.URL, e.InstanceLocation
		return f.each(e.Causes, here)
	case *kind.Group, *kind.AllOf:
		return f.each(e.Causes, in)
	case *kind.AnyOf:
		return f.ofForms(e, in, here)
	case *kind.OneOf:
		if len(k.Subschemas) == 0 {
			return f.ofForms(e, in, here)
		}
	}
	for _, found := range f.leaves(e) {
		found.Chosen = here.chosen
		all = append(all, found)
	}
	return all
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
		at, _ := slices.BinarySearchFunc(known, found.At, of)
		for ; at < len(known) && of(known[at], found.At) == 0; at++ {
			isSame := func(a, b string) bool { return a == b }
			if len(found.wants) > len(known[at].wants) && areAmong(known[at].Chosen, found.Chosen, slices.Equal) &&
				areAmong(known[at].wants, found.wants, isSame) {
				return true // another one takes fewer kinds of the value, and is a fault whenever this one is
			}
		}
		return false
	})
}

func areAmong[T any](list, all []T, same func(a, b T) bool) bool {
	return !slices.ContainsFunc(list, func(item T) bool {
		return !slices.ContainsFunc(all, func(other T) bool { return same(item, other) })
	})
}

// ofForms makes one fault of anyOf or oneOf; where the value has the kind of one form only, those of that form.
func (f *finder) ofForms(e *jsonschema.ValidationError, in, here context) []Fault {
	forms := each.Of(e.Causes, func(cause *jsonschema.ValidationError) []Fault { return sorted(f.walk(cause, in)) })
	at := e.InstanceLocation
	meant := slices.DeleteFunc(slices.Clone(forms), func(form []Fault) bool { // of another kind than the value
		return slices.ContainsFunc(form, func(found Fault) bool {
			return (found.wants != nil || found.ofOther) && slices.Equal(found.At, at)
		})
	})
	if len(meant) == 1 {
		return meant[0]
	}
	one := f.ofAllForms(forms, at)
	one.At, one.OfAll, one.Chosen = at, true, append(slices.Clone(here.chosen), at)
	return []Fault{one}
}

func (f *finder) ofAllForms(forms [][]Fault, at []string) Fault {
	var wants, allowed, missing []string
	others := 0
	for _, form := range forms {
		switch first := form[0]; {
		case len(form) > 1 || !slices.Equal(first.At, at):
			others++
		case first.wants != nil:
			wants = append(wants, first.wants...)
		case first.allowed != nil:
			allowed = append(allowed, first.allowed...)
		case first.Missing != "":
			missing = append(missing, first.Missing)
		default:
			others++
		}
	}
	switch n := len(forms); {
	case len(allowed) > 0 && len(missing)+others == 0 && len(wants) < n: // a kind that it has, and another one
		return Fault{Text: f.allowedText(append(unique(allowed), kindsOf(unique(wants))...)), allowed: allowed}
	case len(wants) > 0 && len(allowed)+len(missing)+others == 0:
		return f.wrongKind(at, unique(wants))
	case len(missing) == n:
		return Fault{Text: "has none of " + names.And(unique(missing)) + ", and " + f.who +
			" requires one; write one of them"}
	}
	return Fault{Text: fmt.Sprintf("has none of the %d forms that %s takes; see its values.schema.json", len(forms),
		f.who)}
}

func unique(list []string) (out []string) {
	for _, word := range list {
		if !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	return out
}
