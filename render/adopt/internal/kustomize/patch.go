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

// Patch changes objects before they are deployed.
type Patch struct {
	// At is where it is written.
	At tree.Node
	// File is the file of its text; empty of a text in the list.
	File string

	target tree.Node // which objects it is for; absent for those of its own kind and name
	own    Object
	builds []Build // of the lists that have it; nil where none is among the files
}

// PatchIn returns the patch that a file is by itself, where no list is among the files.
func PatchIn(object Object, at tree.Node) Patch { return Patch{At: at, own: object} }

// Patches returns the patches of all lists, in the order of their folders.
func (r *Repository) Patches() (all []Patch) {
	for _, dir := range r.Folders() {
		for _, p := range patchesOf(r.lists[dir], dir) {
			p.builds = r.reach(dir)
			all = append(all, p)
		}
	}
	return all
}

// reach returns what the list of a folder can change: what kustomize builds of it and, as it may be a component, of the
// folders that use it.
func (r *Repository) reach(dir string) (builds []Build) {
	dirs := []string{dir}
	for i := 0; i < len(dirs); i++ {
		builds = append(builds, r.Build(dirs[i]))
		for _, user := range r.users[dirs[i]] {
			if !slices.Contains(dirs, user) {
				dirs = append(dirs, user)
			}
		}
	}
	return builds
}

// patchesOf returns the patches of a list, or of the spec of a Kustomization of Flux, whose texts are all in it.
func patchesOf(list tree.Node, dir string) (all []Patch) {
	for item := range list.Get("patchesStrategicMerge").Children() {
		all = append(all, patchOf(dir, item, item, tree.Node{}))
	}
	for _, key := range []string{"patches", "patchesJson6902"} {
		for item := range list.Get(key).Children() {
			text := item.Get("patch")
			if written := item.Get("path"); written.Exists() {
				text = written
			}
			all = append(all, patchOf(dir, item, text, item.Get("target")))
		}
	}
	return all
}

// patchOf reads a text that is a patch, or the name of its file: only a patch has a break or a brace.
func patchOf(dir string, at, text, target tree.Node) Patch {
	p := Patch{At: at, target: target}
	if written := text.Text(); strings.ContainsAny(written, "\n{") {
		root := tree.ParseValue([]byte(written))
		p.own = Object{Kind: root.Get("kind").Text(), Namespace: root.At("metadata", "namespace").Text(),
			Name: root.At("metadata", "name").Text()}
	} else {
		p.File = path.Join(dir, written)
	}
	return p
}

// For returns the patch with the object that its file has.
func (p Patch) For(object Object, at tree.Node) Patch {
	p.own, p.At = object, at
	return p
}

// NeedsObject reports whether only the file of a patch tells what it is for.
func (p Patch) NeedsObject() bool { return p.File != "" && !p.target.Exists() }

// Changes reports whether a patch changes an object. Kustomize may add a namespace before, and labels are not looked
// at: an object that only may be changed is not known either.
func (p Patch) Changes(o Object) bool {
	if p.builds != nil && !reaches(p.builds, o.File) {
		return false
	}
	if p.target.Exists() {
		group := p.target.Get("group").Text()
		return fits(p.target.Get("kind"), o.Kind) && fits(p.target.Get("name"), o.Name) &&
			(group == "" || group == o.Group) && (o.Namespace == "" || fits(p.target.Get("namespace"), o.Namespace))
	}
	return p.own.Kind != "" && p.own.Kind == o.Kind && p.own.Name == o.Name &&
		(p.own.Namespace == "" || o.Namespace == "" || p.own.Namespace == o.Namespace)
}

func reaches(builds []Build, file string) bool {
	return slices.ContainsFunc(builds, func(build Build) bool {
		_, ok := build[file]
		return ok
	})
}

// fits reports whether a text fits what a target of kustomize has for it, which is a regular expression for the whole
// text (api/types/selector.go). An empty one fits everything, and so does one that nobody understands.
func fits(target tree.Node, text string) bool {
	if target.Text() == "" {
		return true
	}
	pattern, err := regexp.Compile("^(?:" + target.Text() + ")$")
	return err != nil || pattern.MatchString(text)
}
