package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/fluxapp-dev/fluxapp/render/promote"
)

// writeEdit writes the changed text to its file: whole or, after an error, not at all. A link stays, and the file behind it is written.
func writeEdit(edit promote.Edit) error {
	if edit.File() == stdinFile {
		return errors.New("--write needs a file, and the document is from stdin; leave --write out, and the changed document is printed")
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

// replaceFile writes a text beside a file, with the permissions of the file, and moves it there when the disk holds it. The file beside it is
// hidden, so that no run over the folder reads it.
func replaceFile(name string, text []byte, mode os.FileMode) (err error) {
	beside, err := os.CreateTemp(filepath.Dir(name), ".fluxapp-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(beside.Name()))
		}
	}()
	_, err = beside.Write(text)
	err = errors.Join(err, beside.Chmod(mode), beside.Sync(), beside.Close())
	if err == nil {
		err = os.Rename(beside.Name(), name)
	}
	return err
}
