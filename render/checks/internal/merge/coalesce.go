package merge

import (
	"maps"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/values"
)

// Coalesce merges given values over those of a part and of its dependencies, in place: a null of given removes the
// default. Its error is a [*MismatchError].
func (p *Part) Coalesce(given values.Map) error { return p.coalesce(given, false, nil) }

// defaults returns the values of a part and of its dependencies, with nulls.
func (p *Part) defaults() (values.Map, error) {
	own := values.Map{}
	return own, p.coalesce(own, true, nil)
}

// coalesce merges given values over those of a part and of its dependencies, in place, as CoalesceValues and
// MergeValues of Helm do (pkg/chart/common/util/coalesce.go): a null of given removes the default, unless keepNulls.
// The path is that of given.
func (p *Part) coalesce(given values.Map, keepNulls bool, path []string) error {
	p.addDefaults(given, keepNulls)
	for _, dep := range p.Deps {
		below, found := given[dep.Name]
		if !found {
			below = values.Map{}
			given[dep.Name] = below
		}
		table, isMap := below.(values.Map)
		at := append(path[:len(path):len(path)], dep.Name)
		if !isMap {
			return &MismatchError{at, dep}
		}
		addGlobals(table, given)
		if err := dep.coalesce(table, keepNulls, at); err != nil {
			return err
		}
	}
	return nil
}

func (p *Part) addDefaults(given values.Map, keepNulls bool) {
	for key, byDefault := range copied(p.values) {
		value, isGiven := given[key]
		table, isMap := value.(values.Map)
		defaults, hasMap := byDefault.(values.Map)
		switch {
		case !isGiven:
			if !keepNulls && byDefault == nil {
				continue
			}
			if hasMap && !keepNulls {
				dropNulls(defaults)
			}
			given[key] = byDefault
		case value == nil && !keepNulls:
			delete(given, key)
		case isMap && hasMap:
			// What is below a dependency keeps its nulls until the dependency is merged.
			keep := keepNulls || p.Dependency(key) != nil
			if !keep {
				dropNulls(defaults)
			}
			mergeTables(table, defaults, keep)
		}
	}
}

// addGlobals copies the globals of a chart to its dependency, over those that are there. Tables below the first level
// are shared with the chart, as in Helm: what a dependency has there gets into the globals of the chart, too.
func addGlobals(below, above values.Map) {
	own, ok := globalsOf(below)
	if !ok {
		return
	}
	shared, ok := globalsOf(above)
	if !ok {
		return
	}
	for key, value := range shared {
		table, isMap := value.(values.Map)
		at, found := own[key]
		before, wasMap := at.(values.Map)
		switch {
		case isMap && !found:
			own[key] = maps.Clone(table)
		case isMap && wasMap:
			merged := maps.Clone(table)
			mergeTables(merged, before, true)
			own[key] = merged
		case !isMap && !wasMap:
			own[key] = value
		}
	}
	below["global"] = own
}

func globalsOf(v values.Map) (values.Map, bool) {
	globals, found := v["global"]
	if !found {
		return values.Map{}, true
	}
	table, isMap := globals.(values.Map)
	return table, isMap
}
