package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/fluxapp-dev/fluxapp/render/promote"
)

// writeEdit writes the changed text to its file: whole or, after an error, not at all. A link stays, and the file
// behind it is written.
func writeEdit(edit promote.Edit) error {
	if edit.File() == stdinFile {
		return errors.New("--write needs a file, and the document is from stdin; leave --write out, and the changed " +
			"document is printed")
	}
	name, err := filepath.EvalSymlinks(filepath.FromSlash(edit.File()))
	if err != nil {
		return err
	}
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no regular file; leave --write out, and the changed document is printed", name)
	}
	text, err := readFile(disk{}, name)
	if err != nil {
		return err
	}
	changed, err := edit.Apply(text)
	if err != nil || !edit.Changes() {
		return err
	}
	return replaceFile(name, changed, info.Mode().Perm())
}

// replaceFile writes a text beside a file, with the permissions of the file, and moves it there when the disk holds
// it. The file beside it is hidden, so that no run over the folder reads it. A file that is new has the mode 0: its
// permissions are those that the umask leaves.
func replaceFile(name string, text []byte, mode os.FileMode) (err error) {
	beside, err := createBeside(name, mode)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(beside.Name()))
		}
	}()
	_, err = beside.Write(text)
	if mode != 0 {
		err = errors.Join(err, beside.Chmod(mode))
	}
	err = errors.Join(err, beside.Sync(), beside.Close())
	if err == nil {
		err = os.Rename(beside.Name(), name)
	}
	return err
}

// createBeside creates a hidden file beside a file. Its errors name the file itself, which is what the command line
// has.
func createBeside(name string, mode os.FileMode) (*os.File, error) {
	permissions := os.FileMode(0o600) // until it has those of the file
	if mode == 0 {
		permissions = 0o666
	}
	for {
		hidden := below(filepath.Dir(name), fmt.Sprintf(".fluxapp-%08x", rand.Uint32()))
		beside, err := os.OpenFile(hidden, os.O_RDWR|os.O_CREATE|os.O_EXCL, permissions)
		var failed *fs.PathError
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case errors.As(err, &failed):
			return nil, &fs.PathError{Op: "write", Path: name, Err: failed.Err}
		}
		return beside, err
	}
}
