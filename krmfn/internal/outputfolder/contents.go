package outputfolder

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"sync"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// contents are what is in the folder that is written. It may not exist yet.
type contents struct {
	disk.Root
	// found has what is in the folder, as far as the run has looked.
	found map[string]fs.FileMode
	// written has the files of objects that fluxapp wrote.
	written map[string]ourFile
	// lists are the kustomization.yaml of clusters that fluxapp wrote.
	lists map[string]folderlist.List
	// broken are the files that fluxapp may have written and that cannot be read.
	broken map[string]brokenFile
	// copies are the files of users that hold an object of fluxapp's, with its document.
	copies map[string]string
	// notOutput is the information about files that have the annotation of output although fluxapp did not write them.
	notOutput finding.Findings

	text []byte // of the object that was compared last; its memory is used for the next one
}

type ourFile struct {
	outputs.Existing
	// upToDate: it holds the text that the run has for it.
	upToDate bool
	// objects are its documents, where the run has read it and needs them again; nil for none.
	objects schema.Documents
}

func (c contents) wrote(name string) bool {
	_, object := c.written[name]
	_, list := c.lists[name]
	return object || list
}

func (c *contents) existing() (all []outputs.Existing) {
	listed := sync.OnceValue(func() map[string]string { return folderlist.Listed(c.allLists()) })
	deliverers := sync.OnceValues(c.deliverers)
	for _, name := range slices.Sorted(maps.Keys(c.written)) {
		e := c.written[name].Existing
		e.Objects = func() []change.Object {
			by, _ := deliverers() // what cannot be read is an error later
			objects, _ := c.readObjects(name, listed()[name] != "", by.Of(name))
			return objects
		}
		all = append(all, e)
	}
	return all
}

// readObjects returns the objects of a file that fluxapp wrote, where they belong.
func (c *contents) readObjects(name string, listed bool, by render.ID) (all []change.Object, err error) {
	docs, err := c.objects(name)
	for _, d := range docs {
		all = append(all, change.Read(change.File{Path: c.Called(name), Object: d.Root(), Listed: listed, DeliveredBy: by}))
	}
	return all, err
}

// deliverers returns what delivery of an earlier run applies the files with.
func (c *contents) deliverers() (outputs.Deliverers, error) {
	found := outputs.Deliverers{}
	for name, file := range c.written {
		if file.Delivers == "" {
			continue
		}
		docs, err := c.objects(name)
		if err != nil {
			return nil, err
		}
		for _, d := range docs {
			found.Add(name, d.Root())
		}
	}
	return found, nil
}

func (c contents) allLists() (all []folderlist.List) {
	for _, name := range slices.Sorted(maps.Keys(c.lists)) {
		all = append(all, c.lists[name])
	}
	return all
}

// state returns what a list of the folder was rendered from, and whether a file exists.
func (c contents) state(name string) (from string, exists bool) {
	if c.Files != nil {
		_, missing := c.Files.Lstat(name)
		exists = missing == nil
	}
	return c.lists[name].From, exists
}

// at returns the type of what is at a path, whose folders are no links; false for nothing.
func (c contents) at(name string) (found fs.FileMode, exists bool, err error) {
	if found, exists = c.found[name]; exists || c.Files == nil {
		return found, exists, nil
	}
	info, err := c.Files.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, false, nil
	}
	if err == nil {
		c.found[name] = info.Mode().Type()
	}
	return c.found[name], err == nil, err
}

// obstacle returns what keeps a file from being written, as a sentence; empty without a file, or with one of fluxapp's.
func (c contents) obstacle(name string) (string, error) {
	for i := range len(name) + 1 {
		isFile := i == len(name)
		if !isFile && name[i] != '/' {
			continue
		}
		found, exists, err := c.at(name[:i])
		switch {
		case err != nil || !exists || isFile && c.wrote(name):
			return "", err
		case found == fs.ModeSymlink:
			return name[:i] + " is a link, which fluxapp does not follow; remove it", nil
		case isFile && !found.IsRegular():
			return name + " is no file; remove it", nil
		case !isFile && !found.IsDir():
			return name[:i] + " is no folder; remove it", nil
		}
	}
	return foreignFile(name), nil
}

func foreignFile(name string) string {
	return name + " is there, and fluxapp did not write it; remove it, or write to another folder"
}
