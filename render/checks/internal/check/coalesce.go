package check

import (
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
)

// merge merges given values, in which a null removes a default, over those of a part and of its dependencies, in
// place. Its error is a [*mismatchError].
func (p *part) merge(given valuesschema.Map) error { return p.coalesce(given, false, nil) }

// defaults returns the values of a part and of its dependencies, with nulls.
func (p *part) defaults() (valuesschema.Map, error) {
	own := valuesschema.Map{}
	return own, p.coalesce(own, true, nil)
}

// coalesce merges given values, whose place is path, over those of a part, as CoalesceValues and MergeValues of Helm do
// (pkg/chart/common/util/coalesce.go): a null of given removes the default, unless keepNulls.
func (p *part) coalesce(given valuesschema.Map, keepNulls bool, path []string) error {
	p.addDefaults(given, keepNulls)
	for _, dep := range p.Deps {
		below, found := given[dep.Name]
		if !found {
			below = valuesschema.Map{}
			given[dep.Name] = below
		}
		table, isMap := below.(valuesschema.Map)
		at := append(path[:len(path):len(path)], dep.Name)
		if !isMap {
			return &mismatchError{at, dep}
		}
		addGlobals(table, given)
		if err := dep.coalesce(table, keepNulls, at); err != nil {
			return err
		}
	}
	return nil
}

func (p *part) addDefaults(given valuesschema.Map, keepNulls bool) {
	for key, byDefault := range copied(p.values) {
		value, isGiven := given[key]
		table, isMap := value.(valuesschema.Map)
		defaults, hasMap := byDefault.(valuesschema.Map)
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
			keep := keepNulls || p.dependency(key) != nil
			if !keep {
				dropNulls(defaults)
			}
			mergeTables(table, defaults, keep)
		}
	}
}

// addGlobals copies the globals of a chart to its dependency, over those that are there. Tables below the first level
// are shared with the chart, as in Helm: what a dependency has there gets into the globals of the chart, too.
func addGlobals(below, above valuesschema.Map) {
	own, isMap := globalsOf(below)
	shared, isMapAbove := globalsOf(above)
	if !isMap || !isMapAbove {
		return
	}
	for key, value := range shared {
		table, isMap := value.(valuesschema.Map)
		at, found := own[key]
		before, wasMap := at.(valuesschema.Map)
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

func globalsOf(v valuesschema.Map) (valuesschema.Map, bool) {
	globals, found := v["global"]
	if !found {
		return valuesschema.Map{}, true
	}
	table, isMap := globals.(valuesschema.Map)
	return table, isMap
}

// mergeTables merges over onto base, in place, where over wins (coalesceTablesFullKey of Helm). A null of over removes
// the key if base has a value, unless keepNulls.
func mergeTables(over, base valuesschema.Map, keepNulls bool) {
	for key, value := range base {
		present, found := over[key]
		table, isMap := value.(valuesschema.Map)
		above, wasMap := present.(valuesschema.Map)
		switch {
		case found && !keepNulls && present == nil && value != nil:
			delete(over, key)
		case !found:
			over[key] = value
		case isMap && wasMap:
			mergeTables(above, table, keepNulls)
		}
	}
}

func dropNulls(v valuesschema.Map) {
	for key, value := range v {
		if value == nil {
			delete(v, key)
		} else if table, isMap := value.(valuesschema.Map); isMap {
			dropNulls(table)
		}
	}
}

func copied[T any](value T) T {
	out := any(value)
	switch value := out.(type) {
	case valuesschema.Map:
		table := maps.Clone(value)
		for key, value := range table {
			table[key] = copied(value)
		}
		out = table
	case []any:
		list := slices.Clone(value)
		for i, item := range list {
			list[i] = copied(item)
		}
		out = list
	}
	result, _ := out.(T) // nil is none
	return result
}
