package check

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/loader"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/merge"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// accepted is what is known about the places of a chart's values, by their path. It belongs to one checker.
type accepted struct {
	whole  *merge.Release // nil where values depend on more than their own place
	places map[string]*acceptedPlace
	key    []byte // reused
}

// acceptedPlace is what a scalar at a place must fulfil.
type acceptedPlace struct {
	never     bool // other values decide, or are decided
	schemas   valuesschema.Set
	byDefault any // whose kind it must have, where no schema says more
	name      string
}

// Accepts is render.ChartCheck.Accepts.
func (c *Checker) Accepts(path []string, value tree.Node) bool {
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
	return at.schemas.Takes(v)
}

func (c *Checker) place(path []string) *acceptedPlace {
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
		if whole, err := c.releases.Whole(); err == nil && !hasDoubt(whole.Top) {
			a.whole = whole
		}
	}
	at := a.newPlace(path)
	a.places[string(a.key)] = at
	return at
}

func (a *accepted) newPlace(path []string) *acceptedPlace {
	if a.whole == nil || len(path) == 0 || decides(a.whole.Top, path, "") {
		return &acceptedPlace{never: true}
	}
	schemas, ok := schemasAt(a.whole.Top, path)
	return &acceptedPlace{!ok, schemas, valuesschema.At(a.whole.Known, path), path[len(path)-1]}
}

// schemasAt returns what the schemas of the charts along a path want of the value at its end; false in doubt.
func schemasAt(p *merge.Part, path []string) (valuesschema.Set, bool) {
	schemas, ok := p.Chart.Schema.At(path)
	if !ok || len(path) < 2 {
		return schemas, ok
	}
	dep := p.Dependency(path[0])
	if dep == nil {
		return schemas, true
	}
	below, ok := schemasAt(dep, path[1:])
	return append(schemas, below...), ok
}

// hasDoubt reports whether defaults depend on enabled dependencies, or schemas on the way to a place.
func hasDoubt(p *merge.Part) bool {
	return p.Chart.Schema.IsDynamic() || slices.ContainsFunc(p.Deps, hasDoubt) ||
		slices.ContainsFunc(p.Wants, func(d *loader.Dependency) bool { return len(d.ImportValues) > 0 })
}

// decides reports whether the value at a path may decide about a dependency, or about values at other places.
func decides(p *merge.Part, path []string, prefix string) bool {
	last := path[len(path)-1]
	if path[0] == "tags" || slices.Contains(path, "global") {
		return true
	}
	dots := strings.Join(path, ".") + "."
	for _, want := range p.Wants {
		for _, condition := range want.Conditions() {
			read := prefix + condition + "."
			if strings.HasPrefix(dots, read) || strings.HasPrefix(read, dots) {
				return true
			}
		}
	}
	return slices.ContainsFunc(p.Deps, func(dep *merge.Part) bool {
		return dep.Name == last || decides(dep, path, prefix+dep.Name+".")
	})
}
