// Package transaction changes the files of a folder: all of them or, after an error, none.
//
// New files are staged in a hidden folder, until the disk holds them. Then old files are moved out and new ones in. An
// error takes back what was done, the last thing first. The staging folder also keeps two runs apart.
package transaction

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
)

// Staging is a folder in the one that is changed, for files that are not in their place yet.
const Staging = ".fluxapp-staging"

// File is a file to write.
type File struct {
	Path     string // has slashes, and begins at the folder
	Text     func() []byte
	Replaces bool // there is a file, whose permissions stay
}

// Transaction is a change of a folder.
type Transaction struct {
	Disk    disk.Disk
	Root    disk.Root // the folder, which is made where it does not exist
	Writes  []File
	Removes []string
	// Done is told how many files are staged, which takes the most time, also from several goroutines; nil for nobody.
	Done func(files int)

	made map[string]bool // folders that exist for sure
	undo []func() error  // takes back what was done so far
}

// Apply changes the files.
func (t *Transaction) Apply() (err error) {
	if t.isDone() {
		return nil
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.restore())
		}
	}()
	if err := t.create(); err != nil {
		return err
	}
	if err := t.stage(); err != nil {
		return t.Root.Named(err)
	}
	if err := t.swap(); err != nil {
		return t.Root.Named(err)
	}
	t.undo = nil // done
	removeEmpty(t.Root.Files, t.Removes)
	return t.Root.Named(t.Root.Files.RemoveAll(Staging))
}

func (t *Transaction) isDone() bool { return len(t.Writes) == 0 && len(t.Removes) == 0 }

// Rehearse returns the error of Apply for a folder that another run writes to, or was writing to. It changes nothing.
func (t *Transaction) Rehearse() error {
	if t.Root.Files == nil || t.isDone() {
		return nil
	}
	switch _, err := t.Root.Files.Lstat(Staging); {
	case err == nil:
		return t.otherRun()
	case !errors.Is(err, fs.ErrNotExist):
		return t.Root.Named(err)
	}
	return nil
}

func (t *Transaction) otherRun() error {
	return fmt.Errorf("%s is there: another run is writing, or one was interrupted. "+
		"Then this folder may hold the only copy of files that it replaced (old-…) or deleted (gone-…), beside new ones "+
		"(new-…); keep what you need, remove the folder, and render again", t.Root.Called(Staging))
}

func (t *Transaction) create() (err error) {
	if t.Root.Files != nil {
		return nil
	}
	var missing []string
	for dir := t.Root.Name; !t.Disk.Exists(dir); dir = filepath.Dir(dir) {
		missing = append(missing, dir)
	}
	for i := len(missing) - 1; i >= 0; i-- {
		switch err := t.Disk.Mkdir(missing[i]); {
		case err == nil:
			t.undo = append(t.undo, func() error { return t.Disk.Remove(missing[i]) })
		case !errors.Is(err, fs.ErrExist): // or else another run was faster
			return err
		}
	}
	if t.Root, err = t.Disk.OpenRoot(t.Root.Name); err == nil && t.Root.Files == nil { // a link to nowhere
		err = &fs.PathError{Op: "open", Path: t.Root.Name, Err: fs.ErrNotExist}
	}
	return err
}

func (t *Transaction) swap() error {
	for i, name := range t.Removes {
		if err := t.rename(name, t.staged("gone", i)); err != nil {
			return err
		}
	}
	for i, file := range t.Writes {
		if err := t.makeFolders(path.Dir(file.Path)); err != nil {
			return err
		}
		if file.Replaces {
			if err := t.rename(file.Path, t.staged("old", i)); err != nil {
				return err
			}
		}
		if err := t.rename(t.staged("new", i), file.Path); err != nil {
			return err
		}
	}
	return nil
}

func (t *Transaction) rename(from, to string) error {
	err := t.Root.Files.Rename(from, to)
	if err == nil {
		t.undo = append(t.undo, func() error { return t.Root.Files.Rename(to, from) })
	}
	return err
}

func (t *Transaction) makeFolders(dir string) error {
	if dir == "." || t.made[dir] {
		return nil
	}
	if err := t.makeFolders(path.Dir(dir)); err != nil {
		return err
	}
	switch err := t.Root.Files.Mkdir(dir, 0o755); {
	case err == nil:
		t.undo = append(t.undo, func() error {
			_ = t.Root.Files.Remove(dir) // what others have put there stays
			return nil
		})
	case !errors.Is(err, fs.ErrExist):
		return err
	}
	t.made[dir] = true
	return nil
}

// restore takes back what was done, the last thing first. If it has to stop, staging has old files: the message tells.
func (t *Transaction) restore() error {
	for i := len(t.undo) - 1; i >= 0; i-- {
		if err := t.undo[i](); err != nil {
			return fmt.Errorf("not everything could be put back, look into %s: %w", t.Root.Called(Staging), t.Root.Named(err))
		}
	}
	return nil
}

// removeEmpty removes the folders that deleted files have left empty. A folder that it cannot remove may stay.
func removeEmpty(root *os.Root, removed []string) {
	for _, name := range removed {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if root.Remove(dir) != nil {
				break
			}
		}
	}
}
