package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
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
	asked                []string // values that only a newer version of the API has
	Pattern              string
	MinLength, MaxLength int64 // in characters; 0 is any

	changes
}

// decided are fields that another field requires or forbids: package validate knows when. The summary becomes another
// field.
var decided = []string{"HelmChartTemplateSpec.chart", "HelmChartTemplateSpec.sourceRef", "AlertSpec.summary"}

// patchedIn are the values that others patch into the CRDs of Flux. Flux-operator does it when it installs Flux, for
// the events of its own kinds (github.com/controlplaneio-fluxcd/flux-operator, internal/builder/profiles.go).
var patchedIn = map[string][]string{
	"github.com/fluxcd/notification-controller/api/v1.CrossNamespaceObjectReference.kind": {
		"FluxInstance", "ResourceSet", "ResourceSetInputProvider",
	},
}

// A collector makes the rules of all types below some roots.
type collector struct {
	types *apis
	rules map[string]*rule
	seen  map[string]bool
	errs  []error
}

// collect returns the rules of the roots and of all types below them, ordered by package, type and field. Each root
// comes with itself in all releases.
func collect(types *apis, all []release, roots []crd.TypeIdent) ([]rule, error) {
	c := collector{types: types, rules: map[string]*rule{}, seen: map[string]bool{}}
	for _, root := range roots {
		c.walk(root, all, historyOf(root, all))
		c.requiredByRules(root)
	}
	var rules []rule
	for _, key := range slices.Sorted(maps.Keys(c.rules)) {
		rules = append(rules, *c.rules[key])
	}
	return rules, errors.Join(c.errs...)
}

// walk makes the rules of a type's fields and of all below them.
func (c *collector) walk(of crd.TypeIdent, all []release, past history) {
	visit := fmt.Sprint(of, past.fields())
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
		c.walk(e, all, historyOf(e, all))
		if len(past) > 0 {
			c.embedded(of, e)
		}
	}
	for _, m := range own {
		c.add(m, past)
		if m.below != (crd.TypeIdent{}) {
			c.walk(m.below, all, past.below(m))
		}
	}
}

// embedded makes rules of the fields that a type of Flux has of another one, which it does not require. Where the kind
// of a chart chooses the fields, fluxapp takes them for every Flux.
func (c *collector) embedded(of, other crd.TypeIdent) {
	theirs, _, err := c.types.members(other)
	c.errs = append(c.errs, err)
	for _, m := range theirs {
		m.of, m.required = of, false
		c.add(m, history{})
	}
}

// required is a rule of CEL by which an object must have a field of its spec.
var required = regexp.MustCompile(`^has\(self\.spec\) && has\(self\.spec\.(\w+)\)$`)

// requiredByRules adds what the rules of an object require of its spec.
func (c *collector) requiredByRules(spec crd.TypeIdent) {
	object, ok := c.types.named(spec.Package.PkgPath, strings.TrimSuffix(spec.Name, "Spec"))
	if !ok || object == spec {
		return
	}
	for _, rule := range c.types.flat(object).XValidations {
		if match := required.FindStringSubmatch(rule.Rule); match != nil {
			r := c.rules[strings.Join([]string{spec.Package.PkgPath, spec.Name, match[1]}, " ")]
			r.Required, r.OptionalSince = true, 0
		}
	}
}

// described reports whether a type is a struct of Flux's or of fluxapp's own, a selector, or one of RBAC. Others of
// Kubernetes' own types have rules of their own.
func (c *collector) described(of crd.TypeIdent) bool {
	pkg := of.Package.PkgPath
	if !strings.HasPrefix(pkg, "github.com/fluxcd/") && !strings.HasPrefix(pkg, "github.com/fluxapp-dev/") &&
		!strings.HasPrefix(of.Name, "LabelSelector") && pkg != rbacAPI {
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
	case slices.Contains(decided, m.of.Name+"."+m.name):
		r.OptionalSince, r.Until = 0, 0
	case m.schema.Default != nil:
		r.Default = string(m.schema.Default.Raw)
	case past.preset(m) != "":
		r.Default = past.preset(m)
	case m.schema.Type == "boolean" && r.Package == languageAPI:
		r.Default = "false"
	}
	limits := &m.schema
	for inner := items(*limits); inner != nil; inner = items(*limits) { // the limits of a list are the limits of its items
		limits = inner
	}
	if err := errors.Join(c.limits(&r, limits), past.gone(m)); err != nil {
		c.errs = append(c.errs, fmt.Errorf("%s.%s: %w", m.of, m.name, err))
	}
	for _, value := range slices.Sorted(maps.Keys(r.EnumSince)) {
		if !slices.Contains(r.Enum, value) { // a newer API version has it
			r.Enum, r.asked = append(r.Enum, value), append(r.asked, value)
		}
	}
	r.Enum = append(r.Enum, patchedIn[r.Package+"."+r.Type+"."+r.Field]...)
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
