package charts

import (
	"fmt"
	"maps"
	"strings"
)

// part is a chart as a part of a release: under its own name or an alias, with the dependencies that are enabled.
type part struct {
	chart  *chart
	name   string
	wants  []*dependency // what Chart.yaml says, with the alias as the name; nil when it says nothing
	values values
	deps   []*part
}

// mismatch is an error of Helm: the values of a dependency are no map.
type mismatch struct {
	path []string
	part *part
}

func (m *mismatch) Error() string {
	return fmt.Sprintf("the values of its dependency %s at %s are no map", m.part.name, strings.Join(m.path, "."))
}

// coalesce merges given values over those of a part and of its dependencies, in place, as CoalesceValues and
// MergeValues of Helm do (pkg/chart/common/util/coalesce.go): a null of given removes the default, unless keepNulls.
// The path is that of given.
func (p *part) coalesce(given values, keepNulls bool, path []string) error {
	p.addDefaults(given, keepNulls)
	for _, dep := range p.deps {
		below, found := given[dep.name]
		if !found {
			below = values{}
			given[dep.name] = below
		}
		table, isMap := below.(values)
		at := append(path[:len(path):len(path)], dep.name)
		if !isMap {
			return &mismatch{at, dep}
		}
		addGlobals(table, given)
		if err := dep.coalesce(table, keepNulls, at); err != nil {
			return err
		}
	}
	return nil
}

// addDefaults adds the values of the chart itself.
func (p *part) addDefaults(given values, keepNulls bool) {
	for key, byDefault := range copied(p.values) {
		value, isGiven := given[key]
		table, isMap := value.(values)
		defaults, hasMap := byDefault.(values)
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
			keep := keepNulls || p.has(key)
			if !keep {
				dropNulls(defaults)
			}
			mergeTables(table, defaults, keep)
		}
	}
}

// has reports whether a dependency has this name. What is below it keeps its nulls until the dependency is merged.
func (p *part) has(name string) bool {
	for _, dep := range p.deps {
		if dep.name == name {
			return true
		}
	}
	return false
}

// addGlobals copies the globals of a chart to its dependency, over those that are there. Tables below the first level
// are shared with the chart, as in Helm: what a dependency has there gets into the globals of the chart, too.
func addGlobals(below, above values) {
	own, ok := globalsOf(below)
	if !ok {
		return
	}
	shared, ok := globalsOf(above)
	if !ok {
		return
	}
	for key, value := range shared {
		table, isMap := value.(values)
		at, found := own[key]
		before, wasMap := at.(values)
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

func globalsOf(v values) (values, bool) {
	globals, found := v["global"]
	if !found {
		return values{}, true
	}
	table, isMap := globals.(values)
	return table, isMap
}

// mergeTables merges over onto base, in place, where over wins (coalesceTablesFullKey of Helm). A null of over removes
// the key if base has a value, unless keepNulls.
func mergeTables(over, base values, keepNulls bool) {
	hadValue := map[string]bool{}
	for key, value := range base {
		hadValue[key] = value != nil
	}
	for key, value := range over {
		if value == nil {
			base[key] = nil
		}
	}
	for key, value := range base {
		present, found := over[key]
		table, isMap := value.(values)
		above, wasMap := present.(values)
		switch {
		case found && !keepNulls && present == nil && hadValue[key]:
			delete(over, key)
		case !found:
			over[key] = value
		case isMap && wasMap:
			mergeTables(above, table, keepNulls)
		}
	}
}

func dropNulls(v values) {
	for key, value := range v {
		if value == nil {
			delete(v, key)
		} else if table, isMap := value.(values); isMap {
			dropNulls(table)
		}
	}
}

// copied returns a deep copy.
func copied(v values) values {
	out := make(values, len(v))
	for key, value := range v {
		out[key] = copiedValue(value)
	}
	return out
}

func copiedValue(value any) any {
	switch value := value.(type) {
	case values:
		return copied(value)
	case []any:
		out := make([]any, len(value))
		for i, item := range value {
			out[i] = copiedValue(item)
		}
		return out
	}
	return value
}
