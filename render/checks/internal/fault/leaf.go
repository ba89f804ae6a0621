package fault

import (
	"fmt"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/values"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// leaves returns what one keyword of a schema does not take.
func (f *finder) leaves(e *jsonschema.ValidationError) []Fault {
	at := e.InstanceLocation
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		return f.missing(at, k.Missing, "")
	case *kind.DependentRequired:
		return f.missing(at, k.Missing, k.Prop)
	case *kind.Dependency:
		return f.missing(at, k.Missing, k.Prop)
	case *kind.AdditionalProperties:
		return f.unknown(f.schema.ByURL(e.SchemaURL).Names(), at, k.Properties)
	case *kind.FalseSchema:
		if len(at) > 0 {
			parent, key := at[:len(at)-1], at[len(at)-1]
			if of, isUnknown := strings.CutSuffix(e.SchemaURL, "/unevaluatedProperties"); isUnknown {
				return f.unknown(f.schema.ByURL(of).Closure().Names(), parent, []string{key})
			}
			return []Fault{{At: parent, Key: key, OfMap: true, Text: f.who + " takes no value here; leave it out"}}
		}
	case *kind.Type:
		return []Fault{f.wrongKind(at, k.Want)}
	}
	one := f.limit(e)
	one.At = at
	return []Fault{one}
}

func (f *finder) missing(at, missing []string, beside string) (all []Fault) {
	text := "is missing, and " + f.who + " requires it"
	if beside != "" {
		text += " beside " + beside
	}
	for _, name := range missing {
		all = append(all, Fault{At: at, Missing: name, Text: text + "; write it"})
	}
	return all
}

// unknown says of keys what they may have been meant to be: a known name, which another layer may have written.
func (f *finder) unknown(known, at, keys []string) (all []Fault) {
	for _, key := range keys {
		all = append(all, Fault{At: at, Key: key, OfMap: true, Text: f.unknownText(key, known)})
	}
	return all
}

func (f *finder) unknownText(key string, known []string) string {
	text := f.who + " has no value " + key + " here; "
	if near := names.Nearest(key, known); near != "" {
		return text + "did you mean \"" + near + "\"?"
	}
	if len(known) > 0 {
		return text + "leave it out, or write " + names.Sentence(known)
	}
	return text + "leave it out"
}

var kindWords = map[string]string{"null": "null", "boolean": "a boolean", "number": "a number",
	"integer": "a whole number", "string": "a string", "array": "a list", "object": "a map"}

func (f *finder) wrongKind(at, want []string) Fault {
	got, words := f.kindAt(at), kindsOf(want)
	if got == "a number" && slices.Contains(want, "integer") {
		got = "a number with a fraction"
	}
	return Fault{At: at, wants: want, OfMap: true,
		Text: fmt.Sprintf("is %s, and %s takes %s; %s", got, f.who, names.Or(words), remedy(got, words))}
}

func (f *finder) kindAt(at []string) string { return values.Kind(values.At(f.value, at)) }

func kindsOf(want []string) (words []string) {
	for _, w := range want {
		words = append(words, kindWords[w])
	}
	return words
}

// Remedy says what to write in place of a value where one of the kind of another value is wanted.
func Remedy(got, like any) string { return remedy(values.Kind(got), []string{values.Kind(like)}) }

// remedy says what to write in place of a value of a kind, where one of some kinds is wanted.
func remedy(got string, want []string) string {
	takes := func(w string) bool { return slices.Contains(want, w) }
	switch {
	case takes("a string") && (got == "a number" || got == "a boolean"):
		return "quote it"
	case got == "null":
		return "write a value, or leave it out"
	case (takes("a whole number") || takes("a number")) && got == "a string":
		return "write a number, without quotes"
	case takes("a whole number"):
		return "write a whole number"
	case takes("a number"):
		return "write a number"
	case takes("a boolean"):
		return "write true or false, without quotes"
	case takes("a list"):
		return "begin each item with \"- \""
	case takes("a map"):
		return "write key: value below it"
	case takes("a string"):
		return "write a text"
	}
	return "leave it out"
}
