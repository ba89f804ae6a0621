package shape

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// CheckFields reports absent fields that an API server or this language requires, and values that fields do not take.
// It skips the fields named in except, which are validated elsewhere.
func CheckFields(n tree.Node, s *Shape, flux kinds.FluxVersion, except ...string) (problems []finding.Problem) {
	switch {
	case !n.Exists() || n.Kind() != s.takes():
	case s.Kind == Object:
		for _, name := range s.required {
			r := s.Fields[name].Rule
			isRequired := r.OptionalSince == 0 || !flux.Has(r.OptionalSince)
			if isRequired && !n.Get(name).Exists() && !slices.Contains(except, name) {
				p := finding.Problem{Code: codes.Required, Node: n, Child: name, Detail: r.whyRequired()}
				if removed := n.Find(name); removed.Written() == names.Removal {
					p.Node, p.OnKey, p.Child = removed, true, ""
				}
				problems = append(problems, p)
			}
		}
		for child := range n.Children() {
			if field := s.Fields[child.Key()]; field.Shape != nil && !slices.Contains(except, child.Key()) {
				problems = append(problems, field.check(child, flux)...)
			}
		}
	case s.Elem != nil && s.Elem.Fields != nil:
		for child := range n.Children() {
			if len(problems) <= finding.MaxErrors {
				problems = append(problems, CheckFields(child, s.Elem, flux)...)
			}
		}
	}
	return problems
}

// check validates a field by its rule, and what is below it unless the field is wrong. Parse has validated its type.
func (f Field) check(n tree.Node, flux kinds.FluxVersion) []finding.Problem {
	switch {
	case n.Kind() == tree.Null:
		return nil
	case f.Rule != nil && !flux.Has(f.Rule.Since):
		return []finding.Problem{TooNew(n, f.Rule.Since, flux)}
	case f.Rule != nil && f.Rule.Until > 0 && int(flux) > f.Rule.Until: // without a version, an older API is written
		return []finding.Problem{f.Rule.gone(n, flux)}
	case n.Kind() != f.Shape.takes():
		return nil
	}
	if problems := f.Rule.Check(n, flux); len(problems) > 0 {
		return problems
	}
	return CheckFields(n, f.Shape, flux)
}
