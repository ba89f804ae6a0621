package valuesschema

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

func (f *finder) leaves(e *jsonschema.ValidationError) []Fault {
	at := e.InstanceLocation
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		return f.missing(at, k.Missing, "")
	case *kind.DependentRequired:
		return f.missing(at, k.Missing, " beside "+k.Prop)
	case *kind.Dependency:
		return f.missing(at, k.Missing, " beside "+k.Prop)
	case *kind.AdditionalProperties:
		return f.unknown(f.schema.byURL(e.SchemaURL).Names(), at, k.Properties)
	case *kind.FalseSchema:
		if len(at) > 0 {
			parent, key := at[:len(at)-1], at[len(at)-1]
			if of, isUnknown := strings.CutSuffix(e.SchemaURL, "/unevaluatedProperties"); isUnknown {
				return f.unknown(f.schema.byURL(of).Closure().Names(), parent, []string{key})
			}
			return []Fault{{At: parent, Key: key, OfMap: true, Text: f.who + " takes no value here; leave it out"}}
		}
	case *kind.PropertyNames:
		table, _ := At(f.value, at).(Map)
		if _, isThere := table[k.Property]; isThere {
			return f.wrongName(e.Causes, at, k.Property)
		}
	case *kind.Type:
		return []Fault{f.wrongKind(at, k.Want)}
	case *kind.Enum:
		return []Fault{f.notAllowed(at, k.Want)}
	case *kind.Const:
		return []Fault{f.notAllowed(at, []any{k.Want})}
	}
	if text := f.limit(e.ErrorKind); text != "" {
		return []Fault{{At: at, Text: text}}
	}
	return []Fault{f.other(e)}
}

// limit words what common limits do not take; empty for all other keywords.
func (f *finder) limit(of jsonschema.ErrorKind) string {
	switch k := of.(type) {
	case *kind.Pattern:
		return "does not match the pattern that " + f.who + " wants; write a text that matches " + k.Want
	case *kind.Minimum:
		return "is less than " + f.who + " takes; write at least " + number(k.Want)
	case *kind.Maximum:
		return "is more than " + f.who + " takes; write at most " + number(k.Want)
	case *kind.ExclusiveMinimum:
		return "is less than " + f.who + " takes; write more than " + number(k.Want)
	case *kind.ExclusiveMaximum:
		return "is more than " + f.who + " takes; write less than " + number(k.Want)
	}
	return ""
}

// other is the fault of a rare keyword, with what the schema says. The words of the library would tell the value.
func (f *finder) other(e *jsonschema.ValidationError) Fault {
	found, word := Fault{At: e.InstanceLocation, OfAll: true}, ""
	switch k := e.ErrorKind.(type) {
	case *kind.UniqueItems:
		found.Text = fmt.Sprintf("has two equal items, [%d] and [%d], and %s takes no equal ones; leave out one",
			k.Duplicates[0], k.Duplicates[1], f.who)
		return found
	case *kind.Not, *kind.FalseSchema:
		found.Text = "is what " + f.who + " does not take (not in its schema); write something else"
		return found
	}
	if path := e.ErrorKind.KeywordPath(); len(path) > 0 {
		word = path[0]
	}
	isCount := strings.HasPrefix(word, "m") && !strings.HasSuffix(word, "Contains") // minItems, maxLength, multipleOf
	found.OfAll = !isCount
	_, pointer, _ := strings.Cut(e.SchemaURL, "#")
	switch want := f.schema.written(pointer + "/" + word).(type) {
	case nil, Map, []any:
	default:
		word += ": " + jsonText(want)
	}
	found.Text = "does not fit " + word + " in the values.schema.json of " + f.who + "; correct it"
	return found
}

func (f *finder) wrongName(causes []*jsonschema.ValidationError, at []string, name string) []Fault {
	if len(causes) == 1 {
		if k, isEnum := causes[0].ErrorKind.(*kind.Enum); isEnum {
			return f.unknown(each.Of(k.Want, jsonText), at, []string{name})
		}
	}
	return []Fault{{At: at, Key: name, OfMap: true, Text: f.who + " takes no such name here; write another one"}}
}

func (f *finder) missing(at, missing []string, beside string) []Fault {
	text := "is missing, and " + f.who + " requires it" + beside + "; write it"
	return each.Of(missing, func(name string) Fault { return Fault{At: at, Missing: name, Text: text} })
}

// unknown says of keys what they may have been meant to be: a known name, which another layer may have written.
func (f *finder) unknown(known, at, keys []string) (all []Fault) {
	for _, key := range keys {
		remedy := "leave it out"
		if near := names.Nearest(key, known); near != "" {
			remedy = "did you mean \"" + near + "\"?"
		} else if len(known) > 0 {
			remedy += ", or write " + names.Sentence(known)
		}
		text := f.who + " has no value " + key + " here; " + remedy
		all = append(all, Fault{At: at, Key: key, OfMap: true, Text: text})
	}
	return all
}

var kindWords = map[string]string{"null": "null", "boolean": "a boolean", "number": "a number",
	"integer": "a whole number", "string": "a string", "array": "a list", "object": "a map"}

func (f *finder) wrongKind(at, want []string) Fault {
	got, words := Kind(At(f.value, at)), kindsOf(want)
	if got == "a number" && slices.Contains(want, "integer") {
		got = "a number with a fraction"
	}
	return Fault{At: at, wants: want, OfMap: true,
		Text: fmt.Sprintf("is %s, and %s takes %s; %s", got, f.who, names.Or(words), Remedy(got, words...))}
}

func kindsOf(want []string) []string {
	return each.Of(want, func(w string) string { return kindWords[w] })
}

// Remedy says what to write in place of a value of a kind, where one of some kinds is wanted, see [Kind].
func Remedy(got string, want ...string) string {
	takes := func(w string) bool { return slices.Contains(want, w) }
	switch {
	case takes("a string") && (got == "a number" || got == "a boolean"):
		return "quote it"
	case got == "null":
		return "write a value, or leave it out"
	case (takes("a whole number") || takes("a number")) && got == "a string":
		return "write a number, without quotes"
	}
	for _, remedy := range [][2]string{{"a whole number", "write a whole number"}, {"a number", "write a number"},
		{"a boolean", "write true or false, without quotes"}, {"a list", "begin each item with \"- \""},
		{"a map", "write key: value below it"}, {"a string", "write a text"}} {
		if takes(remedy[0]) {
			return remedy[1]
		}
	}
	return "leave it out"
}

func (f *finder) notAllowed(at []string, want []any) Fault {
	got, allowed := Kind(At(f.value, at)), each.Of(want, jsonText)
	isOther := !slices.ContainsFunc(want, func(w any) bool { return Kind(w) == got })
	return Fault{At: at, allowed: allowed, ofOther: isOther, OfAll: true, Text: f.allowedText(allowed)}
}

// allowedText words the only values that a schema takes: of many ten, or fewer that are long.
func (f *finder) allowedText(allowed []string) string {
	const many = 10
	if len(allowed) == 0 {
		return f.who + " takes no value here; leave it out"
	}
	shown := names.Or(allowed)
	if len(allowed) > many || len(allowed) > 1 && len(shown) > maxText {
		n := 1
		for n < min(many, len(allowed)) && len(strings.Join(allowed[:n+1], ", ")) < maxText {
			n++
		}
		shown = "one of " + names.More(allowed[:n], len(allowed))
	}
	return "is not what " + f.who + " takes; write " + shown
}

// jsonText returns a value of a schema: a text without quotes where nobody takes it for something else.
func jsonText(v any) string {
	if text, isString := v.(string); isString && text != "" && strings.Trim(text, "0123456789.") != "" &&
		!strings.ContainsAny(text, " ,:\"") && text != "true" && text != "false" && text != "null" {
		return shortened(text)
	}
	data, _ := json.Marshal(v) // which was JSON
	return shortened(string(data))
}

func number(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}
