package shape

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// required is a field that must be there: always, or up to the minor version of Flux that made it optional.
type required struct {
	field string
	until int // 0 is always
}

// by reports whether a Flux requires the field.
func (r required) by(flux v1alpha1.FluxVersion) bool { return r.until == 0 || !flux.Has(r.until) }

// detail says what to add.
func (r required) detail() string {
	switch {
	case r.field == "destination":
		return "is required; write destination: {cluster: …}, or destination: {} for the hub"
	case r.until > 0:
		return fmt.Sprintf("is required before Flux %s; add it, or render for a newer Flux", v1alpha1.FluxVersion(r.until))
	}
	return "is required; add it"
}

// CheckFields reports the absence of fields that an API server or this language requires, and values that they do not take.
// The fields named in apart are validated elsewhere, with all that is below them.
func CheckFields(n tree.Node, s *Shape, flux v1alpha1.FluxVersion, apart ...string) (problems []finding.Problem) {
	switch {
	case !n.Exists() || n.Kind() != s.takes():
	case s.Kind == Object:
		for _, r := range s.required {
			if r.by(flux) && !n.Get(r.field).Exists() && !slices.Contains(apart, r.field) {
				problems = append(problems, finding.Problem{Code: finding.CodeRequired, Node: n, Child: r.field, Detail: r.detail()})
			}
		}
		for child := range n.Children() {
			if field, ok := s.Constraints[child.Key()]; ok && !slices.Contains(apart, child.Key()) {
				problems = append(problems, CheckField(child, field.Shape, field.Rule, flux)...)
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

// CheckField validates a field by its rule, and what is below it unless the field itself is wrong. What is of another type was
// validated when it was parsed.
func CheckField(n tree.Node, s *Shape, r *Rule, flux v1alpha1.FluxVersion) []finding.Problem {
	if n.Kind() == tree.Null {
		return nil
	}
	if r != nil && !flux.Has(r.Since) {
		return []finding.Problem{r.tooNew(n, flux)}
	}
	if n.Kind() != s.takes() {
		return nil
	}
	if problems := r.Check(n, flux); len(problems) > 0 {
		return problems
	}
	if s.Elem == nil && s.Fields == nil {
		return nil
	}
	return CheckFields(n, s, flux)
}

// Constraint is a field that checkFields looks at.
type Constraint struct {
	Shape *Shape
	Rule  *Rule
}

// validate notes the fields that have rules of their own or below them.
func (s *Shape) indexRules() {
	s.Constraints = map[string]Constraint{}
	for name, field := range s.Fields {
		if r := s.Rules[name]; r != nil || field.Fields != nil || field.Elem != nil && field.Elem.Fields != nil {
			s.Constraints[name] = Constraint{field, r}
		}
	}
}
