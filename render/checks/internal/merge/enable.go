package merge

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/loader"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/values"
)

// enable leaves the dependencies that given values enable, under their aliases (processDependencyEnabled of Helm in
// pkg/chart/v2/util/dependencies.go). Below the chart itself, Helm looks for conditions and tags in all values of the
// release, with the values of the part merged below them.
func (p *Part) enable(given values.Map, prefix string) error {
	if len(p.Wants) == 0 {
		return nil
	}
	p.Deps = p.named()
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
func isEnabled(d *loader.Dependency, given values.Map, prefix string) bool {
	for _, path := range d.Conditions() {
		if on, isBool := lookUp(given, prefix+path).(bool); isBool {
			return on
		}
	}
	tags, _ := given["tags"].(values.Map)
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
func lookUp(v values.Map, path string) any {
	keys := strings.Split(path, ".")
	for _, key := range keys[:len(keys)-1] {
		v, _ = v[key].(values.Map)
	}
	return v[keys[len(keys)-1]]
}
