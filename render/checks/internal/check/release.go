package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/loader"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// release is a chart with the dependencies that are enabled.
type release struct {
	top   *part
	known valuesschema.Map // the defaults of all parts, with nulls: a key with null is known
}

// release returns the chart with the dependencies that given values enable. Its error is a [*mismatchError].
func (c *Checker) release(given valuesschema.Map) (*release, error) {
	top := newPart(c.chart, c.defaults)
	if err := top.enable(given, ""); err != nil {
		return nil, err
	}
	key := top.signature()
	if known := c.known[key]; known != nil {
		return known, nil
	}
	if err := top.importValues(); err != nil {
		return nil, err
	}
	known, err := top.defaults()
	if err != nil {
		return nil, err
	}
	c.known[key] = &release{top, known}
	return c.known[key], nil
}

func (p *part) signature() string {
	var b strings.Builder
	for _, dep := range p.Deps {
		b.WriteString(dep.Name + "(" + dep.signature() + ")")
	}
	return b.String()
}

// whole returns the chart with all dependencies, whether enabled or not. Nothing is imported.
func (c *Checker) whole() (*release, error) {
	top := newPart(c.chart, c.defaults)
	if err := top.enable(nil, ""); err != nil {
		return nil, err
	}
	known, err := top.defaults()
	return &release{top, known}, err
}

// part is a chart as a part of a release: under its own name or an alias, with the dependencies that are enabled.
type part struct {
	Chart *loader.Chart
	Name  string
	Wants []*loader.Dependency // those of Chart.yaml that are enabled
	Deps  []*part

	values valuesschema.Map
}

// newPart returns a chart with all of its dependencies, before any is disabled. Defaults stand in for its values.yaml.
func newPart(c *loader.Chart, defaults valuesschema.Map) *part {
	return &part{Chart: c, Name: c.Meta.Name, Wants: slices.Clone(c.Meta.Dependencies), values: defaults,
		Deps: each.Of(c.Deps, func(dep *loader.Chart) *part { return newPart(dep, dep.Values) })}
}

// dependency returns the dependency of a name; nil without one, and for no part.
func (p *part) dependency(name string) *part {
	if p == nil {
		return nil
	}
	return each.First(slices.Values(p.Deps), func(dep *part) bool { return dep.Name == name })
}

// dependencies returns the charts of the charts folder that Chart.yaml does not name, and a copy for each name there.
func (p *part) dependencies() (deps []*part) {
	deps = each.Only(p.Deps, func(dep *part) bool { return !slices.ContainsFunc(p.Wants, dep.isFor) })
	for _, want := range p.Wants {
		i := slices.IndexFunc(p.Deps, func(dep *part) bool { return dep.isFor(want) })
		if i >= 0 {
			alias := newPart(p.Deps[i].Chart, p.Deps[i].values)
			alias.Name = want.Called()
			deps = append(deps, alias)
		}
	}
	return deps
}

func (p *part) isFor(want *loader.Dependency) bool { return want.Takes(p.Chart.Meta) }

// mismatchError is an error of Helm: the values of a dependency are no map.
type mismatchError struct {
	path []string // in the values that are merged
	part *part
}

func (m *mismatchError) Error() string {
	return fmt.Sprintf("the values of its dependency %s at %s are no map", m.part.Name, strings.Join(m.path, "."))
}

// enable leaves the dependencies that given values enable, under their aliases (processDependencyEnabled of Helm in
// pkg/chart/v2/util/dependencies.go). Below the chart itself, Helm looks for conditions and tags in all values of the
// release, with the values of the part merged below them. Without given values, it leaves all.
func (p *part) enable(given valuesschema.Map, prefix string) error {
	if len(p.Wants) == 0 {
		return nil
	}
	p.Deps = p.dependencies()
	merged := copied(given)
	disabled := map[string]bool{}
	if given != nil {
		if err := p.merge(merged); err != nil {
			return err
		}
		for _, want := range p.Wants {
			disabled[want.Called()] = !isEnabled(want, merged, prefix)
		}
	}
	p.Wants = slices.DeleteFunc(p.Wants, func(d *loader.Dependency) bool { return disabled[d.Called()] })
	p.Deps = slices.DeleteFunc(p.Deps, func(dep *part) bool { return disabled[dep.Name] })
	for _, dep := range p.Deps {
		if err := dep.enable(merged, prefix+dep.Name+"."); err != nil {
			return err
		}
	}
	return nil
}

// isEnabled returns the first condition that is a boolean, or else whether a tag is true or none is false.
func isEnabled(d *loader.Dependency, given valuesschema.Map, prefix string) bool {
	for _, path := range d.Conditions() {
		if on, isBool := lookUp(given, prefix+path).(bool); isBool {
			return on
		}
	}
	tags, _ := given["tags"].(valuesschema.Map)
	anyFalse := false
	for _, tag := range d.Tags {
		on, isBool := tags[tag].(bool)
		if on {
			return true
		}
		anyFalse = anyFalse || isBool
	}
	return !anyFalse
}

func lookUp(v valuesschema.Map, path string) any {
	keys := strings.Split(path, ".")
	for _, key := range keys[:len(keys)-1] {
		v, _ = v[key].(valuesschema.Map)
	}
	return v[keys[len(keys)-1]]
}

// importValues gives the chart the values of its dependencies that import-values names, and makes those of all
// dependencies its own (processDependencyImportValues of Helm). Only defaults are imported, never given values. It is a
// copy of a table: Helm imports the table itself, which two imports change, or put into itself.
func (p *part) importValues() error {
	for _, dep := range p.Deps {
		if err := dep.importValues(); err != nil {
			return err
		}
	}
	if len(p.Wants) == 0 {
		return nil
	}
	own, err := p.defaults()
	if err != nil {
		return err
	}
	imported := valuesschema.Map{}
	for _, want := range p.Wants {
		for _, what := range want.ImportValues {
			if table := imports(own, want.Called(), what); table != nil {
				mergeTables(imported, copied(table), true)
			}
		}
	}
	p.values = copied(own)
	mergeTables(p.values, imported, true)
	return nil
}

// imports returns what an item of import-values brings, in the form of the parent's values; nil when there is none.
func imports(own valuesschema.Map, from string, what any) valuesschema.Map {
	child, parent := "", "."
	switch what := what.(type) {
	case string:
		child = "exports." + what
	case map[string]any:
		child, parent = fmt.Sprint(what["child"]), fmt.Sprint(what["parent"])
	default:
		return nil
	}
	table, isMap := lookUp(own, from+"."+child).(valuesschema.Map)
	if !isMap {
		return nil
	}
	if parent == "." {
		return table
	}
	keys := strings.Split(parent, ".")
	for i := len(keys) - 1; i >= 0; i-- {
		table = valuesschema.Map{keys[i]: table}
	}
	return table
}
