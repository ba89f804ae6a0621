package fault

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/values"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

func (f *finder) limit(e *jsonschema.ValidationError) Fault {
	say := func(is, write string, parts ...any) Fault {
		return Fault{Text: fmt.Sprintf(strings.ReplaceAll(is, "CHART", f.who)+"; "+write, parts...)}
	}
	switch k := e.ErrorKind.(type) {
	case *kind.Enum:
		return f.notAllowed(e.InstanceLocation, k.Want)
	case *kind.Const:
		return f.notAllowed(e.InstanceLocation, []any{k.Want})
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

func (f *finder) shapeLimit(k jsonschema.ErrorKind, say func(string, string, ...any) Fault) Fault {
	all := func(found Fault) Fault { found.OfAll = true; return found }
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

func (f *finder) notAllowed(at []string, want []any) Fault {
	got, allowed := f.kindAt(at), jsonTexts(want)
	isOther := !slices.ContainsFunc(want, func(w any) bool { return values.Kind(w) == got })
	return Fault{allowed: allowed, ofOther: isOther, OfAll: true, Text: f.allowedText(allowed)}
}

func (f *finder) allowedText(allowed []string) string {
	if len(allowed) == 0 {
		return f.who + " takes no value here; leave it out"
	}
	shown := names.Or(allowed)
	if len(allowed) > 10 || len(allowed) > 1 && len(shown) > valuesschema.MaxText {
		shown = "one of " + names.More(firstOf(allowed), len(allowed))
	}
	return "is not what " + f.who + " takes; write " + shown
}

// firstOf returns the first values of a long list that a message shows: ten, or fewer that are long.
func firstOf(allowed []string) []string {
	n, length := 0, 0
	for n < min(10, len(allowed)) && (n == 0 || length+len(allowed[n]) < valuesschema.MaxText) {
		length += len(allowed[n]) + len(", ")
		n++
	}
	return allowed[:n]
}

func jsonTexts(list []any) []string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = jsonText(v)
	}
	return texts
}

// jsonText returns a value of a schema: a text without quotes where nobody takes it for something else.
func jsonText(v any) string {
	if text, isString := v.(string); isString && text != "" && strings.Trim(text, "0123456789.") != "" &&
		!strings.ContainsAny(text, " ,:\"") && text != "true" && text != "false" && text != "null" {
		return valuesschema.Shortened(text)
	}
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return valuesschema.Shortened(string(data))
}

func number(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	f, _ := r.Float64()
	return strconv.FormatFloat(f, 'g', -1, 64)
}
