package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sigs.k8s.io/controller-tools/pkg/crd"
)

// A rule is what an API server takes in one field of a type, and what the field is for; without a field, what the
// type is.
type rule struct {
	Package, Type, Field string
	Doc                  string
	Default              string // what the API server fills in, as JSON

	Required             bool
	Enum                 []string
	Pattern              string
	MinLength, MaxLength int64 // in characters; 0 is any

	changes
}

// A collector makes the rules of all types below some roots.
type collector struct {
	types *apis
	rules map[string]*rule
	seen  map[string]bool
	errs  []error
}

// collect returns the rules of the roots and of all types below them, ordered by package, type and field. Each root
// comes with itself in older releases.
func collect(types *apis, old []release, roots []crd.TypeIdent) ([]rule, error) {
	c := collector{types: types, rules: map[string]*rule{}, seen: map[string]bool{}}
	for _, root := range roots {
		c.walk(root, old, historyOf(root, old))
	}
	var rules []rule
	for _, key := range slices.Sorted(maps.Keys(c.rules)) {
		rules = append(rules, *c.rules[key])
	}
	return rules, errors.Join(c.errs...)
}

// walk makes the rules of a type's fields and of all below them.
func (c *collector) walk(of crd.TypeIdent, old []release, past history) {
	visit := fmt.Sprint(of, past.minors())
	if c.seen[visit] || !c.described(of) {
		return
	}
	c.seen[visit] = true
	c.rules[of.Package.PkgPath+" "+of.Name] = &rule{Package: of.Package.PkgPath, Type: of.Name,
		Doc: c.types.parser.Schemata[of].Description}
	own, embedded, err := c.types.members(of)
	if err != nil {
		c.errs = append(c.errs, fmt.Errorf("%s: %w", of, err))
	}
	for _, e := range embedded {
		c.walk(e, old, historyOf(e, old))
	}
	for _, m := range own {
		c.add(m, past)
		if m.below != (crd.TypeIdent{}) {
			c.walk(m.below, old, past.below(m))
		}
	}
}

// described reports whether a type is a struct of Flux's or of fluxapp's own, a selector, or one of RBAC. Others of
// Kubernetes' own types have rules of their own.
func (c *collector) described(of crd.TypeIdent) bool {
	pkg := of.Package.PkgPath
	if !strings.HasPrefix(pkg, "github.com/fluxcd/") && !strings.HasPrefix(pkg, "github.com/fluxapp-dev/") &&
		!strings.HasPrefix(of.Name, "LabelSelector") && pkg != newPackages[4] {
		return false
	}
	c.types.parser.NeedSchemaFor(of)
	return len(c.types.parser.Schemata[of].Properties) > 0 || len(c.types.parser.Schemata[of].AllOf) > 0
}

func (c *collector) add(m member, past history) {
	r := rule{
		Package: m.of.Package.PkgPath, Type: m.of.Name, Field: m.name, Doc: m.schema.Description,
		Required: m.required && m.schema.Default == nil, // a default is there before anything is missed
		changes:  past.changes(m),
	}
	switch {
	case m.schema.Default != nil:
		r.Default = string(m.schema.Default.Raw)
	case m.schema.Type == "boolean" && r.Package == ourPackages[0]:
		r.Default = "false"
	}
	limits := &m.schema
	for inner := items(*limits); inner != nil; inner = items(*limits) { // the limits of a list are the limits of its items
		limits = inner
	}
	if err := c.limits(&r, limits); err != nil {
		c.errs = append(c.errs, fmt.Errorf("%s.%s: %w", m.of, m.name, err))
	}
	key := strings.Join([]string{r.Package, r.Type, r.Field}, " ")
	known := c.rules[key]
	switch {
	case known == nil || len(known.compared) < len(r.compared):
		c.rules[key] = &r
	case len(known.compared) == len(r.compared) && !known.equal(r.changes):
		c.errs = append(c.errs, fmt.Errorf("%s.%s: Flux changed it in one place and not in another: %+v, %+v", m.of, m.name,
			known.changes, r.changes))
	}
}

// limits reads what the schema of a value says. Anything that the rules have no word for is an error, so that it is
// noticed when Flux begins to use it.
func (c *collector) limits(r *rule, s *props) error {
	for _, value := range s.Enum {
		var text string
		if err := json.Unmarshal(value.Raw, &text); err != nil {
			return fmt.Errorf("enum: %w", err)
		}
		r.Enum = append(r.Enum, text)
	}
	r.Pattern = s.Pattern
	if s.MinLength != nil {
		r.MinLength = *s.MinLength
	}
	if s.MaxLength != nil {
		r.MaxLength = *s.MaxLength
	}
	if s.Minimum != nil || s.Maximum != nil || s.MultipleOf != nil || s.MinItems != nil || s.MaxItems != nil ||
		s.UniqueItems ||
		s.MinProperties != nil || s.MaxProperties != nil || s.XListType != nil || s.OneOf != nil ||
		s.AnyOf != nil && !s.XIntOrString || s.Not != nil {
		return errors.New("a rule that fluxapp has no word for")
	}
	return nil
}
