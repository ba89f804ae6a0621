package conformance

import (
	"maps"
	"reflect"
	"slices"

	apischema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
)

// A difference is something that the newest CRDs take and older ones do not.
type difference struct {
	kind string
	// path is where, as spec.dependsOn[].readyExpr, with {} for what a map holds.
	path string
	// value is the one that is new; nil when the field is.
	value any
	// without is a field of path that may be left out now.
	without string
	// other says what else differs, and that nothing here can try it.
	other string
}

// differences returns what the older schema of a place does not take. A schema that is new differs in every field and
// value.
func differences(kind, path string, now, before *apischema.Structural) (found []difference) {
	add := func(d difference) {
		d.kind, d.path = kind, path
		found = append(found, d)
	}
	isNew := before == nil
	if isNew {
		add(difference{})
		before = &apischema.Structural{}
	} else {
		for _, other := range limits(now, before) {
			add(difference{other: other})
		}
	}
	if isNew || len(enum(before)) > 0 {
		for _, value := range missing(enum(now), enum(before)) {
			add(difference{value: value})
		}
	}
	for _, field := range missing(required(before), required(now)) {
		if fieldSchema(before, field).Default.Object == nil {
			add(difference{without: field})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now.Properties)) {
		field := now.Properties[name]
		found = append(found, differences(kind, path+"."+name, &field, fieldSchema(before, name))...)
	}
	if now.Items != nil {
		found = append(found, differences(kind, path+"[]", now.Items, before.Items)...)
	}
	if a := now.AdditionalProperties; a != nil && a.Structural != nil {
		found = append(found, differences(kind, path+"{}", a.Structural, fieldSchema(before, "any"))...)
	}
	return found
}

// limits returns what two schemas of a place say differently, apart from what differences looks into. Rules that only
// the newest has, and enums, are no reason for an older one to refuse.
func limits(now, before *apischema.Structural) (found []string) {
	for _, r := range before.XValidations {
		known := false
		for _, n := range now.XValidations {
			known = known || n.Rule == r.Rule
		}
		if !known {
			found = append(found, "rule "+r.Rule)
		}
	}
	for name := range before.Properties {
		if _, ok := now.Properties[name]; !ok {
			found = append(found, "field "+name+" is gone")
		}
	}
	if len(enum(before)) > 0 && len(enum(now)) == 0 || len(missing(enum(before), enum(now))) > 0 {
		found = append(found, "values are gone, or any is taken")
	}
	if !reflect.DeepEqual(rest(now), rest(before)) {
		found = append(found, "limits")
	}
	return found
}

// rest returns what a schema says of a value beside its fields, items, enum, required fields, rules and words.
func rest(s *apischema.Structural) apischema.Structural {
	out := apischema.Structural{Generic: s.Generic, Extensions: s.Extensions,
		ValueValidation: &apischema.ValueValidation{}}
	out.Description = ""
	out.Default = apischema.JSON{} // which refuses nothing
	if s.ValueValidation != nil {
		*out.ValueValidation = *s.ValueValidation
		out.ValueValidation.Enum, out.ValueValidation.Required = nil, nil
	}
	return out
}

func enum(s *apischema.Structural) (values []any) {
	if s.ValueValidation != nil {
		for _, value := range s.ValueValidation.Enum {
			values = append(values, value.Object)
		}
	}
	return values
}

func required(s *apischema.Structural) []string {
	if s.ValueValidation == nil {
		return nil
	}
	return s.ValueValidation.Required
}

// missing returns what all has and some lacks.
func missing[T comparable](all, some []T) []T {
	return slices.DeleteFunc(slices.Clone(all), func(v T) bool { return slices.Contains(some, v) })
}
