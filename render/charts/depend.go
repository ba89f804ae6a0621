package charts

import (
	"fmt"
	"strings"

	"github.com/Masterminds/semver/v3"
)

// newPart returns a chart with all of its dependencies, before any is disabled. Defaults stand in for its values.yaml.
func newPart(c *chart, defaults values) *part {
	p := &part{chart: c, name: c.meta.Name, values: defaults}
	for _, want := range c.meta.Dependencies {
		known := *want
		p.wants = append(p.wants, &known)
	}
	for _, dep := range c.deps {
		p.deps = append(p.deps, newPart(dep, dep.values))
	}
	return p
}

// enable leaves the dependencies that given values enable, under their aliases (processDependencyEnabled of Helm in
// pkg/chart/v2/util/dependencies.go). Below the chart itself, Helm looks for conditions and tags in all values of the
// release, with the values of the part merged below them.
func (p *part) enable(given values, prefix string) error {
	if p.wants == nil {
		return nil
	}
	p.deps = p.named()
	merged := copied(given)
	if err := p.coalesce(merged, false, nil); err != nil {
		return err
	}
	disabled := map[string]bool{}
	for _, want := range p.wants {
		disabled[want.called()] = !isEnabled(want, merged, prefix)
	}
	p.wants = without(p.wants, func(d *dependency) bool { return disabled[d.called()] })
	p.deps = without(p.deps, func(dep *part) bool { return disabled[dep.name] })
	for _, dep := range p.deps {
		if err := dep.enable(merged, prefix+dep.name+"."); err != nil {
			return err
		}
	}
	return nil
}

// named returns the charts of the charts folder that Chart.yaml does not name, and a copy for each dependency that it
// names.
func (p *part) named() (deps []*part) {
	for _, dep := range p.deps {
		if !dep.isNamed(p.wants) {
			deps = append(deps, dep)
		}
	}
	for _, want := range p.wants {
		for _, dep := range p.deps {
			if dep.name == want.Name && inRange(want.Version, dep.chart.meta.Version) {
				alias := newPart(dep.chart, dep.values)
				alias.name = want.called()
				deps = append(deps, alias)
				break
			}
		}
	}
	return deps
}

func (p *part) isNamed(wants []*dependency) bool {
	for _, want := range wants {
		if p.name == want.Name && inRange(want.Version, p.chart.meta.Version) {
			return true
		}
	}
	return false
}

// missingDependency returns the name of a dependency that Chart.yaml wants and the charts folder does not have.
func (c *chart) missingDependency() string {
	for _, want := range c.meta.Dependencies {
		found := false
		for _, dep := range c.deps {
			found = found || dep.meta.Name == want.Name && inRange(want.Version, dep.meta.Version)
		}
		if !found {
			return want.Name
		}
	}
	return ""
}

func inRange(constraint, version string) bool {
	v, err := semver.NewVersion(version)
	if err != nil {
		return false
	}
	c, err := semver.NewConstraint(constraint)
	return err == nil && c.Check(v)
}

// isEnabled returns what tags and conditions say: the first condition that is a boolean, or else whether one of its
// tags is true or none is false.
func isEnabled(d *dependency, given values, prefix string) bool {
	for _, path := range d.conditions() {
		if on, isBool := lookUp(given, prefix+path).(bool); isBool {
			return on
		}
	}
	tags, _ := given["tags"].(values)
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

// conditions returns the paths of values that enable a dependency.
func (d *dependency) conditions() (paths []string) {
	for path := range strings.SplitSeq(strings.TrimSpace(d.Condition), ",") {
		if path != "" {
			paths = append(paths, path)
		}
	}
	return paths
}

// lookUp returns the value at a path with points; nil without one.
func lookUp(v values, path string) any {
	keys := strings.Split(path, ".")
	for _, key := range keys[:len(keys)-1] {
		v, _ = v[key].(values)
	}
	return v[keys[len(keys)-1]]
}

// importValues gives the chart the values of its dependencies that import-values names, and makes those of all
// dependencies its own (processDependencyImportValues of Helm). Only defaults are imported, never given values. Helm
// imports a table itself, and not a copy, so that two imports of one table change it, or end in a table that is in
// itself; here it is a copy.
func (p *part) importValues() error {
	for _, dep := range p.deps {
		if err := dep.importValues(); err != nil {
			return err
		}
	}
	if p.wants == nil {
		return nil
	}
	own := values{}
	if err := p.coalesce(own, true, nil); err != nil {
		return err
	}
	imported := values{}
	for _, want := range p.wants {
		for _, what := range want.ImportValues {
			if table := imports(own, want.called(), what); table != nil {
				mergeTables(imported, copied(table), true)
			}
		}
	}
	p.values = copied(own)
	mergeTables(p.values, imported, true)
	return nil
}

// imports returns what an item of import-values brings, in the form of the parent's values; nil when there is none.
func imports(own values, from string, what any) values {
	child, parent := "", "."
	switch what := what.(type) {
	case string:
		child = "exports." + what
	case map[string]any:
		child, parent = fmt.Sprint(what["child"]), fmt.Sprint(what["parent"])
	default:
		return nil
	}
	table, isMap := lookUp(own, from+"."+child).(values)
	if !isMap {
		return nil
	}
	if parent == "." {
		return table
	}
	keys := strings.Split(parent, ".")
	for i := len(keys) - 1; i >= 0; i-- {
		table = values{keys[i]: table}
	}
	return table
}

func without[T any](list []T, drop func(T) bool) (kept []T) {
	for _, item := range list {
		if !drop(item) {
			kept = append(kept, item)
		}
	}
	return kept
}
