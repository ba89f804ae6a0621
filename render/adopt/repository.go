package adopt

import (
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// repository is what Kustomizations of Flux read: folders of files, and what kustomize builds of them.
type repository struct {
	root   string               // the folder of the repository, as names of files begin with it
	below  map[string][]string  // the files and folders in a folder
	lists  map[string]tree.Node // each kustomization.yaml, by its folder
	builds map[string]build     // by folder
	roots  map[string]bool      // the folders with a Kustomization that reads them
}

// build is what kustomize builds of a folder: files, each with the lists through which it comes.
type build map[string][]tree.Node

// newRepository finds the root of a repository: the folder from which most paths of Kustomizations exist.
func newRepository(files []string, lists map[string]tree.Node, paths []string) *repository {
	r := &repository{below: map[string][]string{}, lists: lists, builds: map[string]build{},
		roots: map[string]bool{}}
	for _, file := range files {
		r.add(file)
	}
	most := 0
	for _, root := range r.commonFolders() {
		exist := 0
		for _, p := range paths {
			if r.below[path.Join(root, strings.TrimPrefix(p, "/"))] != nil {
				exist++
			}
		}
		if exist > most {
			r.root, most = root, exist
		}
	}
	return r
}

// add notes a file or folder in the folders above it.
func (r *repository) add(name string) {
	for dir := path.Dir(name); !slices.Contains(r.below[dir], name); name, dir = dir, path.Dir(dir) {
		if r.below[dir] = append(r.below[dir], name); dir == "." || dir == "/" {
			return
		}
	}
}

// commonFolders returns the folders that have everything, the upper ones first.
func (r *repository) commonFolders() (all []string) {
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

// folder returns the folder that a Kustomization reads.
func (r *repository) folder(read string) string {
	return path.Join(r.root, strings.TrimPrefix(read, "/"))
}

// build returns what kustomize builds of a folder; nothing of one that is being built.
func (r *repository) build(dir string) build {
	if known, ok := r.builds[dir]; ok {
		return known
	}
	made := build{}
	r.builds[dir] = nil
	if list, ok := r.lists[dir]; ok {
		for _, key := range []string{"resources", "bases", "components"} {
			for item := range list.Get(key).Children() {
				r.include(made, path.Join(dir, item.Text()), list)
			}
		}
	} else {
		for _, name := range r.below[dir] {
			r.include(made, name)
		}
	}
	r.builds[dir] = made
	return made
}

// buildsAny reports whether kustomize builds a folder of any of some files, but for one.
func (r *repository) buildsAny(dir string, files map[string]bool, but string) bool {
	for file := range r.build(dir) {
		if files[file] && file != but {
			return true
		}
	}
	return false
}

// include adds a file, or what kustomize builds of a folder, and the lists that include it.
func (r *repository) include(made build, name string, through ...tree.Node) {
	if r.below[name] == nil {
		made[name] = append(made[name], through...)
		return
	}
	for file, lists := range r.build(name) {
		made[file] = append(append(made[file], lists...), through...)
	}
}

// hasRoot reports whether a folder, or one below it, has a Kustomization that reads that folder.
func (r *repository) hasRoot(dir string) bool {
	for root := range r.roots {
		if isIn(root, dir) {
			return true
		}
	}
	return false
}

// isIn reports whether a name is a folder or below one.
func isIn(name, dir string) bool {
	return dir == "." || name == dir || strings.HasPrefix(name, strings.TrimSuffix(dir, "/")+"/")
}
