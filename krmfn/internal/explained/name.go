package explained

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
)

// A variable has its name beside its value, as in {name: DB_PASSWORD, value: …}. The name tells whether it is a secret.

// NamesBeside returns the paths that may name a field's value: each name beside a value, on the way down to the field.
func NamesBeside(keys []string) (names [][]string) {
	for i, key := range keys {
		if i > 0 && key == "value" {
			names = append(names, append(slices.Clone(keys[:i]), "name"))
		}
	}
	return names
}

// OfAll returns all fields of an object, as [render.Object.Explain] returns them, without their secrets.
func (r *Rows) OfAll(leaves []render.Leaf) (rows []Row) {
	names := map[string]render.Leaf{}
	for _, leaf := range leaves {
		if leaf.Keys[len(leaf.Keys)-1] == "name" {
			names[FieldPath(leaf.Keys).String()] = leaf
		}
	}
	for _, leaf := range leaves {
		var beside []render.Leaf
		for _, keys := range NamesBeside(leaf.Keys) {
			if name, found := names[FieldPath(keys).String()]; found {
				beside = append(beside, name)
			}
		}
		rows = append(rows, r.Of(leaf, beside...))
	}
	return rows
}

// pathsByName returns the path of a field with the name of the variable in the place of value, once for each name
// that the fields beside it have, or have covered.
func pathsByName(path string, names []render.Leaf) (paths []string) {
	for _, name := range names {
		around := strings.TrimSuffix(name.Path, ".name")
		below, found := strings.CutPrefix(path, around+".value")
		if !found {
			continue
		}
		values := []string{name.Value, name.Setting.Value}
		for _, covered := range name.Covered {
			values = append(values, covered.Value)
		}
		for _, value := range slices.Compact(values) {
			var text string
			if json.Unmarshal([]byte(value), &text) == nil && text != "" {
				paths = append(paths, around+"."+text+below)
			}
		}
	}
	return paths
}
