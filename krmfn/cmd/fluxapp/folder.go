package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/readlimit"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/folder"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// outputFolder is the folder that is written. It may not exist yet.
type outputFolder struct {
	name string
	root *os.Root // nil while it does not exist
	// ours are the files of objects that fluxapp wrote, with their owners.
	ours map[string]outputs.Owner
	// lists are the kustomization.yaml of clusters that fluxapp wrote.
	lists map[string]folderlist.List
	// broken are the kustomization.yaml that fluxapp may have written and that cannot be read, with the reason.
	broken map[string]string
	// notOutput is the information about files that have the annotation of output although fluxapp did not write them.
	notOutput finding.Findings
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
		return &os.LinkError{Op: strings.TrimSuffix(files.Op, "at"), Old: f.called(files.Old), New: f.called(files.New), Err: files.Err}
	}
	return err
}

// openFolder reads which files of a folder fluxapp wrote.
func openFolder(name string) (outputFolder, error) {
	f := outputFolder{name: filepath.Clean(name), ours: map[string]outputs.Owner{}, lists: map[string]folderlist.List{}, broken: map[string]string{}}
	root, err := os.OpenRoot(name)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return f, err
	}
	f.root = root
	err = fs.WalkDir(root.FS(), ".", f.index)
	return f, f.named(err)
}

func (f *outputFolder) close() {
	if f.root != nil {
		f.root.Close()
	}
}

// index reads a file and adds it to the index if fluxapp wrote it. fluxapp writes no hidden files, and nothing through links.
func (f *outputFolder) index(name string, entry fs.DirEntry, err error) error {
	hidden := name != "." && strings.HasPrefix(entry.Name(), ".")
	switch {
	case err != nil:
		return err
	case hidden && entry.IsDir():
		return fs.SkipDir
	case hidden || !entry.Type().IsRegular() || !folder.HasExtension(name):
		return nil
	}
	if info, err := entry.Info(); err != nil || info.Size() > readlimit.Max {
		return err // larger than any input of fluxapp
	}
	data, err := f.root.ReadFile(name)
	if err != nil {
		return err
	}
	d, found := renderedFile(f.called(name), data)
	f.notOutput = append(f.notOutput, found...)
	if d == nil {
		if problem := brokenList(name, data); problem != "" {
			f.broken[name] = problem
		}
	} else if list, ok := folderlist.Read(name, d, data); ok {
		f.lists[name] = list
	} else if owner := ownerOf(d); owner.Document != "" && !folderlist.IsKind(d) {
		f.ours[name] = owner
	}
	return nil
}

// renderedFile returns the one document of a file that fluxapp wrote, which has the annotation rendered-from; nil for any other file,
// with the information about documents that have the annotation although fluxapp writes no such kind.
func renderedFile(name string, data []byte) (*schema.Document, finding.Findings) {
	if !bytes.Contains(data, []byte(v1alpha1.AnnotationRenderedFrom)) {
		return nil, nil
	}
	docs := schema.Parse(name, data)
	if docs.Findings().Err() == nil && len(docs) == 1 && docs[0].Class() == schema.ClassRendered && docs[0].Root().Same(docs[0].Root().Tree().Root()) {
		return docs[0], nil // fluxapp writes no lists, not even with one item
	}
	var notes []finding.Problem
	for _, d := range docs {
		notes = append(notes, slices.DeleteFunc(slices.Clone(d.Problems()), func(p finding.Problem) bool { return p.Code != finding.CodeNotOutput })...)
	}
	return nil, finding.Locate(notes)
}

func ownerOf(d *schema.Document) outputs.Owner {
	metadata := d.Root().Get("metadata")
	from := metadata.At("annotations", v1alpha1.AnnotationRenderedFrom).Text()
	managedBy := metadata.At("labels", v1alpha1.LabelManagedBy).Text()
	return outputs.OwnerOfOutput(d.Kind(), d.Name(), from, managedBy)
}

func (f outputFolder) wrote(name string) bool {
	_, object := f.ours[name]
	_, list := f.lists[name]
	return object || list
}

// existing returns the files of objects that fluxapp wrote, in alphabetical order.
func (f outputFolder) existing() (all []outputs.Existing) {
	for _, name := range slices.Sorted(maps.Keys(f.ours)) {
		all = append(all, outputs.Existing{Owner: f.ours[name], Place: outputs.Place{Path: name}})
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

// obstacle returns what keeps a file from being written at a path, as a sentence; empty when there is no file, or one that fluxapp
// wrote.
func (f outputFolder) obstacle(name string) (string, error) {
	if f.root == nil {
		return "", nil
	}
	steps := strings.Split(name, "/")
	for i := range steps {
		at := strings.Join(steps[:i+1], "/")
		info, err := f.root.Lstat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return "", nil
		case err != nil:
			return "", err
		case info.Mode().Type() == fs.ModeSymlink:
			return at + " is a link, which fluxapp does not follow; remove it", nil
		case i < len(steps)-1 && !info.IsDir():
			return at + " is no folder; remove it", nil
		case i == len(steps)-1 && !info.Mode().IsRegular():
			return at + " is no file; remove it", nil
		}
	}
	if !f.wrote(name) {
		return foreignFile(name), nil
	}
	return "", nil
}

func foreignFile(name string) string {
	return name + " is there, and fluxapp did not write it; remove it, or write to another folder"
}

// brokenList returns why a kustomization.yaml that fluxapp may have written cannot be read, and what to do; empty for any other file.
func brokenList(name string, data []byte) string {
	if path.Base(name) != folderlist.FileName || !bytes.Contains(data, []byte(v1alpha1.AnnotationRenderedFrom)) {
		return ""
	}
	docs := schema.Parse(name, data)
	if found := docs.Findings().Only(finding.SeverityError); len(found) > 0 {
		return fmt.Sprintf("%s is no YAML that can be read, in line %d: %s", name, found[0].Line, found[0].Detail)
	}
	ours := func(d *schema.Document) bool { _, ours := folderlist.Read(name, d, data); return ours }
	if len(docs) > 1 && slices.ContainsFunc(docs, ours) {
		return fmt.Sprintf("%s holds %d documents; write one", name, len(docs))
	}
	return ""
}
