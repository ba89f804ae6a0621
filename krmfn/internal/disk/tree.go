package disk

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Tree returns the files of a folder, in which links do not lead out, or for a file a folder that lists it alone. The
// name itself may be a link. The folder stays open until the process ends.
func (d Disk) Tree(name string) (fs.FS, error) {
	info, err := d.Stat(name)
	if err != nil {
		return nil, err
	}
	folder, err := filepath.EvalSymlinks(d.At(name))
	file := filepath.Base(folder)
	if !info.IsDir() {
		folder = filepath.Dir(folder)
	}
	var root *os.Root
	if err == nil {
		root, err = os.OpenRoot(folder)
	}
	switch {
	case err != nil:
		return nil, Renamed(err, func(string) string { return name })
	case info.IsDir():
		return root.FS(), nil
	}
	return oneFile{root.FS(), file}, nil
}

type oneFile struct {
	fs.FS
	name string
}

// ReadDir returns the one file.
func (f oneFile) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(f.FS, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() != f.name }), err
}

// Stat describes a file without opening it: a pipe would wait.
func (f oneFile) Stat(name string) (fs.FileInfo, error) { return fs.Stat(f.FS, name) }
