package kustomize

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Repository is a tree of folders with files, some of which are lists of kustomize. Names of files begin at its root.
type Repository struct {
	below  map[string][]string  // the files and folders in a folder
	lists  map[string]tree.Node // each kustomization.yaml, by its folder
	builds map[string]Build     // by folder
	own    map[string][]Object  // the objects in the files of patches
}

// Build is what kustomize builds of a folder: files, each with the lists that may change it on the way.
type Build map[string][]tree.Node

// listNames are the names that kustomize looks for in a folder
// (github.com/kubernetes-sigs/kustomize, api/konfig/general.go).
var listNames = []string{"kustomization.yaml", "kustomization.yml", "Kustomization"}

// IsList reports whether kustomize takes a file for a list, by its name.
func IsList(file string) bool { return slices.Contains(listNames, path.Base(file)) }

// New returns a repository of files, whose names have slashes, and whose lists are still to be read.
func New(files []string) *Repository {
	r := &Repository{below: map[string][]string{}, lists: map[string]tree.Node{}, builds: map[string]Build{},
		own: map[string][]Object{}}
	for _, file := range files {
		r.add(file)
	}
	return r
}

// add notes a file or folder in the folders above it.
func (r *Repository) add(name string) {
	for dir := path.Dir(name); !slices.Contains(r.below[dir], name); name, dir = dir, path.Dir(dir) {
		if r.below[dir] = append(r.below[dir], name); dir == "." || dir == "/" {
			return
		}
	}
}

// Read reads a list. Any other file is none. A list may have no apiVersion and kind.
func (r *Repository) Read(file string, data []byte) {
	if !IsList(file) {
		return
	}
	trees, _ := tree.Parse(file, data)
	for _, t := range trees {
		group := kinds.GroupOf(t.Root().Get("apiVersion").Text())
		if t.Root().Kind() == tree.Map && (group == "" || group == kinds.KustomizeFile.Group) {
			r.lists[path.Dir(file)] = t.Root()
		}
	}
}

// Folder returns the folder that a Kustomization with a path reads; false where it is not among the files.
func (r *Repository) Folder(read string) (dir string, ok bool) {
	dir = path.Join(".", strings.TrimPrefix(read, "/"))
	return dir, r.below[dir] != nil
}

// Folders returns the folders with a list, in order.
func (r *Repository) Folders() []string { return slices.Sorted(maps.Keys(r.lists)) }

// Build returns what kustomize builds of a folder with some more components; nothing of one that is being built. Of a
// folder without a list it is everything, as Flux builds it (kustomize-controller generates the list).
func (r *Repository) Build(dir string, components ...string) Build {
	if len(components) == 0 {
		return r.build(dir)
	}
	made := Build{}
	for file, lists := range r.build(dir) {
		made[file] = slices.Clone(lists)
	}
	for _, component := range components {
		r.include(made, path.Join(dir, component))
	}
	for _, component := range components {
		for file := range made {
			made[file] = append(made[file], r.changers(path.Join(dir, component))...)
		}
	}
	return made
}

func (r *Repository) build(dir string) Build {
	if known, ok := r.builds[dir]; ok {
		return known
	}
	made := Build{}
	r.builds[dir] = nil
	if list, ok := r.lists[dir]; ok {
		for _, key := range []string{"resources", "bases", "components"} {
			for item := range list.Get(key).Children() {
				r.include(made, path.Join(dir, item.Text()))
			}
		}
	} else {
		for _, name := range r.below[dir] {
			r.include(made, name)
		}
	}
	changers := r.changers(dir)
	for file := range made {
		made[file] = append(made[file], changers...)
	}
	r.builds[dir] = made
	return made
}

// include adds a file, or what kustomize builds of a folder.
func (r *Repository) include(made Build, name string) {
	if r.below[name] == nil {
		if _, ok := made[name]; !ok {
			made[name] = nil
		}
		return
	}
	for file, lists := range r.build(name) {
		made[file] = append(made[file], lists...)
	}
}

// changers returns the lists that change what kustomize builds of a folder: its own, and those of its components.
func (r *Repository) changers(dir string) (lists []tree.Node) {
	dirs := []string{dir}
	for i := 0; i < len(dirs); i++ {
		list, ok := r.lists[dirs[i]]
		if !ok {
			continue
		}
		lists = append(lists, list)
		for component := range list.Get("components").Children() {
			if folder := path.Join(dirs[i], component.Text()); !slices.Contains(dirs, folder) {
				dirs = append(dirs, folder)
			}
		}
	}
	return lists
}

// Takes reports whether kustomize builds new files in a folder below dir, because no list decides what it builds there.
func (r *Repository) Takes(dir, folder string) bool {
	for folder = path.Clean(folder); !r.lists[folder].Exists(); folder = path.Dir(folder) {
		if folder == dir || folder == path.Dir(folder) {
			return folder == dir
		}
	}
	return false
}

// ListAbove returns the list that decides about a file: that of its folder, or of the nearest one above; or absent.
func (r *Repository) ListAbove(file string) tree.Node {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if list := r.lists[dir]; list.Exists() || dir == path.Dir(dir) {
			return list
		}
	}
}

// Namespace returns the namespace that lists give to an object; empty where none does.
func Namespace(lists []tree.Node) (namespace string) {
	for _, list := range lists {
		if set := list.Get("namespace").Text(); set != "" {
			namespace = set
		}
	}
	return namespace
}
