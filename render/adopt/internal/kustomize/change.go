package kustomize

import (
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Change is what of an object is changed.
type Change string

// The changes of an object. Whole is anything in it.
const (
	None      Change = ""
	Whole     Change = "it"
	Name      Change = "its name"
	Namespace Change = "its namespace"
	Metadata  Change = "its metadata"
)

// changers are the fields of a list, and of a Kustomization of Flux, that change objects, and what of them.
var changers = map[string]Change{
	"commonAnnotations": Metadata, "commonLabels": Metadata, "commonMetadata": Metadata, "labels": Metadata,
	"configurations": Whole, "namePrefix": Name, "nameSuffix": Name, "namespace": Namespace, "targetNamespace": Namespace,
	"patches": Whole, "patchesJson6902": Whole, "patchesStrategicMerge": Whole, "replacements": Whole,
	"transformers": Whole,
}

// Sets returns the fields of a list that change objects, in order.
func Sets(list tree.Node) (sets []string) {
	for field := range list.Children() {
		if changers[field.Key()] != None {
			sets = append(sets, field.Key())
		}
	}
	slices.Sort(sets)
	return sets
}

// ChangedByLists returns what of an object the lists change that build its file, and where, the most first. They give a
// namespace to an object without one.
func (r *Repository) ChangedByLists(o Object) (at tree.Node, what Change) {
	for _, dir := range r.changersOf(o.File) {
		place, change := r.Changed(r.lists[dir], o)
		if change == None || change == Namespace && o.Namespace == "" || what != None && change == Metadata {
			continue
		}
		if at, what = place, change; what != Metadata {
			break
		}
	}
	return at, what
}

// Changed returns what of an object a list, or the spec of a Kustomization of Flux, changes, and where, Metadata only
// if nothing else. Of patches in files it knows only that files are missing: [Repository.Patches] has the others.
func (r *Repository) Changed(list tree.Node, o Object) (at tree.Node, what Change) {
	for field := range list.Children() {
		change := changers[field.Key()]
		if change == None || what != None && change == Metadata || !r.has(list, field, change, o) {
			continue
		}
		if at, what = field, change; what != Metadata {
			return at, what
		}
	}
	for _, p := range patchesOf(list, path.Dir(list.Position().File)) {
		if p.NeedsObject() && !slices.Contains(r.below[path.Dir(p.File)], p.File) || p.Changes(o) {
			return p.At, Whole
		}
	}
	return at, what
}

// has reports whether a field of a list has an effect on an object.
func (r *Repository) has(list, field tree.Node, change Change, o Object) bool {
	switch {
	case field.Text() == "" && !field.First().Exists(), isOfPatches(field):
		return false
	case change == Namespace:
		return field.Text() != o.Namespace
	case field.Key() == "configurations": // of references to what is generated, which gets another name
		return o.Refers && generates(list)
	}
	return true
}

// generates reports whether a list generates ConfigMaps or Secrets with names that end in a digest.
func generates(list tree.Node) bool {
	return (list.Get("configMapGenerator").Exists() || list.Get("secretGenerator").Exists()) &&
		list.At("generatorOptions", "disableNameSuffixHash").Text() != "true"
}

func isOfPatches(field tree.Node) bool {
	return slices.Contains([]string{"patches", "patchesJson6902", "patchesStrategicMerge"}, field.Key())
}
