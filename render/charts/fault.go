package charts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// fault is one thing that a schema does not take.
type fault struct {
	at      []string // the place in the values of the release
	key     string   // the field below the place whose key is wrong
	missing string   // the field below the place that is missing
	text    string
	wants   []string   // the kinds that the schema takes: the value is of another one
	allowed []string   // the only values that the schema takes
	ofOther bool       // all of them are of another kind than the value
	ofMap   bool       // a map that is merged with others cannot lose the fault
	ofAll   bool       // all that is below the place decides
	chosen  [][]string // the places whose values decide whether it is a fault at all
}

// faultFinder makes faults of what the JSON Schema library returns.
type faultFinder struct {
	who    string   // the chart
	prefix []string // the place of its values in the release
	value  values
	schema *schema
}

// context is a schema that errors below are in: its URL, and the place of its value.
type context struct {
	url    string
	at     []string
	chosen [][]string
}

// faults returns the faults of a validation in the order of their places.
func (f *faultFinder) faults(e *jsonschema.ValidationError) []fault {
	var all []fault
	top := context{url: e.SchemaURL}
	for _, cause := range decisive(e.Causes) {
		all = append(all, f.walk(cause, top)...)
	}
	return sorted(all)
}

// decisive returns errors without those of unevaluatedProperties and unevaluatedItems if there are others: what a
// schema that failed knows counts as unknown.
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

func sorted(all []fault) []fault {
	compare := func(a, b fault) int {
		return cmp.Or(slices.Compare(a.at, b.at), cmp.Compare(a.key, b.key), cmp.Compare(a.missing, b.missing),
			cmp.Compare(a.text, b.text))
	}
	slices.SortStableFunc(all, compare)
	all = slices.CompactFunc(all, func(a, b fault) bool { return compare(a, b) == 0 })
	known := slices.Clone(all)
	return slices.DeleteFunc(all, func(found fault) bool { return slices.ContainsFunc(known, found.followsFrom) })
}

// followsFrom reports whether another fault takes fewer kinds of the value, and is one whenever this one is.
func (f fault) followsFrom(other fault) bool {
	if other.wants == nil || !slices.Equal(f.at, other.at) || !areAmong(other.chosen, f.chosen, slices.Equal) {
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

func (f *faultFinder) walk(e *jsonschema.ValidationError, in context) (all []fault) {
	steps := stepsOf(strings.TrimPrefix(e.SchemaURL, in.url))
	here := in
	at := e.InstanceLocation
	if _, isName := e.ErrorKind.(*kind.PropertyNames); !isName { // which has a wrong place: see ofNames
		here.chosen = append(slices.Clone(in.chosen), choices(steps, at)...)
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
		all[i].chosen = here.chosen
		f.addPrefix(&all[i])
	}
	return all
}

func (f *faultFinder) each(causes []*jsonschema.ValidationError, in context) (all []fault) {
	for _, cause := range decisive(causes) {
		all = append(all, f.walk(cause, in)...)
	}
	return all
}

func (f *faultFinder) addPrefix(found *fault) {
	chosen := make([][]string, len(found.chosen))
	for i, place := range found.chosen {
		chosen[i] = slices.Concat(f.prefix, place)
	}
	found.chosen = chosen
}

// ofNames finds the maps with a key that propertyNames does not take. The library has the path of the schema right,
// and shares the memory of the place with other values.
func (f *faultFinder) ofNames(e *jsonschema.ValidationError, name string, steps []step, in context) (all []fault) {
	found := [][]string{in.at}
	for _, s := range steps {
		if !s.descends() {
			continue
		}
		var below [][]string
		for _, place := range found {
			for _, child := range childrenOf(f.value, place) {
				if s.keyword != "properties" || child == s.name {
					below = append(below, append(slices.Clone(place), child))
				}
			}
		}
		found = below
	}
	for _, place := range found {
		if table, isMap := valueAt(f.value, place).(values); isMap {
			if _, has := table[name]; has {
				one := fault{at: slices.Concat(f.prefix, place), key: name, ofMap: true, text: f.nameText(e, name)}
				one.chosen = append(slices.Clone(in.chosen), choices(steps, place)...)
				f.addPrefix(&one)
				all = append(all, one)
			}
		}
	}
	return all
}

// nameText says what names propertyNames takes, where it lists them.
func (f *faultFinder) nameText(e *jsonschema.ValidationError, name string) string {
	if len(e.Causes) == 1 {
		if k, isEnum := e.Causes[0].ErrorKind.(*kind.Enum); isEnum {
			var known []string
			for _, want := range k.Want {
				known = append(known, jsonText(want))
			}
			return f.unknownText(name, known)
		}
	}
	return f.who + " takes no such name here; write another one"
}

// ofForms makes one fault of anyOf or oneOf, unless the value clearly has one of the forms: then it makes those of that
// form.
func (f *faultFinder) ofForms(e *jsonschema.ValidationError, in, here context) []fault {
	var forms [][]fault
	for _, cause := range e.Causes {
		forms = append(forms, sorted(f.walk(cause, in)))
	}
	at := slices.Concat(f.prefix, e.InstanceLocation)
	meant := slices.DeleteFunc(slices.Clone(forms), func(form []fault) bool { return !fits(form, at) })
	told := slices.DeleteFunc(slices.Clone(meant), func(form []fault) bool { return tag(form, at) != nil })
	switch {
	case len(meant) == 1:
		return meant[0]
	case len(told) == 1:
		return told[0]
	}
	one := f.ofAllForms(forms, kindOf(valueAt(f.value, e.InstanceLocation)), at)
	one.at = at
	if tags := tagsOf(meant, at); len(told) == 0 && tags != nil {
		one = fault{at: tags[0].at, allowed: allowedOf(tags)}
		one.text = f.allowedText(one.allowed)
	}
	one.ofAll, one.chosen = true, append(slices.Clone(here.chosen), e.InstanceLocation)
	f.addPrefix(&one)
	return []fault{one}
}

// fits reports whether a value has at least the kind of a form.
func fits(form []fault, at []string) bool {
	return !slices.ContainsFunc(form, func(found fault) bool {
		return (found.wants != nil || found.ofOther) && slices.Equal(found.at, at)
	})
}

// tag returns the fault of a field whose value says that a map has another form; nil if the form has none.
func tag(form []fault, at []string) *fault {
	i := slices.IndexFunc(form, func(found fault) bool {
		return found.allowed != nil && len(found.at) == len(at)+1
	})
	if i < 0 {
		return nil
	}
	return &form[i]
}

// tagsOf returns the tags of forms, if all forms have one and it is the same field.
func tagsOf(forms [][]fault, at []string) (tags []fault) {
	for _, form := range forms {
		found := tag(form, at)
		if found == nil || len(tags) > 0 && !slices.Equal(found.at, tags[0].at) {
			return nil
		}
		tags = append(tags, *found)
	}
	return tags
}

func allowedOf(faults []fault) (allowed []string) {
	for _, found := range faults {
		allowed = append(allowed, found.allowed...)
	}
	return unique(allowed)
}

func valueAt(v any, path []string) any {
	for _, name := range path {
		switch at := v.(type) {
		case values:
			v = at[name]
		case []any:
			if !isIndex(name) {
				return nil
			}
			v = itemAt(at, name)
		default:
			return nil
		}
	}
	return v
}
