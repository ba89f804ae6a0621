package main

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// outputFolder is the folder that is written. It may not exist yet.
type outputFolder struct {
	name string
	root *os.Root // nil while it does not exist
	// found has what is in the folder, as far as the run has looked.
	found map[string]foundFile
	// ours are the files of objects that fluxapp wrote.
	ours map[string]ourFile
	// lists are the kustomization.yaml of clusters that fluxapp wrote.
	lists map[string]folderlist.List
	// broken are the kustomization.yaml that fluxapp may have written and that cannot be read, with the reason.
	broken map[string]string
	// notOutput is the information about files that have the annotation of output although fluxapp did not write them.
	notOutput finding.Findings

	text []byte // of the object that was compared last; its memory is used for the next one
}

// foundFile is what is at a path: a file, a folder, a link, or nothing.
type foundFile struct {
	exists bool
	fs.FileMode
}

// ourFile is the file of an object that fluxapp wrote.
type ourFile struct {
	owner outputs.Owner
	// upToDate: it holds the text that the run has for it.
	upToDate bool
	// object is its document, where the run has read it and needs it again; nil for none.
	object *schema.Document
}

// called returns the name of a file of the folder in messages.
func (f outputFolder) called(name string) string {
	return strings.TrimPrefix(strings.TrimSuffix(filepath.ToSlash(f.name), "/")+"/"+name, "./")
}

// named returns an error with the whole path of its file: errors of os.Root have only the path below the folder.
func (f outputFolder) named(err error) error {
	var file *fs.PathError
	var files *os.LinkError
	switch {
	case errors.As(err, &file):
		return &fs.PathError{Op: strings.TrimSuffix(file.Op, "at"), Path: f.called(file.Path), Err: file.Err}
	case errors.As(err, &files):
		return &os.LinkError{Op: strings.TrimSuffix(files.Op, "at"), Old: f.called(files.Old), New: f.called(files.New),
			Err: files.Err}
	}
	return err
}

func (f outputFolder) wrote(name string) bool {
	_, object := f.ours[name]
	_, list := f.lists[name]
	return object || list
}

// existing returns the files of objects that fluxapp wrote, in alphabetical order.
func (f outputFolder) existing() (all []outputs.Existing) {
	for _, name := range slices.Sorted(maps.Keys(f.ours)) {
		all = append(all, outputs.Existing{Owner: f.ours[name].owner, Place: outputs.Place{Path: name}})
	}
	return all
}

// allLists returns the lists of clusters, in alphabetical order.
func (f outputFolder) allLists() (all []folderlist.List) {
	for _, name := range slices.Sorted(maps.Keys(f.lists)) {
		all = append(all, f.lists[name])
	}
	return all
}

// state returns what a list of the folder was rendered from, and whether a file exists.
func (f outputFolder) state(name string) (from string, exists bool) {
	if f.root != nil {
		_, missing := f.root.Lstat(name)
		exists = missing == nil
	}
	return f.lists[name].From, exists
}

// at returns what is at a path. It looks once for each file and folder, and in no folder that does not exist.
func (f outputFolder) at(name string) (foundFile, error) {
	if found, known := f.found[name]; known || f.root == nil {
		return found, nil
	}
	if folder := path.Dir(name); folder != "." {
		if found, err := f.at(folder); err != nil || !found.IsDir() {
			return foundFile{}, err
		}
	}
	info, err := f.root.Lstat(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return foundFile{}, err
	}
	found := foundFile{exists: err == nil}
	if found.exists {
		found.FileMode = info.Mode().Type()
	}
	f.found[name] = found
	return found, nil
}

// obstacle returns what keeps a file from being written at a path, as a sentence; empty when there is no file, or one
// that fluxapp wrote.
func (f outputFolder) obstacle(name string) (string, error) {
	for i := range len(name) {
		if name[i] != '/' {
			continue
		}
		found, err := f.at(name[:i])
		switch {
		case err != nil || !found.exists:
			return "", err
		case found.Type() == fs.ModeSymlink:
			return linkInTheWay(name[:i]), nil
		case !found.IsDir():
			return name[:i] + " is no folder; remove it", nil
		}
	}
	found, err := f.at(name)
	switch {
	case err != nil || !found.exists || f.wrote(name):
		return "", err
	case found.Type() == fs.ModeSymlink:
		return linkInTheWay(name), nil
	case !found.IsRegular():
		return name + " is no file; remove it", nil
	}
	return foreignFile(name), nil
}

func linkInTheWay(name string) string {
	return name + " is a link, which fluxapp does not follow; remove it"
}

func foreignFile(name string) string {
	return name + " is there, and fluxapp did not write it; remove it, or write to another folder"
}
