package kustomize

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Object is what kustomize finds an object by.
type Object struct {
	File, Group, Kind, Namespace, Name string
	// Refers is true of an object that names ConfigMaps or Secrets, which a list may generate.
	Refers bool
}

// patch changes objects before they are deployed.
type patch struct {
	at     tree.Node // where it is written
	file   string    // of its text; empty of a text in the list
	target tree.Node // which objects it is for; absent for those of the kind and name of its own
	own    []Object
}

// PatchFiles returns the files of the patches that lists name.
func (r *Repository) PatchFiles() map[string]bool {
	files := map[string]bool{}
	for _, list := range r.lists {
		for _, p := range r.patches(list) {
			files[p.file] = true
		}
	}
	delete(files, "")
	return files
}

// Patch notes an object in the file of a patch: the patch is for all objects of its kind and name.
func (r *Repository) Patch(o Object) { r.own[o.File] = append(r.own[o.File], o) }

// patches returns the patches of a list.
func (r *Repository) patches(list tree.Node) (all []patch) {
	for item := range list.Get("patchesStrategicMerge").Children() {
		all = append(all, r.patch(item, item, tree.Node{}))
	}
	for _, key := range []string{"patches", "patchesJson6902"} {
		for item := range list.Get(key).Children() {
			text := item.Get("patch")
			if written := item.Get("path"); written.Exists() {
				text = written
			}
			all = append(all, r.patch(item, text, item.Get("target")))
		}
	}
	return all
}

// patch reads a text that is a patch, or the name of its file: only a patch has a break or a brace.
func (r *Repository) patch(at, text, target tree.Node) patch {
	written := text.Text()
	if !strings.ContainsAny(written, "\n{") {
		file := path.Join(path.Dir(at.Position().File), written)
		return patch{at: at, file: file, target: target, own: r.own[file]}
	}
	root := tree.ParseValue([]byte(written))
	return patch{at: at, target: target, own: []Object{{Kind: root.Get("kind").Text(),
		Namespace: root.At("metadata", "namespace").Text(), Name: root.At("metadata", "name").Text()}}}
}

// changes reports whether a patch changes an object. Kustomize may add a namespace before, and labels are not looked
// at: an object that only may be changed is not known either.
func (p patch) changes(o Object) bool {
	if p.target.Exists() {
		group := p.target.Get("group").Text()
		return fits(p.target.Get("kind"), o.Kind) && fits(p.target.Get("name"), o.Name) &&
			(group == "" || group == o.Group) && (o.Namespace == "" || fits(p.target.Get("namespace"), o.Namespace))
	}
	return slices.ContainsFunc(p.own, func(own Object) bool {
		return own.Kind != "" && own.Kind == o.Kind && own.Name == o.Name &&
			(own.Namespace == "" || o.Namespace == "" || own.Namespace == o.Namespace)
	})
}

// fits reports whether a text fits what a target of kustomize has for it, which is a regular expression for the whole
// text (api/types/selector.go). An empty selector, and one that nobody understands, fits everything.
func fits(target tree.Node, text string) bool {
	if target.Text() == "" {
		return true
	}
	pattern, err := regexp.Compile("^(?:" + target.Text() + ")$")
	return err != nil || pattern.MatchString(text)
}

// fieldsThatChange are the fields of a list that change objects, except patches, what they add to metadata, and the
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
		generates := list.Get("configMapGenerator").Exists() || list.Get("secretGenerator").Exists()
		return o.Refers && generates && list.At("generatorOptions", "disableNameSuffixHash").Text() != "true"
	}
	return true
}
