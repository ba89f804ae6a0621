package conformance

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fluxapp-dev/fluxapp/schema/names"

	"gotest.tools/v3/assert"
	apischema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
)

// A limit is one thing that a CRD says of one place, with values that are within it and values that only it refuses.
type limit struct {
	kind string
	// path is where, as spec.dependsOn[].name, with {} for what a map holds: the path of the value, or of the field that
	// must be there, or of one that there is not.
	path string
	rule string
	// Values that are absent take the field away.
	good, bad []any
}

func (l limit) String() string { return l.kind + " " + l.path + " " + l.rule }

// ofType has a value of every type.
var ofType = map[string]any{
	"string": "a", "integer": int64(1), "number": 1.5, "boolean": true, "array": []any{}, "object": map[string]any{},
}

// limitsOf returns the limits of a place and of all below it.
func limitsOf(t *testing.T, kind, path string, s *apischema.Structural) (found []limit) {
	t.Helper()
	add := func(path, rule string, good, bad []any) {
		if len(bad) > 0 {
			found = append(found, limit{kind, path, rule, good, bad})
		}
	}
	assert.Assert(t, reflect.DeepEqual(rest(s).ValueValidation, &apischema.ValueValidation{
		Pattern: validationOf(s).Pattern, MinLength: validationOf(s).MinLength, MaxLength: validationOf(s).MaxLength,
	}), "%s %s has a limit without a word here", kind, path)
	for _, name := range slices.Sorted(maps.Keys(ofType)) {
		if s.Type != "" && s.Type != name {
			add(path, "is no "+name, nil, []any{ofType[name]})
		}
	}
	add(path, "enum", enum(s), outsideEnum(enum(s)))
	add(path, "pattern", fitting(s), unfitting(s))
	if v := validationOf(s); v.MinLength != nil {
		add(path, "minLength", nil, []any{strings.Repeat("a", int(*v.MinLength)-1)})
	}
	if v := validationOf(s); v.MaxLength != nil {
		longest := strings.Repeat("a", int(*v.MaxLength))
		add(path, "maxLength", []any{longest}, []any{longest + "a"})
	}
	if s.Items != nil {
		add(path+"[]", "null", nil, []any{nil})
		found = append(found, limitsOf(t, kind, path+"[]", s.Items)...)
	}
	if a := s.AdditionalProperties; a != nil && a.Structural != nil {
		found = append(found, limitsOf(t, kind, path+"{}", a.Structural)...)
	}
	for _, name := range required(s) {
		if fieldSchema(s, name).Default.Object == nil {
			add(path+"."+name, "required", nil, []any{absent, nil})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		field := fieldSchema(s, name)
		add(path+"."+name+name[len(name)-1:], "unknown", nil, []any{sample(field)})
		found = append(found, limitsOf(t, kind, path+"."+name, field)...)
	}
	return found
}

func validationOf(s *apischema.Structural) apischema.ValueValidation {
	if s.ValueValidation == nil {
		return apischema.ValueValidation{}
	}
	return *s.ValueValidation
}

// outsideEnum returns values that an enum does not have.
func outsideEnum(values []any) (others []any) {
	if len(values) == 0 {
		return nil
	}
	first := values[0].(string)
	return missing([]any{"", "a", first + "x", strings.ToLower(first), strings.ToUpper(first), " " + first}, values)
}

// fitting returns texts that fit a pattern, none when there is no pattern.
func fitting(s *apischema.Structural) (texts []any) {
	if validationOf(s).Pattern == "" {
		return nil
	}
	for _, text := range goodStrings {
		if !names.Placeholder(text) && accepts(s, text) {
			texts = append(texts, text)
		}
	}
	return append(texts, sample(s))
}

// unfitting returns texts that a pattern refuses, and nothing else.
func unfitting(s *apischema.Structural) (texts []any) {
	if validationOf(s).Pattern == "" {
		return nil
	}
	free := *s
	free.ValueValidation = s.ValueValidation.DeepCopy()
	free.ValueValidation.Pattern = ""
	for _, text := range slices.Concat(goodStrings, badStrings, durations) {
		if !names.Placeholder(text) && !accepts(s, text) && accepts(&free, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

func accepts(s *apischema.Structural, value any) bool {
	return len(validation.ValidateCustomResource(nil, value,
		validation.NewSchemaValidatorFromOpenAPI(s.ToKubeOpenAPI()))) == 0
}
