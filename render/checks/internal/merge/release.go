// Package merge puts a chart and its dependencies together, and merges their values as Helm does.
package merge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/loader"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
)

// Release is a chart with the dependencies that are enabled.
type Release struct {
	Top   *Part
	Known valuesschema.Map // the defaults of all parts, with nulls: a key with null is known
}

// Releases are those of one chart with one set of defaults. They are not safe for concurrent use.
type Releases struct {
	chart    *loader.Chart
	defaults valuesschema.Map
	known    map[string]*Release // by the dependencies that are enabled
}

// NewReleases returns the releases of a chart. The defaults stand in for its values.yaml.
func NewReleases(c *loader.Chart, defaults valuesschema.Map) *Releases {
	return &Releases{c, defaults, map[string]*Release{}}
}

// Of returns the chart with the dependencies that given values enable. Its error is a [*MismatchError].
func (r *Releases) Of(given valuesschema.Map) (*Release, error) {
	top := newPart(r.chart, r.defaults)
	if err := top.enable(given, ""); err != nil {
		return nil, err
	}
	key := top.signature()
	if known := r.known[key]; known != nil {
		return known, nil
	}
	if err := top.importValues(); err != nil {
		return nil, err
	}
	known, err := top.defaults()
	if err != nil {
		return nil, err
	}
	r.known[key] = &Release{top, known}
	return r.known[key], nil
}

func (p *Part) signature() string {
	var b strings.Builder
	for _, dep := range p.Deps {
		b.WriteString(dep.Name + "(" + dep.signature() + ")")
	}
	return b.String()
}

// Whole returns the chart with all dependencies, whether enabled or not, as [Releases.Of] does. Nothing is imported.
func (r *Releases) Whole() (*Release, error) {
	top := newPart(r.chart, r.defaults)
	if err := top.enable(nil, ""); err != nil {
		return nil, err
	}
	known, err := top.defaults()
	return &Release{top, known}, err
}

// Part is a chart as a part of a release: under its own name or an alias, with the dependencies that are enabled.
type Part struct {
	Chart *loader.Chart
	Name  string
	Wants []*loader.Dependency // those of Chart.yaml that are enabled
	Deps  []*Part

	values valuesschema.Map
}

// newPart returns a chart with all of its dependencies, before any is disabled. Defaults stand in for its values.yaml.
func newPart(c *loader.Chart, defaults valuesschema.Map) *Part {
	p := &Part{Chart: c, Name: c.Meta.Name, Wants: slices.Clone(c.Meta.Dependencies), values: defaults}
	for _, dep := range c.Deps {
		p.Deps = append(p.Deps, newPart(dep, dep.Values))
	}
	return p
}

// Dependency returns the dependency of a name; nil without one, and for no part.
func (p *Part) Dependency(name string) *Part {
	if p == nil {
		return nil
	}
	for _, dep := range p.Deps {
		if dep.Name == name {
			return dep
		}
	}
	return nil
}

// dependencies returns the charts of the charts folder that Chart.yaml does not name, and a copy for each name there.
func (p *Part) dependencies() (deps []*Part) {
	for _, dep := range p.Deps {
		if !slices.ContainsFunc(p.Wants, dep.isFor) {
			deps = append(deps, dep)
		}
	}
	for _, want := range p.Wants {
		i := slices.IndexFunc(p.Deps, func(dep *Part) bool { return dep.isFor(want) })
		if i >= 0 {
			alias := newPart(p.Deps[i].Chart, p.Deps[i].values)
			alias.Name = want.Called()
			deps = append(deps, alias)
		}
	}
	return deps
}

func (p *Part) isFor(want *loader.Dependency) bool { return want.Takes(p.Chart.Meta) }

// MismatchError is an error of Helm: the values of a dependency are no map.
type MismatchError struct {
	Path []string // in the values that are merged
	Part *Part
}

// Error returns the text, which names the dependency and the path.
func (m *MismatchError) Error() string {
	return fmt.Sprintf("the values of its dependency %s at %s are no map", m.Part.Name, strings.Join(m.Path, "."))
}

// enable leaves the dependencies that given values enable, under their aliases (processDependencyEnabled of Helm in
// pkg/chart/v2/util/dependencies.go). Below the chart itself, Helm looks for conditions and tags in all values of the
// release, with the values of the part merged below them. Without given values, it leaves all.
func (p *Part) enable(given valuesschema.Map, prefix string) error {
	if len(p.Wants) == 0 {
		return nil
	}
	p.Deps = p.dependencies()
	merged := copied(given)
	disabled := map[string]bool{}
	if given != nil {
		if err := p.Coalesce(merged); err != nil {
			return err
		}
		for _, want := range p.Wants {
			disabled[want.Called()] = !isEnabled(want, merged, prefix)
		}
	}
	p.Wants = slices.DeleteFunc(p.Wants, func(d *loader.Dependency) bool { return disabled[d.Called()] })
	p.Deps = slices.DeleteFunc(p.Deps, func(dep *Part) bool { return disabled[dep.Name] })
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
func (p *Part) importValues() error {
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
