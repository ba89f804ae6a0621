package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Root is a folder in which links do not lead out.
type Root struct {
	// Name is the name on the command line.
	Name string
	// Files has the files of the folder; nil while it does not exist.
	Files *os.Root
}

// OpenRoot opens a folder, which need not exist.
func (d Disk) OpenRoot(name string) (Root, error) {
	files, err := os.OpenRoot(d.At(name))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return Root{filepath.Clean(name), files}, d.named(err)
}

// Close closes the folder.
func (r Root) Close() {
	if r.Files != nil {
		r.Files.Close()
	}
}

// Called returns the name of a file of the folder in messages.
func (r Root) Called(name string) string {
	return strings.TrimPrefix(strings.TrimSuffix(filepath.ToSlash(r.Name), "/")+"/"+name, "./")
}

// Named returns an error with the whole path of its file: errors of os.Root have only the path below the folder.
func (r Root) Named(err error) error {
	var file *fs.PathError
	var files *os.LinkError
	switch {
	case errors.As(err, &file):
		return &fs.PathError{Op: strings.TrimSuffix(file.Op, "at"), Path: r.Called(file.Path), Err: file.Err}
	case errors.As(err, &files):
		return &os.LinkError{Op: strings.TrimSuffix(files.Op, "at"), Old: r.Called(files.Old), New: r.Called(files.New),
			Err: files.Err}
	}
	return err
}
