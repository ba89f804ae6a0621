package charts

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// leaves returns what one keyword of a schema does not take. No text has a value of the author: it may be a secret.
func (f *faultFinder) leaves(e *jsonschema.ValidationError) []fault {
	at := slices.Concat(f.prefix, e.InstanceLocation)
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		return f.missing(at, k.Missing, "")
	case *kind.DependentRequired:
		return f.missing(at, k.Missing, k.Prop)
	case *kind.Dependency:
		return f.missing(at, k.Missing, k.Prop)
	case *kind.AdditionalProperties:
		return f.unknown(f.schema.names(e.SchemaURL), at, k.Properties)
	case *kind.FalseSchema:
		if len(e.InstanceLocation) > 0 {
			parent, key := at[:len(at)-1], at[len(at)-1]
			if of, isUnknown := strings.CutSuffix(e.SchemaURL, "/unevaluatedProperties"); isUnknown {
				return f.unknown(f.schema.allNames(of), parent, []string{key})
			}
			return []fault{{at: parent, key: key, ofMap: true, text: f.who + " takes no value here; leave it out"}}
		}
	case *kind.Type:
		return []fault{f.wrongKind(at, kindOf(valueAt(f.value, e.InstanceLocation)), k.Want)}
	}
	one := f.limit(e)
	one.at = at
	return []fault{one}
}

func (f *faultFinder) missing(at, missing []string, beside string) (all []fault) {
	text := "is missing, and " + f.who + " requires it; write it"
	if beside != "" {
		text = "is missing, and " + f.who + " requires it beside " + beside + "; write it"
	}
	for _, name := range missing {
		all = append(all, fault{at: at, missing: name, text: text, chosen: nil})
	}
	return all
}

// unknown says of keys what they may have been meant to be: a known name, which another layer may have written.
func (f *faultFinder) unknown(known, at, keys []string) (all []fault) {
	for _, key := range keys {
		all = append(all, fault{at: at, key: key, ofMap: true, text: f.unknownText(key, known)})
	}
	return all
}

func (f *faultFinder) unknownText(key string, known []string) string {
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

func (f *faultFinder) wrongKind(at []string, got string, want []string) fault {
	words := make([]string, len(want))
	for i, w := range want {
		words[i] = kindWords[w]
	}
	if got == "a number" && slices.Contains(want, "integer") {
		got = "a number with a fraction"
	}
	return fault{at: at, wants: want, ofMap: true,
		text: fmt.Sprintf("is %s, and %s takes %s; %s", got, f.who, names.Or(words), remedy(got, want))}
}

// remedy is what to write where one of some kinds is wanted.
func remedy(got string, want []string) string {
	takes := func(w string) bool { return slices.Contains(want, w) }
	switch {
	case takes("string") && (got == "a number" || got == "a boolean"):
		return "quote it"
	case got == "null":
		return "write a value, or leave it out"
	case (takes("integer") || takes("number")) && got == "a string":
		return "write a number, without quotes"
	case takes("integer"):
		return "write a whole number"
	case takes("number"):
		return "write a number"
	case takes("boolean"):
		return "write true or false, without quotes"
	case takes("array"):
		return "begin each item with \"- \""
	case takes("object"):
		return "write key: value below it"
	case takes("string"):
		return "write a text"
	}
	return "leave it out"
}

// limit words the keywords that compare a value with a limit.
func (f *faultFinder) limit(e *jsonschema.ValidationError) fault {
	say := func(is, write string, parts ...any) fault {
		return fault{text: fmt.Sprintf(strings.ReplaceAll(is, "CHART", f.who)+"; "+write, parts...)}
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Enum:
		return f.notAllowed(e, k.Want)
	case *kind.Const:
		return f.notAllowed(e, []any{k.Want})
	case *kind.Pattern:
		return say("does not match the pattern that CHART wants", "write a text that matches %s", k.Want)
	case *kind.Format:
		return say("is no %[1]s, and CHART takes nothing else", "write a valid %[1]s", k.Want)
	case *kind.Minimum:
		return say("is less than CHART takes", "write at least %s", number(k.Want))
	case *kind.Maximum:
		return say("is more than CHART takes", "write at most %s", number(k.Want))
	case *kind.ExclusiveMinimum:
		return say("is less than CHART takes", "write more than %s", number(k.Want))
	case *kind.ExclusiveMaximum:
		return say("is more than CHART takes", "write less than %s", number(k.Want))
	case *kind.MultipleOf:
		return say("is no multiple of %[1]s, and CHART takes nothing else", "write a multiple of %[1]s", number(k.Want))
	case *kind.MinLength:
		return say("is too short for CHART", "write at least %s", names.Counted(k.Want, "character"))
	case *kind.MaxLength:
		return say("is too long for CHART", "write at most %s", names.Counted(k.Want, "character"))
	}
	return f.shapeLimit(e.ErrorKind, say)
}

func (f *faultFinder) shapeLimit(k jsonschema.ErrorKind, say func(string, string, ...any) fault) fault {
	all := func(found fault) fault { found.ofAll = true; return found }
	switch k := k.(type) {
	case *kind.MinItems:
		return say("has too few items for CHART", "write at least %s", names.Counted(k.Want, "item"))
	case *kind.MaxItems:
		return say("has too many items for CHART", "write at most %s", names.Counted(k.Want, "item"))
	case *kind.MinProperties:
		return say("has too few fields for CHART", "write at least %s", names.Counted(k.Want, "field"))
	case *kind.MaxProperties:
		return say("has too many fields for CHART", "write at most %s", names.Counted(k.Want, "field"))
	case *kind.AdditionalItems:
		return say("has more items than CHART takes", "leave out the last %s", names.Counted(k.Count, "item"))
	case *kind.UniqueItems:
		return all(say("has two equal items, [%d] and [%d], and CHART takes no equal ones", "leave out one",
			k.Duplicates[0], k.Duplicates[1]))
	case *kind.Contains, *kind.MinContains:
		return all(say("has not the items that CHART requires", "see contains in its values.schema.json"))
	case *kind.MaxContains:
		return all(say("has too many items of a kind for CHART", "see contains in its values.schema.json"))
	case *kind.OneOf:
		return all(say("fits two of the forms that CHART takes, and must fit one", "leave out what belongs to the other"))
	case *kind.Not:
		return all(say("is what CHART does not take (not in its schema)", "write something else"))
	}
	return all(say("does not fit the values.schema.json of CHART", "correct it"))
}

func (f *faultFinder) notAllowed(e *jsonschema.ValidationError, want []any) fault {
	allowed, got, ofOther := make([]string, len(want)), kindOf(valueAt(f.value, e.InstanceLocation)), true
	for i, w := range want {
		allowed[i] = jsonText(w)
		ofOther = ofOther && kindOf(w) != got
	}
	return fault{allowed: allowed, ofOther: ofOther, ofAll: true, text: f.allowedText(allowed)}
}

func (f *faultFinder) allowedText(allowed []string) string {
	if len(allowed) == 0 {
		return f.who + " takes no value here; leave it out"
	}
	shown := names.Or(allowed)
	if len(allowed) > 12 {
		shown = "one of " + names.List(allowed, 10)
	}
	return "is not what " + f.who + " takes; write " + shown
}

// jsonText returns a value of a schema: a text without quotes where nobody takes it for something else.
func jsonText(v any) string {
	if text, isString := v.(string); isString && text != "" && strings.Trim(text, "0123456789.") != "" &&
		!strings.ContainsAny(text, " ,:\"") && text != "true" && text != "false" && text != "null" {
		return text
	}
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}

func number(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// ofAllForms words a value that has none of the forms of anyOf or oneOf.
func (f *faultFinder) ofAllForms(forms [][]fault, got string, at []string) fault {
	var wants, allowed, missing, brief []string
	for _, form := range forms {
		switch first := form[0]; {
		case len(form) > 1 || !slices.Equal(first.at, at):
			brief = append(brief, "")
		case first.wants != nil:
			wants = append(wants, first.wants...)
		case first.allowed != nil:
			allowed = append(allowed, first.allowed...)
		case first.missing != "":
			missing = append(missing, first.missing)
		default:
			brief = append(brief, "")
		}
	}
	switch n := len(forms); {
	case len(allowed) > 0 && len(missing)+len(brief) == 0 && len(wants) < n: // a kind that it has, and another one
		return fault{text: f.allowedText(append(unique(allowed), kindsOf(wants)...)), allowed: allowed}
	case len(wants) > 0 && len(allowed)+len(missing)+len(brief) == 0:
		return f.wrongKind(at, got, unique(wants))
	case len(missing) == n:
		return fault{text: "has none of " + names.And(unique(missing)) + ", and " + f.who +
			" requires one; write one of them"}
	}
	return fault{text: fmt.Sprintf("has none of the %d forms that %s takes; write one of them: %s", len(forms), f.who,
		f.formsList(forms, at))}
}

func kindsOf(wants []string) (words []string) {
	for _, w := range unique(wants) {
		words = append(words, kindWords[w])
	}
	return words
}

// formsList says what each form lacks first.
func (f *faultFinder) formsList(forms [][]fault, at []string) string {
	var list []string
	for _, form := range forms {
		first := form[0]
		place := ""
		if len(first.at) > len(at) {
			place = strings.Join(first.at[len(at):], ".")
		}
		switch {
		case first.missing != "":
			list = append(list, "with "+strings.TrimPrefix(place+"."+first.missing, "."))
		case first.wants != nil && place == "":
			list = append(list, names.Or(kindsOf(first.wants)))
		case first.key != "":
			list = append(list, "without "+strings.TrimPrefix(place+"."+first.key, "."))
		case place != "":
			list = append(list, "with another "+place)
		default:
			list = append(list, "with another value")
		}
	}
	return names.Or(unique(list))
}

func unique(list []string) (out []string) {
	for _, word := range list {
		if !slices.Contains(out, word) {
			out = append(out, word)
		}
	}
	return out
}
