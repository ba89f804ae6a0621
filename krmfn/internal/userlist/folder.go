package userlist

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// folder is what there is before a run. Paths are from the top, which is ".".
type folder struct {
	fs.FS
	lists   map[string]*list // by their folders
	files   map[string]bool  // other YAML files
	folders map[string]bool
	holds   map[string]bool     // folders with a YAML file, directly or further down
	within  map[string][]string // these, by the folder that they are in
}

// readFolder reads the lists of a folder. What is hidden, and what cannot be read, is left out as Flux leaves it out.
func readFolder(files fs.FS) *folder {
	f := &folder{files, map[string]*list{}, map[string]bool{}, map[string]bool{}, map[string]bool{},
		map[string][]string{}}
	_ = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil, d.IsDir() && name != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.IsDir():
			f.folders[name] = true
		case slices.Contains(fileNames, d.Name()):
			if text, err := fs.ReadFile(files, name); err == nil {
				f.lists[path.Dir(name)] = readList(name, text)
			}
		case slices.Contains([]string{".yaml", ".yml"}, path.Ext(name)):
			f.files[name] = true
			mark(f.holds, name)
		}
		return nil
	})
	for at := range f.holds {
		if at != "." {
			f.within[path.Dir(at)] = append(f.within[path.Dir(at)], at)
		}
	}
	return f
}

// nearest returns the list of a folder or the next one above; nil without one.
func (f *folder) nearest(at string) *list {
	for ; f.lists[at] == nil && at != "."; at = path.Dir(at) {
	}
	return f.lists[at]
}

// hasObject reports whether a folder, which is not the top, has an object of fluxapp after the run.
func (c *check) hasObject(folder string) bool {
	for file := range c.files {
		if strings.HasPrefix(file, folder+"/") && !c.removed[file] {
			if text, _ := fs.ReadFile(c, file); bytes.Contains(text, []byte(kinds.AnnotationRenderedFrom)) {
				return true
			}
		}
	}
	return false
}

// mark adds the folders that a file is in.
func mark(folders map[string]bool, file string) {
	for _, at := range append(foldersOf(file), ".") {
		folders[at] = true
	}
}

// foldersOf returns the folders that a file is in, without the top and from there down.
func foldersOf(file string) (all []string) {
	for i, c := range file {
		if c == '/' {
			all = append(all, file[:i])
		}
	}
	return all
}
