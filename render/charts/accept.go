package charts

import (
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// accepted is what is known about the places of a chart's values, by their path. It belongs to one checker.
type accepted struct {
	top    *part  // with all dependencies, whether enabled or not
	known  values // all defaults
	places map[string]*acceptedPlace
	key    []byte // reused
}

// acceptedPlace is what a scalar at a place must fulfil.
type acceptedPlace struct {
	never     bool // other values decide, or are decided
	schemas   []*jsonschema.Schema
	byDefault any // whose kind it must have, where no schema says more
	name      string
}

// accepts is render.ChartCheck.Accepts.
func (c *checker) accepts(path []string, value tree.Node) bool {
	switch value.Kind() {
	case tree.Bool, tree.Number, tree.String:
	default:
		return false
	}
	at := c.place(path)
	switch {
	case at.never || isOpen(value):
		return false
	case len(at.schemas) == 0 && at.byDefault == nil:
		return true
	}
	v := scalarOf(value)
	if v == nil || len(at.schemas) == 0 && contradicts(v, at.byDefault, at.name) {
		return false
	}
	return !slices.ContainsFunc(at.schemas, func(s *jsonschema.Schema) bool { return !takes(s, v) })
}

func takes(s *jsonschema.Schema, v any) (ok bool) {
	defer func() { ok = recover() == nil && ok }()
	return s.Validate(v) == nil
}

func (c *checker) place(path []string) *acceptedPlace {
	a := &c.accepted
	a.key = a.key[:0]
	for _, name := range path {
		a.key = append(append(a.key, name...), 0)
	}
	if at := a.places[string(a.key)]; at != nil {
		return at
	}
	if a.places == nil {
		a.places = map[string]*acceptedPlace{}
		c.prepareAccepts()
	}
	at := &acceptedPlace{}
	if a.top == nil || len(path) == 0 || a.top.decides(path, "") || !at.addParts(a.top, path) {
		at.never = true
	} else {
		at.name = path[len(path)-1]
		at.byDefault = valueAt(a.known, path)
	}
	a.places[string(a.key)] = at
	return at
}

// prepareAccepts makes the chart with all of its dependencies. It leaves top nil where values depend on more than their
// own place.
func (c *checker) prepareAccepts() {
	top, known := newPart(c.chart, c.defaults), values{}
	top.nameAll()
	if top.hasDoubt() || top.coalesce(known, true, nil) != nil {
		return
	}
	c.accepted.top, c.accepted.known = top, known
}

func (p *part) nameAll() {
	if p.wants != nil {
		p.deps = p.named()
	}
	for _, dep := range p.deps {
		dep.nameAll()
	}
}

// hasDoubt reports whether defaults depend on enabled dependencies, or schemas on the way to a place.
func (p *part) hasDoubt() bool {
	if s := p.chart.schema; s != nil {
		if _, err := s.compile(); err == nil && s.isDynamic {
			return true
		}
	}
	return slices.ContainsFunc(p.wants, func(d *dependency) bool { return len(d.ImportValues) > 0 }) ||
		slices.ContainsFunc(p.deps, (*part).hasDoubt)
}

// decides reports whether the value at a path may decide about a dependency, or about values at other places.
func (p *part) decides(path []string, prefix string) bool {
	last := path[len(path)-1]
	if path[0] == "tags" || slices.Contains(path, "global") {
		return true
	}
	dots := strings.Join(path, ".") + "."
	for _, want := range p.wants {
		for _, condition := range want.conditions() {
			read := prefix + condition + "."
			if strings.HasPrefix(dots, read) || strings.HasPrefix(read, dots) {
				return true
			}
		}
	}
	return slices.ContainsFunc(p.deps, func(dep *part) bool {
		return dep.name == last || dep.decides(path, prefix+dep.name+".")
	})
}

// addParts adds what the schemas of the charts along a path want of the value at its end. It returns false in doubt.
func (at *acceptedPlace) addParts(p *part, path []string) bool {
	if s := p.chart.schema; s != nil {
		if compiled, err := s.compile(); err == nil && !at.add(compiled, path, 0) {
			return false
		}
	}
	if len(path) < 2 {
		return true
	}
	dep := p.dependency(path[0])
	return dep == nil || at.addParts(dep, path[1:])
}

// maxRefs is how many schemas may lead to one another at one place.
const maxRefs = 100

// add adds what a schema wants of the value at a path. It returns false where the value decides about other faults.
func (at *acceptedPlace) add(s *jsonschema.Schema, path []string, depth int) bool {
	switch {
	case isTrivial(s):
		return true
	case s.Bool != nil || depth > maxRefs:
		return false
	case len(path) == 0:
		at.schemas = append(at.schemas, s)
		return true
	case comparesAll(s):
		return false
	}
	for _, choice := range choicesOf(s) {
		if touches(choice, path, 0) {
			return false
		}
	}
	for _, same := range append(present(s.Ref), s.AllOf...) {
		if !at.add(same, path, depth+1) {
			return false
		}
	}
	below, closed := childSchemas(s, path[0])
	for _, s := range below {
		if !at.add(s, path[1:], 0) {
			return false
		}
	}
	return !closed
}

// comparesAll reports whether a schema looks at all that is in a list or a map at once.
func comparesAll(s *jsonschema.Schema) bool {
	return s.Const != nil || s.Enum != nil || s.UniqueItems || s.Contains != nil || len(s.Extensions) > 0
}

// choicesOf returns the schemas that apply, or fail, depending on the value.
func choicesOf(s *jsonschema.Schema) []*jsonschema.Schema {
	return slices.DeleteFunc(beside(s), func(other *jsonschema.Schema) bool {
		return other == s.Ref || slices.Contains(s.AllOf, other)
	})
}

// touches reports whether the value at a path may decide whether a schema takes what is above it.
func touches(s *jsonschema.Schema, path []string, depth int) bool {
	switch {
	case isTrivial(s):
		return false
	case len(path) == 0 || depth > maxRefs || comparesAll(s):
		return true
	}
	for _, other := range beside(s) {
		if touches(other, path, depth+1) {
			return true
		}
	}
	below, closed := childSchemas(s, path[0])
	return closed || slices.ContainsFunc(below, func(s *jsonschema.Schema) bool { return touches(s, path[1:], 0) })
}

// childSchemas returns the schemas for a field or an item of a value, and whether the schema may refuse the field
// itself, or say more about it depending on others.
func childSchemas(s *jsonschema.Schema, step string) (below []*jsonschema.Schema, closed bool) {
	below = ofKey([]*jsonschema.Schema{s}, step)
	_, isProperty := s.Properties[step]
	closed = !isProperty && (s.AdditionalProperties == false && len(below) == 0 || !isTrivial(s.UnevaluatedProperties))
	if index, err := strconv.Atoi(step); err == nil {
		closed = closed || !isTrivial(s.UnevaluatedItems) || s.AdditionalItems == false
		below = append(below, itemsOf(s)...)
		if index >= 0 && index < len(s.PrefixItems) {
			below = append(below, s.PrefixItems[index])
		}
	}
	return below, closed
}
