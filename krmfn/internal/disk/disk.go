package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/readlimit"
)

// Disk has the files of the machine, with the methods of an [fs.StatFS] and an [fs.SubFS], but the system's names.
type Disk struct {
	// Folder is where names begin that are not absolute; empty is the working folder of the process.
	Folder string
}

// At returns the name that the system has for a file.
func (d Disk) At(name string) string {
	if d.Folder == "" || filepath.IsAbs(name) {
		return name
	}
	return d.Folder + string(filepath.Separator) + name // not cleaned: a link changes what .. is
}

// Open opens a file.
func (d Disk) Open(name string) (fs.File, error) {
	file, err := os.Open(d.At(name))
	if err != nil {
		return nil, d.named(err)
	}
	return file, nil
}

// Stat describes the file that a name leads to.
func (d Disk) Stat(name string) (fs.FileInfo, error) {
	info, err := os.Stat(d.At(name))
	return info, d.named(err)
}

// Exists reports whether there is a file or folder of a name, or a link to nowhere.
func (d Disk) Exists(name string) bool {
	_, err := os.Lstat(d.At(name))
	return err == nil
}

// Sub returns the files of a folder.
func (d Disk) Sub(folder string) (fs.FS, error) { return os.DirFS(d.At(folder)), nil }

// Read reads a file up to the limit: it can be a device without an end.
func Read(from fs.FS, name string) ([]byte, error) {
	file, err := from.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := readlimit.ReadAll(file, name)
	var failed *fs.PathError
	if errors.As(err, &failed) {
		err = &fs.PathError{Op: failed.Op, Path: name, Err: failed.Err}
	}
	return data, err
}

// named returns an error with the name that the command line has for the file.
func (d Disk) named(err error) error {
	var file *fs.PathError
	if errors.As(err, &file) && d.Folder != "" {
		return &fs.PathError{Op: file.Op, Path: strings.TrimPrefix(file.Path, d.At("")), Err: file.Err}
	}
	return err
}
