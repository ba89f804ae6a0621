package disk

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Tree returns the files of a folder, in which links do not lead out, or for a file a folder with this file alone.
func (d Disk) Tree(name string) (fs.FS, error) {
	info, err := d.Stat(name)
	if err != nil {
		return nil, err
	}
	folder := d.At(name)
	if !info.IsDir() {
		folder = filepath.Dir(folder)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, Renamed(err, func(string) string { return name })
	}
	if info.IsDir() {
		return root.FS(), nil
	}
	return oneFile{root.FS(), info.Name()}, nil
}

// oneFile is a folder of which one file is seen.
type oneFile struct {
	fs.FS
	name string
}

// ReadDir returns the one file.
func (f oneFile) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(f.FS, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return e.Name() != f.name }), err
}
