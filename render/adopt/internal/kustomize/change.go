package kustomize

import (
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// changers are the fields of a list, and of a Kustomization of Flux, that change all objects, and what of them.
var changers = map[string]string{
	"commonAnnotations": "its metadata", "commonLabels": "its metadata", "commonMetadata": "its metadata",
	"configurations": "it", "labels": "its metadata", "namePrefix": "its name", "nameSuffix": "its name",
	"namespace": "its namespace", "patches": "it", "patchesJson6902": "it", "patchesStrategicMerge": "it",
	"replacements": "it", "targetNamespace": "its namespace", "transformers": "it",
}

// Sets returns the fields of a list that change objects, in order.
func Sets(list tree.Node) (sets []string) {
	for field := range list.Children() {
		if changers[field.Key()] != "" {
			sets = append(sets, field.Key())
		}
	}
	slices.Sort(sets)
	return sets
}

// Changed returns what of an object a list, or the spec of a Kustomization of Flux, changes, and where; empty for
// nothing. Of patches in files it knows only that files are missing: [Repository.Patches] has the others.
func (r *Repository) Changed(list tree.Node, o Object) (at tree.Node, what string) {
	for field := range list.Children() {
		isEmpty := field.Text() == "" && !field.First().Exists()
		switch what = changers[field.Key()]; what {
		case "":
		case "its namespace":
			if !isEmpty && field.Text() != o.Namespace {
				return field, what
			}
		default:
			if !isEmpty && !isOfPatches(field) {
				return field, what
			}
		}
	}
	for _, p := range patchesOf(list, path.Dir(list.Position().File)) {
		if p.NeedsObject() && !slices.Contains(r.below[path.Dir(p.File)], p.File) || p.Changes(o) {
			return p.At, "it"
		}
	}
	return tree.Node{}, ""
}

func isOfPatches(field tree.Node) bool {
	return slices.Contains([]string{"patches", "patchesJson6902", "patchesStrategicMerge"}, field.Key())
}
