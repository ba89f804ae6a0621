package valuesschema

import (
	"fmt"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// ofForms makes one fault of anyOf or oneOf; where the value clearly has one of the forms, those of that form. A form
// is clear by the kind of the value, or by a field of a map whose value says which form it has: its tag.
func (f *finder) ofForms(e *jsonschema.ValidationError, in, here context) []Fault {
	var forms [][]Fault
	for _, cause := range e.Causes {
		forms = append(forms, sorted(f.walk(cause, in)))
	}
	at := e.InstanceLocation
	meant := slices.DeleteFunc(slices.Clone(forms), func(form []Fault) bool { // of another kind than the value
		return slices.ContainsFunc(form, func(found Fault) bool {
			return (found.wants != nil || found.ofOther) && slices.Equal(found.At, at)
		})
	})
	tagged := slices.DeleteFunc(slices.Clone(meant), func(form []Fault) bool { return tag(form, at) != nil })
	switch {
	case len(meant) == 1:
		return meant[0]
	case len(tagged) == 1:
		return tagged[0]
	}
	one := f.ofAllForms(forms, at)
	one.At = at
	if place, allowed := tagsOf(meant, at); len(tagged) == 0 && allowed != nil {
		one = Fault{At: place, allowed: allowed, Text: f.allowedText(allowed)}
	}
	one.OfAll, one.Chosen = true, append(slices.Clone(here.chosen), at)
	return []Fault{one}
}

// tag returns the fault of the tag of a form, by which the value has another one; nil if the form has none.
func tag(form []Fault, at []string) *Fault {
	i := slices.IndexFunc(form, func(found Fault) bool {
		return found.allowed != nil && len(found.At) == len(at)+1
	})
	if i < 0 {
		return nil
	}
	return &form[i]
}

// tagsOf returns what the tags of forms may be, if all forms have one and it is the same field.
func tagsOf(forms [][]Fault, at []string) (place, allowed []string) {
	for _, form := range forms {
		found := tag(form, at)
		if found == nil || place != nil && !slices.Equal(found.At, place) {
			return nil, nil
		}
		place, allowed = found.At, unique(append(allowed, found.allowed...))
	}
	return place, allowed
}

// ofAllForms words a value that has none of the forms of anyOf or oneOf.
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
