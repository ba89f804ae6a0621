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
	finder := placeFinder{at, map[visit]bool{}}
	if a.top == nil || len(path) == 0 || a.top.decides(path, "") || !finder.addParts(a.top, path) {
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

// placeFinder finds what schemas want of the value at one place.
type placeFinder struct {
	place *acceptedPlace
	seen  map[visit]bool
}

// visit is a schema at a place, so many steps above the value.
type visit struct {
	schema *jsonschema.Schema
	above  int
	asks   bool // of touches
}

// isNew reports whether a schema is there for the first time: schemas may refer to each other in circles.
func (f *placeFinder) isNew(v visit) bool {
	known := f.seen[v]
	f.seen[v] = true
	return !known
}

// addParts adds what the schemas of the charts along a path want of the value at its end. It returns false in doubt.
func (f *placeFinder) addParts(p *part, path []string) bool {
	if s := p.chart.schema; s != nil {
		if compiled, err := s.compile(); err == nil && !f.add(compiled, path) {
			return false
		}
	}
	if len(path) < 2 {
		return true
	}
	dep := p.dependency(path[0])
	return dep == nil || f.addParts(dep, path[1:])
}

// add adds what a schema wants of the value at a path. It returns false where the value decides about other faults.
func (f *placeFinder) add(s *jsonschema.Schema, path []string) bool {
	switch {
	case isTrivial(s) || !f.isNew(visit{s, len(path), false}):
		return true
	case s.Bool != nil:
		return false
	case len(path) == 0:
		f.place.schemas = append(f.place.schemas, s)
		return true
	case comparesAll(s):
		return false
	}
	for _, choice := range choicesOf(s) {
		if f.touches(choice, path) {
			return false
		}
	}
	for _, same := range append(present(s.Ref), s.AllOf...) {
		if !f.add(same, path) {
			return false
		}
	}
	below, closed := childSchemas(s, path[0])
	for _, s := range below {
		if !f.add(s, path[1:]) {
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
func (f *placeFinder) touches(s *jsonschema.Schema, path []string) bool {
	switch {
	case isTrivial(s) || !f.isNew(visit{s, len(path), true}): // what it has found before counts there
		return false
	case len(path) == 0 || comparesAll(s):
		return true
	}
	if slices.ContainsFunc(beside(s), func(other *jsonschema.Schema) bool { return f.touches(other, path) }) {
		return true
	}
	below, closed := childSchemas(s, path[0])
	return closed || slices.ContainsFunc(below, func(s *jsonschema.Schema) bool { return f.touches(s, path[1:]) })
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
