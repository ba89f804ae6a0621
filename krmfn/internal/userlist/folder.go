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
	below   map[string][]string // by the folders with a YAML file, directly or further down: these files
	within  map[string][]string // these folders, by the folder that they are in
}

// readFolder reads the lists of a folder. Hidden and unreadable files are left out, as Flux leaves them out.
func readFolder(files fs.FS) *folder {
	f := &folder{FS: files, lists: map[string]*list{}, files: map[string]bool{}, folders: map[string]bool{},
		below: map[string][]string{}, within: map[string][]string{}}
	_ = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil, d.IsDir() && name != "." && strings.HasPrefix(d.Name(), "."):
			return fs.SkipDir
		case d.IsDir():
			f.folders[name] = true
		case slices.Contains(fileNames, d.Name()):
			if text, err := fs.ReadFile(files, name); err == nil {
				f.lists[path.Dir(name)] = newList(name, text)
			}
		case slices.Contains([]string{".yaml", ".yml"}, path.Ext(name)):
			f.files[name] = true
			for _, at := range append(foldersOf(name), ".") {
				f.below[at] = append(f.below[at], name)
			}
		}
		return nil
	})
	for at := range f.below {
		if at != "." {
			f.within[path.Dir(at)] = append(f.within[path.Dir(at)], at)
		}
	}
	return f
}

func (f *folder) holds(at string) bool { return len(f.below[at]) > 0 }

func (f *folder) nearest(at string) *list {
	for ; f.lists[at] == nil && at != "."; at = path.Dir(at) {
	}
	return f.lists[at]
}

// hasObject reports whether a folder, which is not the top, has an object of fluxapp after the run.
func (c *check) hasObject(folder string) bool {
	for _, file := range c.below[folder] {
		if !c.removed[file] {
			if text, _ := fs.ReadFile(c, file); bytes.Contains(text, []byte(kinds.AnnotationRenderedFrom)) {
				return true
			}
		}
	}
	return false
}

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

// sisters are the folders that a new one is like. Thousands of new folders may have the same ones.
type sisters struct {
	first string // of those in order; empty for none
	lack  bool   // one has no list
}

// sistersOf returns the folders of other clusters that a new one is like; of no cluster, those beside its top one.
func (c *check) sistersOf(at, top string) (all sisters) {
	isOfCluster := false
	for _, folder := range append(foldersOf(at), at) {
		if c.clusters[path.Base(folder)] {
			isOfCluster = true
			all = all.and(c.like(likeness{path.Dir(folder), at[len(folder):], true}))
		}
	}
	if !isOfCluster {
		return c.like(likeness{path.Dir(top), at[len(top):], false})
	}
	return all
}

// likeness is one path below each folder in another one: of clusters only, or of all.
type likeness struct {
	parent, below string
	ofClusters    bool
}

func (c *check) like(key likeness) sisters {
	found, known := c.sisters[key]
	if known {
		return found
	}
	for _, folder := range c.within[key.parent] {
		if same := folder + key.below; c.holds(same) && (!key.ofClusters || c.clusters[path.Base(folder)]) {
			found = found.and(sisters{same, c.lists[same] == nil})
		}
	}
	c.sisters[key] = found
	return found
}

func (s sisters) and(other sisters) sisters {
	if s.first == "" || other.first != "" && other.first < s.first {
		s.first = other.first
	}
	s.lack = s.lack || other.lack
	return s
}
