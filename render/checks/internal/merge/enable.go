package merge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/loader"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
)

// enable leaves the dependencies that given values enable, under their aliases (processDependencyEnabled of Helm in
// pkg/chart/v2/util/dependencies.go). Below the chart itself, Helm looks for conditions and tags in all values of the
// release, with the values of the part merged below them.
func (p *Part) enable(given valuesschema.Map, prefix string) error {
	if len(p.Wants) == 0 {
		return nil
	}
	p.Deps = p.dependencies()
	merged := copied(given)
	if err := p.Coalesce(merged); err != nil {
		return err
	}
	disabled := map[string]bool{}
	for _, want := range p.Wants {
		disabled[want.Called()] = !isEnabled(want, merged, prefix)
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

// lookUp returns the value at a path with points; nil without one.
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
