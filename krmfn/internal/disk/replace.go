package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

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

// Create writes a file that does not exist yet.
func (d Disk) Create(name string, text []byte) error {
	file, err := os.OpenFile(d.At(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return notWritten(name, err)
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(notWritten(name, err), d.Remove(name))
	}
	return nil
}

// Remove removes a file or an empty folder.
func (d Disk) Remove(name string) error { return d.named(os.Remove(d.At(name))) }

// Mkdir makes a folder.
func (d Disk) Mkdir(name string) error { return d.named(os.Mkdir(d.At(name), 0o755)) }

// MkdirAll makes a folder and those that it is in.
func (d Disk) MkdirAll(name string) error { return d.named(os.MkdirAll(d.At(name), 0o755)) }

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

// notWritten returns an error with the name of the file that was to be written.
func notWritten(name string, err error) error {
	var file *fs.PathError
	var files *os.LinkError
	switch {
	case errors.As(err, &file):
		return &fs.PathError{Op: "write", Path: name, Err: file.Err}
	case errors.As(err, &files):
		return &fs.PathError{Op: "write", Path: name, Err: files.Err}
	}
	return err
}
