package kustomize

import (
	"path"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// fieldsThatChange are the fields of a list that change objects, but for patches, what they add to metadata, and the
// namespace that they give to an object without one.
var fieldsThatChange = []string{"configurations", "namePrefix", "nameSuffix", "namespace", "replacements",
	"transformers"}

// Changed returns where the first of some lists changes an object; absent where none does.
func (r *Repository) Changed(lists []tree.Node, o Object) tree.Node {
	for _, list := range lists {
		for field := range list.Children() {
			if slices.Contains(fieldsThatChange, field.Key()) && changes(list, field, o) {
				return field
			}
		}
		for _, p := range r.patches(list) {
			isUnknown := p.file != "" && !p.target.Exists() && !slices.Contains(r.below[path.Dir(p.file)], p.file)
			if isUnknown || p.changes(o) {
				return p.at
			}
		}
	}
	return tree.Node{}
}

// changes reports whether a field of a list has an effect on an object.
func changes(list, field tree.Node, o Object) bool {
	switch {
	case field.Text() == "" && !field.First().Exists():
		return false
	case field.Key() == "namespace":
		return o.Namespace != "" && field.Text() != o.Namespace
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
