package revision

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// The modes of git.
const (
	modeFolder    = "40000"
	modeLink      = "120000"
	modeSubmodule = "160000"
)

// entry is a file or folder of a revision. It is its own fs.FileInfo and fs.DirEntry.
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

// file is a file or folder that was opened. The content of a file is read when it is asked for.
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
