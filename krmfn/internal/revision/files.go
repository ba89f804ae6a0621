package revision

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const maxLinks = 40

// Open returns a file or folder. Links are followed.
func (r *Revision) Open(name string) (fs.File, error) {
	name = filepath.ToSlash(name)
	e, err := r.find(name)
	if err != nil {
		return nil, err
	}
	return &file{entry: e, load: func() ([]byte, error) { return r.read(name, e) }}, nil
}

// Stat returns the same for each name of a file.
func (r *Revision) Stat(name string) (fs.FileInfo, error) {
	e, err := r.find(filepath.ToSlash(name))
	if err != nil {
		return nil, err
	}
	return e, nil
}

// ReadDir returns what a folder holds, by name.
func (r *Revision) ReadDir(name string) ([]fs.DirEntry, error) {
	name = filepath.ToSlash(name)
	folder, err := r.find(name)
	if err != nil {
		return nil, err
	}
	if !folder.IsDir() {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: errors.New("it is no folder")}
	}
	children, err := r.objects.entries(folder)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.called(name), err)
	}
	all := make([]fs.DirEntry, len(children))
	for i, e := range children {
		all[i] = e
		isShown := e.mode == modeSubmodule && !strings.HasPrefix(e.name, ".") // a hidden folder is skipped, whatever it is
		if submodule := path.Clean(name + "/" + e.name); isShown && !slices.Contains(r.Submodules, submodule) {
			r.Submodules = append(r.Submodules, submodule)
		}
	}
	return all, nil
}

// Sub returns the files of a folder.
func (r *Revision) Sub(folder string) (fs.FS, error) {
	return fs.Sub(struct{ fs.ReadDirFS }{r}, filepath.ToSlash(folder))
}

func (r *Revision) read(name string, e *entry) ([]byte, error) {
	if e.IsDir() {
		return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("it is a folder")}
	}
	data, err := r.objects.read(e.id)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.called(name), err)
	}
	return data, nil
}

// find returns a file or folder. It follows links as long as they stay in the revision, or in its confined folder.
func (r *Revision) find(name string) (*entry, error) {
	from, rest, inside := r.root, name, true
	if r.below {
		rest, inside = strings.CutPrefix(name+"/", r.prefix)
		rest = strings.TrimSuffix(rest, "/")
		from, _ = r.walk([]*entry{r.root}, strings.Split(r.prefix, "/"), 0)
	}
	if from == nil || !inside {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	found, err := r.walk([]*entry{from}, strings.Split(rest, "/"), maxLinks)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", r.called(name), err)
	case found == nil:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return found, nil
}

// walk returns where steps lead from the last of the entries from the root, over so many links at most; nil: nothing.
func (r *Revision) walk(way []*entry, steps []string, links int) (*entry, error) {
	if len(way) == 0 { // above the root
		return nil, nil
	}
	here := way[len(way)-1]
	if len(steps) == 0 {
		return here, nil
	}
	name, steps := steps[0], steps[1:]
	switch name {
	case "", ".":
		return r.walk(way, steps, links)
	case "..":
		return r.walk(way[:len(way)-1], steps, links)
	}
	next, err := r.child(here, name)
	switch {
	case err != nil || next == nil:
		return nil, err
	case next.mode == modeSubmodule:
		return nil, fmt.Errorf("%s is a submodule, which is a repository of its own; run fluxapp there", name)
	case next.mode == modeLink:
		target, err := r.objects.read(next.id)
		if err != nil || links == 0 || path.IsAbs(string(target)) {
			return nil, err
		}
		return r.walk(way, append(strings.Split(string(target), "/"), steps...), links-1)
	case !next.IsDir() && len(steps) > 0: // a file has nothing below it
		return nil, nil
	}
	return r.walk(append(way, next), steps, links)
}

func (r *Revision) child(folder *entry, name string) (*entry, error) {
	children, err := r.objects.entries(folder)
	i, found := slices.BinarySearchFunc(children, name,
		func(e *entry, name string) int { return strings.Compare(e.name, name) })
	if err != nil || !found {
		return nil, err
	}
	return children[i], nil
}

const (
	modeFolder    = "40000"
	modeLink      = "120000"
	modeSubmodule = "160000"
)

type entry struct {
	name, mode, id string
	children       []*entry // of a folder that was read
}

func (e *entry) Name() string               { return e.name }
func (e *entry) Size() int64                { return 0 } // only git knows, when the file is read
func (e *entry) Mode() fs.FileMode          { return e.Type() | 0o444 }
func (e *entry) ModTime() time.Time         { return time.Time{} }
func (e *entry) IsDir() bool                { return e.mode == modeFolder }
func (e *entry) Sys() any                   { return nil }
func (e *entry) Info() (fs.FileInfo, error) { return e, nil }

func (e *entry) Type() fs.FileMode {
	switch e.mode {
	case modeFolder:
		return fs.ModeDir
	case modeLink:
		return fs.ModeSymlink
	case modeSubmodule:
		return fs.ModeIrregular
	}
	return 0
}

// entries returns what a folder holds, by name. Git prints it as mode, space, name, zero byte and object.
func (o *objects) entries(folder *entry) ([]*entry, error) {
	if folder.children != nil {
		return folder.children, nil
	}
	data, err := o.read(folder.id)
	if err != nil {
		return nil, err
	}
	size := len(folder.id) / 2
	for len(data) > 0 {
		mode, rest, _ := bytes.Cut(data, []byte{' '})
		name, rest, found := bytes.Cut(rest, []byte{0})
		if !found || len(rest) < size {
			return nil, fmt.Errorf("git: the folder %s is broken", folder.id)
		}
		folder.children = append(folder.children,
			&entry{name: string(name), mode: string(mode), id: hex.EncodeToString(rest[:size])})
		data = rest[size:]
	}
	slices.SortFunc(folder.children, func(a, b *entry) int { return strings.Compare(a.name, b.name) })
	return folder.children, nil
}

type file struct {
	*entry
	load func() ([]byte, error)
	rest io.Reader
}

func (f *file) Stat() (fs.FileInfo, error) { return f.entry, nil }
func (f *file) Close() error               { return nil }

func (f *file) Read(p []byte) (int, error) {
	if f.rest == nil {
		data, err := f.load()
		if err != nil {
			return 0, err
		}
		f.rest = bytes.NewReader(data)
	}
	return f.rest.Read(p)
}
