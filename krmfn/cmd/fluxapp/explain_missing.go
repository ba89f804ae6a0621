package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// noField is the error about a field that no object has. It proposes fields of workloads, unless only other objects
// have one of this name.
func (r reader) noField(objects []render.Object, path fieldPath) error {
	isOther := func(o render.Object) bool { return !o.Row().Is(kinds.Workload) }
	workloads := slices.DeleteFunc(slices.Clone(objects), isOther)
	known := r.fieldNames(workloads)
	if all := r.fieldNames(objects); len(known) == 0 || len(sameName(path, known)) == 0 && len(sameName(path, all)) > 0 {
		known = all
	}
	return fmt.Errorf("no object of the application has the field %s; %s", path, fieldInstead(path.belowSpec(), known))
}

// fieldNames returns the fields of all objects, with those of maps, as the command line can name them.
func (r reader) fieldNames(objects []render.Object) []string {
	known := map[string]bool{}
	for _, o := range objects {
		for top := range r.own.Tree(o).Children() {
			if key := top.Key(); key != "kind" && key != "apiVersion" {
				addNames(known, top, fieldPath{key})
			}
		}
	}
	return slices.Sorted(maps.Keys(known))
}

func addNames(known map[string]bool, n tree.Node, path fieldPath) {
	if name := path.belowSpec(); n.Exists() && name.String() != "spec" {
		known[name.String()] = true
	}
	for child := range n.Children() {
		if n.Kind() == tree.Map {
			addNames(known, child, under(path, fieldPath{child.Key()}))
		}
	}
}

// fieldInstead returns what to write in the place of a field: one with the same name in another place, the nearest
// one beside it, or else those beside it.
func fieldInstead(path fieldPath, known []string) string {
	if same := sameName(path, known); len(same) > 0 {
		return "did you mean " + names.Or(same) + "?"
	}
	for len(path) > 1 && !slices.Contains(known, path[:len(path)-1].String()) {
		path = path[:len(path)-1]
	}
	beside, keys := path.beside(known)
	if near := slices.Index(keys, names.Nearest(path[len(path)-1], keys)); near >= 0 {
		return "did you mean " + beside[near] + "?"
	}
	if len(beside) == 0 { // a list, or a value that is no map
		return "write " + path[:len(path)-1].String()
	}
	return oneOf(beside)
}

// beside returns the fields that are in the same map as a field, and their keys in it.
func (p fieldPath) beside(known []string) (fields, keys []string) {
	above := p[:len(p)-1]
	for _, name := range known {
		if other, _ := parseField(name); len(other) == len(p) && slices.Equal(other[:len(above)], above) {
			fields, keys = append(fields, name), append(keys, other[len(above)])
		}
	}
	return fields, keys
}

// sameName returns the first fields whose last key is that of a path.
func sameName(path fieldPath, known []string) (same []string) {
	for _, name := range known {
		other, _ := parseField(name)
		if len(same) < maxNamed && strings.EqualFold(other[len(other)-1], path[len(path)-1]) {
			same = append(same, name)
		}
	}
	return same
}
