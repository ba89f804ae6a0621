package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/loader"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// valueOf returns a value as Helm gets it: sigs.k8s.io/yaml reads every number as float64 (HelmRelease.GetValues).
func valueOf(n tree.Node) any {
	switch n.Kind() {
	case tree.Map:
		out := valuesschema.Map{}
		for child := range n.Children() {
			out[child.Key()] = valueOf(child)
		}
		return out
	case tree.List:
		return append([]any{}, each.In(n.Children(), valueOf)...) // no null for an empty list
	}
	return scalarOf(n)
}

func scalarOf(n tree.Node) any {
	switch n.Kind() {
	case tree.String:
		return n.Text()
	case tree.Bool:
		return n.Text() == "true"
	case tree.Number:
		if number, err := strconv.ParseFloat(n.Text(), 64); err == nil {
			return number
		}
	}
	return nil
}

// inlinePlace is where a path of the merged values leads to in the inline ones.
type inlinePlace struct {
	node   tree.Node // the deepest value above the place, or at it
	rest   []string  // the steps of the path that do not lead to a node
	isAt   bool      // node is at the place itself
	inList bool      // it is an item of a list, or below one
}

func inlineAt(inline tree.Node, path []string) inlinePlace {
	s := inlinePlace{node: inline, rest: path}
	for len(s.rest) > 0 {
		next := child(s.node, s.rest[0])
		if !next.Exists() {
			return s
		}
		s.inList = s.inList || s.node.Kind() == tree.List
		s.node, s.rest = next, s.rest[1:]
	}
	s.isAt = inline.Exists()
	return s
}

func child(n tree.Node, step string) tree.Node {
	if n.Kind() != tree.List {
		return n.Find(step)
	}
	index, err := strconv.Atoi(step)
	item := n.First()
	for ; err == nil && index > 0 && item.Exists(); index-- {
		item = item.Next()
	}
	return item
}

// originOf returns the place in the inline values from which a place of the merged values comes. Globals of a
// dependency come from those of the charts above it, the uppermost first, except a map that would replace what is none
// and the other way round, as in addGlobals.
func originOf(top *part, inline tree.Node, path []string) inlinePlace {
	own, depth := inlineAt(inline, path), 0 // how many steps lead from dependency to dependency
	for p := top; depth < len(path) && p.dependency(path[depth]) != nil; depth++ {
		p = p.dependency(path[depth])
	}
	if depth == 0 || depth == len(path) || path[depth] != "global" {
		return own
	}
	for above := range depth {
		s := inlineAt(inline, slices.Concat(path[:above], path[depth:]))
		if s.isAt && (!own.isAt || len(path) != depth+2 || (s.node.Kind() == tree.Map) == (own.node.Kind() == tree.Map)) {
			return s
		}
	}
	return own
}

// isOpen reports whether the value is not known yet: an outer Flux Kustomization replaces ${…} in it.
func isOpen(n tree.Node) bool {
	return n.Kind() == tree.String && strings.Contains(n.Text(), "${")
}

func hasOpen(n tree.Node) bool {
	return n.Has(func(value tree.Node) bool { return isOpen(value) || value != n && strings.Contains(value.Key(), "${") })
}

// isMisread reports whether the key of a value is another one than the author wrote: on, which YAML 1.1 reads as true.
func isMisread(n tree.Node) bool { return n.Exists() && n.Key() != n.WrittenKey() }

// Accepts is render.ChartCheck.Accepts.
func (c *Checker) Accepts(path []string, value tree.Node) bool {
	v := scalarOf(value)
	if v == nil || isOpen(value) {
		return false
	}
	key := strings.Join(path, "\x00")
	if c.takes == nil {
		c.takes = map[string]func(any) bool{}
		if all, err := c.whole(); err == nil && !hasDoubt(all.top) {
			c.all = all
		}
	}
	takes, known := c.takes[key]
	if !known {
		takes = c.newTaking(path)
		c.takes[key] = takes
	}
	return takes != nil && takes(v)
}

// newTaking asks the schemas, or, where these say nothing, whether a value has the kind of the default.
func (c *Checker) newTaking(path []string) func(any) bool {
	if c.all == nil || len(path) == 0 || decides(c.all.top, path, "") {
		return nil
	}
	schemas, ok := schemasAt(c.all.top, path)
	switch {
	case !ok:
		return nil
	case len(schemas) > 0:
		return schemas.Takes
	}
	byDefault, name := valuesschema.At(c.all.known, path), path[len(path)-1]
	return func(v any) bool { return !contradicts(v, byDefault, name) }
}

// schemasAt returns what the schemas of the charts along a path want of the value at its end; false in doubt.
func schemasAt(p *part, path []string) (valuesschema.Set, bool) {
	schemas, ok := p.Chart.Schema.At(path)
	if !ok || len(path) < 2 {
		return schemas, ok
	}
	dep := p.dependency(path[0])
	if dep == nil {
		return schemas, true
	}
	below, ok := schemasAt(dep, path[1:])
	return append(schemas, below...), ok
}

// hasDoubt reports whether defaults depend on enabled dependencies, or schemas on the way to a place.
func hasDoubt(p *part) bool {
	return p.Chart.Schema.IsDynamic() || slices.ContainsFunc(p.Deps, hasDoubt) ||
		slices.ContainsFunc(p.Wants, func(d *loader.Dependency) bool { return len(d.ImportValues) > 0 })
}

// decides reports whether the value at a path may decide about a dependency, or about values at other places.
func decides(p *part, path []string, prefix string) bool {
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
	return slices.ContainsFunc(p.Deps, func(dep *part) bool {
		return dep.Name == last || decides(dep, path, prefix+dep.Name+".")
	})
}

// isFinal reports whether nothing below can change the inline value: scalars and lists replace what is there.
func (s inlinePlace) isFinal() bool { return s.isAt && (s.inList || s.node.Kind() != tree.Map) }

// written returns the field of a map that is written so, however it is read; absent if there is none.
func written(n tree.Node, key string) tree.Node {
	return each.First(n.Children(), func(child tree.Node) bool { return child.WrittenKey() == key })
}
