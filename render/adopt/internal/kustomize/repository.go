package kustomize

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Repository is a tree of folders with files, some of which are lists of kustomize.
type Repository struct {
	root     string               // the folder of the repository, as names of files begin with it
	below    map[string][]string  // the files and folders in a folder
	lists    map[string]tree.Node // each kustomization.yaml, by its folder
	builds   map[string]Build     // by folder
	changers map[string][]string  // the folders whose lists may change a file, in order, by the file; nil until asked for
	users    map[string][]string  // the folders that are built with a component, by its folder
}

// Build is what kustomize builds of a folder: files, each with the lists that may change it on the way.
type Build map[string][]tree.Node

// listNames are the names that kustomize looks for in a folder
// (github.com/kubernetes-sigs/kustomize, api/konfig/general.go).
var listNames = []string{"kustomization.yaml", "kustomization.yml", "Kustomization"}

// IsList reports whether kustomize takes a file for a list, by its name.
func IsList(file string) bool { return slices.Contains(listNames, path.Base(file)) }

// NewRepository returns a repository of files, whose names have slashes, and whose lists are still to be read.
func NewRepository(files []string) *Repository {
	r := &Repository{below: map[string][]string{}, lists: map[string]tree.Node{}, builds: map[string]Build{},
		users: map[string][]string{}}
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
			r.readList(path.Dir(file), t.Root())
		}
	}
}

func (r *Repository) readList(dir string, list tree.Node) {
	r.lists[dir] = list
	for component := range list.Get("components").Children() {
		r.Use(dir, component.Text())
	}
}

// FindRoot finds the folder from which the paths of Kustomizations begin: most of them exist from there.
func (r *Repository) FindRoot(paths []string) {
	most := 0
	for _, root := range r.commonFolders() {
		exist := 0
		for _, p := range paths {
			if r.below[path.Join(root, p)] != nil {
				exist++
			}
		}
		if exist > most {
			r.root, most = root, exist
		}
	}
}

// commonFolders returns the folders that have everything, the upper ones first.
func (r *Repository) commonFolders() (all []string) {
	dir := "."
	if r.below["/"] != nil {
		dir = "/"
	}
	for all = append(all, dir); len(r.below[dir]) == 1 && r.below[r.below[dir][0]] != nil; {
		dir = r.below[dir][0]
		all = append(all, dir)
	}
	return all
}

// Folder returns the folder that a Kustomization with a path reads; false where it is not among the files.
func (r *Repository) Folder(read string) (dir string, ok bool) {
	dir = path.Join(r.root, strings.TrimPrefix(read, "/"))
	return dir, r.below[dir] != nil
}

// Use notes a component that a list, or a Kustomization of Flux, adds to a folder, relative to it.
func (r *Repository) Use(dir, component string) {
	folder := path.Join(dir, component)
	r.users[folder], r.changers = append(r.users[folder], dir), nil
}

// Changers returns the lists that change what kustomize builds of a folder: its own, those of its components, and those
// of theirs.
func (r *Repository) Changers(dir string) (lists []tree.Node) {
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

// Build returns what kustomize builds of a folder; nothing of one that is being built. Of a folder without a list it is
// everything, as Flux builds it (kustomize-controller generates the list).
func (r *Repository) Build(dir string) Build {
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
	changers := r.Changers(dir)
	for file := range made {
		made[file] = append(made[file], changers...)
	}
	r.builds[dir] = made
	return made
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

// include adds a file, or what kustomize builds of a folder.
func (r *Repository) include(made Build, name string) {
	if r.below[name] == nil {
		if _, ok := made[name]; !ok {
			made[name] = nil
		}
		return
	}
	for file, lists := range r.Build(name) {
		made[file] = append(made[file], lists...)
	}
}

// List returns the list of a folder; absent where it has none.
func (r *Repository) List(dir string) tree.Node { return r.lists[dir] }

// Lists reports whether a list is in the folder of a file, or in one above it: a patch there that it does not name is
// applied by none.
func (r *Repository) Lists(file string) bool {
	for dir := path.Dir(file); ; dir = path.Dir(dir) {
		if r.lists[dir].Exists() {
			return true
		}
		if dir == path.Dir(dir) {
			return false
		}
	}
}

// Entries returns the resources of lists that are some files, by the files of the lists.
func (r *Repository) Entries(files map[string]bool) map[string][]string {
	entries := map[string][]string{}
	for dir, list := range r.lists {
		for item := range list.Get("resources").Children() {
			if files[path.Join(dir, item.Text())] {
				name := list.Position().File
				entries[name] = append(entries[name], item.Text())
			}
		}
	}
	return entries
}

// Namespace returns the namespace that lists give to the objects of a file; empty where none does.
func (r *Repository) Namespace(file string) (namespace string) {
	for _, dir := range r.changersOf(file) {
		for _, list := range r.Build(dir)[file] {
			if set := list.Get("namespace").Text(); set != "" {
				namespace = set
			}
		}
	}
	return namespace
}

// changersOf returns the folders whose lists may change a file, in order: those of which kustomize builds it, and those
// of their components.
func (r *Repository) changersOf(file string) []string {
	if r.changers == nil {
		r.changers = map[string][]string{}
		for _, dir := range r.Folders() {
			for _, build := range r.reach(dir) {
				for built := range build {
					if all := r.changers[built]; len(all) == 0 || all[len(all)-1] != dir {
						r.changers[built] = append(all, dir)
					}
				}
			}
		}
	}
	return r.changers[file]
}

// Folders returns the folders with a list, in order.
func (r *Repository) Folders() []string { return slices.Sorted(maps.Keys(r.lists)) }
