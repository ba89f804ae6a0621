package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/bound"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// target is an object and its file, named with slashes from the folder that is written; or a kustomization.yaml, which is no object.
type target struct {
	path   string
	object render.Object
	list   []byte // of a kustomization.yaml
	theirs bool   // another shard's
}

// placeFiles names the file of each object from the root that the command line names for its document. Files of two roots
// that are one and the same are refused; those of one root, Result.CheckPaths has refused.
func placeFiles(in input, result render.Result) ([]target, error) {
	var targets []target
	var wrong schema.ErrorList
	seen := map[string]render.Object{}
	for i, o := range slices.Concat(result.Objects, result.Elsewhere()) {
		name, err := fileOf(in, o)
		if err != nil {
			return nil, err
		}
		if !fs.ValidPath(name) {
			wrong = append(wrong, refusal(o, schema.CodeOutside, "would be written to "+name+", which is outside the folder; move its document into it"))
			continue
		}
		if first, ok := seen[name]; ok {
			wrong = append(wrong, refusal(o, schema.CodeDuplicatePath, fmt.Sprintf(
				"would be written to %s, as is the object of %s:%d; render them into two folders",
				name, first.Origin().File, first.Origin().Line)))
		}
		seen[name] = o
		targets = append(targets, target{path: name, object: o, theirs: i >= len(result.Objects)})
	}
	if len(wrong) > 0 {
		return nil, wrong
	}
	return targets, nil
}

// fileOf returns the file of an object below the folder that is written.
func fileOf(in input, o render.Object) (string, error) {
	folder, err := filepath.Rel(in.roots[o.Document()], filepath.FromSlash(path.Dir(o.Document().File)))
	if err != nil {
		return "", err
	}
	return o.PathIn(filepath.ToSlash(folder))
}

// refusal blames what made an object.
func refusal(o render.Object, code schema.Code, detail string) schema.Error {
	at := o.Origin()
	return schema.Error{
		Severity: schema.SeverityError, Code: code, File: at.File, Line: at.Line, Column: at.Column,
		Document: o.Document(), Detail: "the " + o.Kind() + " " + o.Name() + " " + detail,
	}
}

// text returns what the file is to hold.
func (t target) text() []byte {
	if t.list != nil {
		return t.list
	}
	return t.object.YAML()
}

// what is what messages call it.
func (t target) what() string {
	if t.list != nil {
		return "list of the cluster " + path.Base(path.Dir(t.path))
	}
	return t.object.Kind() + " " + t.object.Name()
}

// folder is the folder that is written, which may not exist yet.
type folder struct {
	name string
	root *os.Root // nil while it does not exist
	// ours are the files of objects that fluxapp wrote, with their owners.
	ours map[string]krmfn.Owner
	// lists are the kustomization.yaml that fluxapp wrote.
	lists map[string]krmfn.Kustomization
	// broken are the kustomization.yaml that fluxapp may have written and nobody can read, with the reason.
	broken map[string]string
	// notOutput is the information on files that carry the annotation of output and are none.
	notOutput schema.ErrorList
}

// called is what messages call a file of the folder.
func (f folder) called(name string) string {
	return strings.TrimPrefix(strings.TrimSuffix(filepath.ToSlash(f.name), "/")+"/"+name, "./")
}

// named returns an error with the whole path of its file: those of os.Root have the path below the folder only.
func (f folder) named(err error) error {
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
func openFolder(name string) (folder, error) {
	f := folder{name: filepath.Clean(name), ours: map[string]krmfn.Owner{}, lists: map[string]krmfn.Kustomization{}, broken: map[string]string{}}
	root, err := os.OpenRoot(name)
	if errors.Is(err, fs.ErrNotExist) {
		return f, nil
	}
	if err != nil {
		return f, err
	}
	f.root = root
	err = fs.WalkDir(root.FS(), ".", f.note)
	return f, f.named(err)
}

// note notes a file that fluxapp wrote. Hidden ones, and what lies behind links, it did not.
func (f *folder) note(name string, entry fs.DirEntry, err error) error {
	hidden := name != "." && strings.HasPrefix(entry.Name(), ".")
	switch {
	case err != nil:
		return err
	case hidden && entry.IsDir():
		return fs.SkipDir
	case hidden || !entry.Type().IsRegular() || !hasExtension(name):
		return nil
	}
	if info, err := entry.Info(); err != nil || info.Size() > bound.Max {
		return err // larger than all that fluxapp reads
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
	} else if list, ok := krmfn.KustomizationOf(name, d, data); ok {
		f.lists[name] = list
	} else if owner := ownerOf(d); owner.Document != "" && !krmfn.IsKustomization(d) {
		f.ours[name] = owner
	}
	return nil
}

// renderedFile returns the one document of a file that fluxapp wrote, which has the annotation that marks it; nil of any other file,
// with the information on documents that carry the annotation although fluxapp writes no such kind.
func renderedFile(name string, data []byte) (*schema.Document, schema.ErrorList) {
	if !bytes.Contains(data, []byte(schema.AnnotationRenderedFrom)) {
		return nil, nil
	}
	docs, err := schema.Parse(name, data)
	if err == nil && len(docs) == 1 && docs[0].Class == schema.Rendered && docs[0].Root.Same(docs[0].Root.Tree().Root()) {
		return docs[0], nil // a list is nobody's output, even one of one item
	}
	var notes []schema.Problem
	for _, d := range docs {
		notes = append(notes, slices.DeleteFunc(slices.Clone(d.Problems()), func(p schema.Problem) bool { return p.Code != schema.CodeNotOutput })...)
	}
	return nil, schema.Explain(notes)
}

// ownerOf returns the owner of an object that fluxapp wrote.
func ownerOf(d *schema.Document) krmfn.Owner {
	metadata := d.Root.Get("metadata")
	from := metadata.At("annotations", schema.AnnotationRenderedFrom).Text()
	managedBy := metadata.At("labels", schema.LabelManagedBy).Text()
	return krmfn.EarlierOwner(d.Kind, d.Name, from, managedBy)
}

// wrote reports whether a file of the folder is one that fluxapp wrote.
func (f folder) wrote(name string) bool {
	_, object := f.ours[name]
	_, list := f.lists[name]
	return object || list
}

// from returns what a file of the folder was rendered from; empty when fluxapp did not write it.
func (f folder) from(name string) string {
	if list, ok := f.lists[name]; ok {
		return list.From
	}
	return f.ours[name].Document
}

// obstacle returns what is in the way at a path, as a sentence; empty when a file that fluxapp wrote is there, or none.
func (f folder) obstacle(name string) (string, error) {
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
