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
	whole *merge.Release            // nil where values depend on more than their own place
	takes map[string]func(any) bool // what a scalar at a place must fulfil; nil where others decide, or are decided
}

// Accepts is render.ChartCheck.Accepts.
func (c *Checker) Accepts(path []string, value tree.Node) bool {
	switch value.Kind() {
	case tree.Bool, tree.Number, tree.String:
	default:
		return false
	}
	takes := c.taking(path)
	if takes == nil || isOpen(value) {
		return false
	}
	v := scalarOf(value)
	return v != nil && takes(v)
}

func (c *Checker) taking(path []string) func(any) bool {
	a, key := &c.accepted, strings.Join(path, "\x00")
	takes, known := a.takes[key]
	if known {
		return takes
	}
	if a.takes == nil {
		a.takes = map[string]func(any) bool{}
		if whole, err := c.releases.Whole(); err == nil && !hasDoubt(whole.Top) {
			a.whole = whole
		}
	}
	takes = a.newTaking(path)
	a.takes[key] = takes
	return takes
}

// newTaking asks the schemas, or, where these say nothing, whether a value has the kind of the default.
func (a *accepted) newTaking(path []string) func(any) bool {
	if a.whole == nil || len(path) == 0 || decides(a.whole.Top, path, "") {
		return nil
	}
	schemas, ok := schemasAt(a.whole.Top, path)
	switch {
	case !ok:
		return nil
	case len(schemas) > 0:
		return schemas.Takes
	}
	byDefault, name := valuesschema.At(a.whole.Known, path), path[len(path)-1]
	return func(v any) bool { return !contradicts(v, byDefault, name) }
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
