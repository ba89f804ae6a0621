// Package disk reads and writes files under the names of a command line, which begin at a working folder.
//
//	files := disk.Disk{Folder: "/home/me/fleet"}
//	data, err := disk.Read(files, "apps/web.yaml")
//
// Its errors have the names of the command line too, and [Describe] words the errors of all files alike.
package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
)

// Disk has the files of the machine, with the methods of an [fs.StatFS] and an [fs.SubFS], but the system's names.
type Disk struct {
	Folder string   // where names begin that are not absolute; empty is the working folder of the process
	inside *os.Root // the same folder, if nothing outside of it is read
}

// Within returns the files of a folder for a reader that nobody trusts: no name and no link leads out of the folder.
// It is for reading: what writes is not held back.
func (d Disk) Within(folder string) (Disk, error) {
	root, err := os.OpenRoot(d.At(folder))
	return Disk{d.At(folder), root}, d.relative(err)
}

// IsConfined reports whether nothing outside of the folder is read.
func (d Disk) IsConfined() bool { return d.inside != nil }

// At returns the name that the system has for a file.
func (d Disk) At(name string) string {
	if d.Folder == "" || filepath.IsAbs(name) {
		return name
	}
	return d.Folder + string(filepath.Separator) + name // not cleaned: a link changes what .. is
}

// Open opens a file. A reader that nobody trusts opens no pipe or device, which may have no end.
func (d Disk) Open(name string) (fs.File, error) {
	info, err := d.Stat(name)
	if d.IsConfined() && err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("is no regular file")}
	}
	file, err := either(d, d.inside.Open, os.Open, name)
	if err != nil {
		return nil, err
	}
	return file, nil
}

// Stat describes the file that a name leads to.
func (d Disk) Stat(name string) (fs.FileInfo, error) { return either(d, d.inside.Stat, os.Stat, name) }

// Exists reports whether there is a file or folder of a name, or a link to nowhere.
func (d Disk) Exists(name string) bool {
	_, err := either(d, d.inside.Lstat, os.Lstat, name)
	return err == nil
}

// WorkTree returns the absolute names of a file or folder and of those above it, up to the one that has .git, or none.
func (d Disk) WorkTree(name string) (names []string) {
	for here, err := filepath.Abs(d.At(name)); err == nil; here = filepath.Dir(here) {
		names = append(names, here)
		if _, err := os.Lstat(here + "/.git"); err == nil {
			return names
		}
		if here == filepath.Dir(here) {
			break
		}
	}
	return nil
}

func either[T any](d Disk, inside, anywhere func(name string) (T, error), name string) (T, error) {
	if !d.IsConfined() {
		found, err := anywhere(d.At(name))
		return found, d.relative(err)
	}
	found, err := inside(name)
	return found, Root{Name: "."}.Named(err)
}

// Sub returns the files of a folder.
func (d Disk) Sub(folder string) (fs.FS, error) {
	if d.IsConfined() {
		return fs.Sub(d.inside.FS(), filepath.ToSlash(filepath.Clean(folder)))
	}
	return os.DirFS(d.At(folder)), nil
}

// Read reads a file up to the limit: it can be a device without an end.
func Read(from fs.FS, name string) ([]byte, error) {
	file, err := from.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := folder.ReadAll(file, name)
	return data, Renamed(err, func(string) string { return name })
}

func (d Disk) relative(err error) error {
	return Renamed(err, func(file string) string { return strings.TrimPrefix(file, d.At("")) })
}

// Renamed returns an error about a file with another name of the file.
func Renamed(err error, name func(file string) string) error {
	if file, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: file.Op, Path: name(file.Path), Err: file.Err}
	}
	return err
}

// Root is a folder in which links do not lead out.
type Root struct {
	Name  string   // on the command line
	Files *os.Root // nil while the folder does not exist
}

// OpenRoot opens a folder, which need not exist.
func (d Disk) OpenRoot(name string) (Root, error) {
	files, err := either(d, d.inside.OpenRoot, os.OpenRoot, name)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return Root{filepath.Clean(name), files}, err
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
	if file, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: strings.TrimSuffix(file.Op, "at"), Path: r.Called(file.Path), Err: file.Err}
	}
	if files, ok := errors.AsType[*os.LinkError](err); ok {
		return &os.LinkError{Op: strings.TrimSuffix(files.Op, "at"), Old: r.Called(files.Old), New: r.Called(files.New),
			Err: files.Err}
	}
	return err
}

// Describe returns the text of an error, in which all errors about files and folders are worded alike.
func Describe(err error) string {
	text := err.Error()
	for _, one := range pathErrors(err) {
		text = strings.Replace(text, one.Error(), describe(one), 1)
	}
	return text
}

func pathErrors(err error) (found []*fs.PathError) {
	switch e := err.(type) {
	case *fs.PathError:
		return []*fs.PathError{e}
	case interface{ Unwrap() error }:
		return pathErrors(e.Unwrap())
	case interface{ Unwrap() []error }:
		for _, one := range e.Unwrap() {
			found = append(found, pathErrors(one)...)
		}
	}
	return found
}

func describe(e *fs.PathError) string {
	isMissing, isStat := errors.Is(e.Err, fs.ErrNotExist), e.Op == "stat" || e.Op == "lstat"
	switch {
	case isMissing && e.Op == "write": // of a new file, its folder is missing
		return "there is no file or folder " + filepath.Dir(e.Path)
	case isMissing, isStat && errors.Is(e.Err, syscall.ENOTDIR): // a file has nothing below it
		return "there is no file or folder " + e.Path
	}
	return fmt.Sprintf("%s: %v", e.Path, e.Err)
}

// Replace writes a file: whole or, after an error, not at all. A link stays, and the file behind it is written. A
// file keeps its permissions; a new one has those that the umask leaves.
func (d Disk) Replace(name string, text []byte) error {
	file, mode := leadsTo(d.At(name)), fs.FileMode(0)
	switch info, err := os.Stat(file); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return notWritten(name, err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no regular file; name another one", name)
	default:
		mode = info.Mode().Perm()
	}
	return notWritten(name, replace(file, text, mode))
}

// Write writes a file, which may be a device or a pipe.
func (d Disk) Write(name string, text []byte) error {
	return notWritten(name, os.WriteFile(d.At(name), text, 0o644))
}

// Create writes a file that does not exist yet, below folders that exist and are no links.
func (r Root) Create(name string, text []byte) error {
	file, err := r.Files.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return notWritten(r.Called(name), err)
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(notWritten(r.Called(name), err), r.Files.Remove(name))
	}
	return nil
}

// Remove removes a file or an empty folder.
func (d Disk) Remove(name string) error { return d.relative(os.Remove(d.At(name))) }

// Mkdir makes a folder.
func (d Disk) Mkdir(name string) error { return d.relative(os.Mkdir(d.At(name), 0o755)) }

// MkdirAll makes a folder and those that it is in.
func (d Disk) MkdirAll(name string) error { return d.relative(os.MkdirAll(d.At(name), 0o755)) }

// leadsTo returns the file that a link leads to, or a link of a link, also where that file does not exist.
func leadsTo(name string) string {
	for range 40 { // as many as Linux follows
		to, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = beside(name, to)
		}
		name = to
	}
	return name
}

// beside returns a name in the folder of a file. It is not cleaned: a link changes what .. is.
func beside(file, name string) string {
	folder, _ := filepath.Split(file)
	return folder + name
}

// replace writes a text beside a file, and moves it there when the disk holds it. The file beside it is hidden, so
// that no run over the folder reads it. The mode of a new file is 0.
func replace(file string, text []byte, mode fs.FileMode) (err error) {
	permissions := fs.FileMode(0o600) // until it has the file's permissions
	if mode == 0 {
		permissions = 0o666
	}
	hidden := beside(file, fmt.Sprintf(".fluxapp-%016x", rand.Uint64()))
	written, err := os.OpenFile(hidden, os.O_RDWR|os.O_CREATE|os.O_EXCL, permissions)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(hidden))
		}
	}()
	_, err = written.Write(text)
	if mode != 0 {
		err = errors.Join(err, written.Chmod(mode))
	}
	if err = errors.Join(err, written.Sync(), written.Close()); err == nil {
		err = os.Rename(hidden, file)
	}
	return err
}

func notWritten(name string, err error) error {
	if file, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: "write", Path: name, Err: file.Err}
	}
	if files, ok := errors.AsType[*os.LinkError](err); ok {
		return &fs.PathError{Op: "write", Path: name, Err: files.Err}
	}
	return err
}
