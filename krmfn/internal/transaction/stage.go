package transaction

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
)

// newFolder is a new folder directly below the folder. It is staged with all that is in it, and moved as a whole.
type newFolder struct {
	files []int // numbers of writes
	moved bool
}

func (t *Transaction) findNewFolders() {
	t.newFolders, t.made = map[string]*newFolder{}, map[string]bool{}
	exists := map[string]bool{}
	for i, file := range t.Writes {
		top, _, below := strings.Cut(file.Path, "/")
		if !below || exists[top] {
			continue
		}
		if t.newFolders[top] == nil {
			if _, err := t.Root.Files.Lstat(top); !errors.Is(err, fs.ErrNotExist) {
				exists[top] = true
				continue
			}
			t.newFolders[top] = &newFolder{}
		}
		t.newFolders[top].files = append(t.newFolders[top].files, i)
	}
}

func (t *Transaction) staged(what string, i int) string {
	return fmt.Sprintf("%s/%s-%d", t.Staging, what, i)
}

// stagedFile returns the name of a new file before it is in its place.
func (t *Transaction) stagedFile(i int) string {
	top, rest, _ := strings.Cut(t.Writes[i].Path, "/")
	if folder := t.newFolders[top]; folder != nil {
		return t.staged("new", folder.files[0]) + "/" + rest
	}
	return t.staged("new", i)
}

// isMoved reports whether a new file is in its place with its whole folder, which its first file moves. A folder that
// cannot be moved, for example because another shard's run has made it, gets its files one by one.
func (t *Transaction) isMoved(i int) bool {
	top, _, _ := strings.Cut(t.Writes[i].Path, "/")
	folder := t.newFolders[top]
	if folder == nil || folder.files[0] != i {
		return folder != nil && folder.moved
	}
	if folder.moved = t.Root.Files.Rename(t.staged("new", i), top) == nil; folder.moved {
		t.undo = append(t.undo, func() error { return t.takeBack(folder) })
	}
	return folder.moved
}

// takeBack removes the files of a folder that was moved as a whole. What others have put there stays.
func (t *Transaction) takeBack(folder *newFolder) error {
	var files []string
	for _, i := range folder.files {
		files = append(files, t.Writes[i].Path)
		if err := t.Root.Files.Remove(t.Writes[i].Path); err != nil {
			return err
		}
	}
	removeEmpty(t.Root.Files, files)
	return nil
}

// stage writes the new files out of sight, and waits for the disk: a power loss could empty a file that moved first.
func (t *Transaction) stage() error {
	err := t.Root.Files.Mkdir(t.Staging, 0o755)
	if errors.Is(err, fs.ErrExist) {
		return t.otherRun()
	}
	if err != nil {
		return err
	}
	t.undo = append(t.undo, func() error { return t.Root.Files.RemoveAll(t.Staging) })
	dir, err := t.Root.Files.Open(t.Staging)
	if err != nil {
		return err
	}
	defer dir.Close()
	t.findNewFolders()
	atOnce := len(t.Writes) > syncedTogether
	if err := t.stageAll(!atOnce); err != nil {
		return err
	}
	if atOnce {
		if syncFileSystem(dir) == nil {
			return nil
		}
		err = t.syncFiles()
	}
	dir.Sync() // it holds the names; not every file system can do that
	return err
}

// syncedTogether is how many files are written before the run waits for the disk: one wait takes about as long as
// many. For more files the run waits once, for the whole file system.
const syncedTogether = 100

// stagedTogether is how many groups of files are written at the same time at most: all their files are open.
const stagedTogether = 4

// stageAll writes the new files, some at the same time: creating a file takes more time in the kernel than here. It
// returns the error of the first file that cannot be written.
func (t *Transaction) stageAll(wait bool) error {
	var running sync.WaitGroup
	var failed atomic.Bool
	errs := make([]error, (len(t.Writes)+syncedTogether-1)/syncedTogether)
	free := make(chan bool, min(runtime.GOMAXPROCS(0), stagedTogether))
	for group := range errs {
		free <- true
		if failed.Load() {
			break
		}
		running.Go(func() {
			from := group * syncedTogether
			errs[group] = t.stageSome(from, min(from+syncedTogether, len(t.Writes)), wait)
			if errs[group] != nil {
				failed.Store(true)
			}
			<-free
		})
	}
	running.Wait()
	return cmp.Or(errs...)
}

func (t *Transaction) stageSome(from, to int, wait bool) error {
	var files []*os.File
	defer func() {
		for _, file := range files {
			file.Close()
		}
	}()
	for i := from; i < to; i++ {
		file, err := t.createStaged(i)
		if err != nil {
			return err
		}
		files = append(files, file)
		if _, err := file.Write(t.Writes[i].Text()); err != nil {
			return t.notWritten(i, err)
		}
	}
	for n, file := range files {
		if !wait {
			break
		}
		if err := file.Sync(); err != nil {
			return t.notWritten(from+n, err)
		}
	}
	return nil
}

func (t *Transaction) createStaged(i int) (*os.File, error) {
	name := t.stagedFile(i)
	if err := t.Root.Files.MkdirAll(path.Dir(name), 0o755); err != nil {
		return nil, err
	}
	return t.Root.Files.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, t.mode(t.Writes[i]))
}

func (t *Transaction) syncFiles() error {
	for i := range t.Writes {
		file, err := t.Root.Files.Open(t.stagedFile(i))
		if err != nil {
			return err
		}
		err = file.Sync()
		file.Close()
		if err != nil {
			return t.notWritten(i, err)
		}
	}
	return nil
}

// notWritten names the file that could not be written, and not the one in staging.
func (t *Transaction) notWritten(i int, err error) error {
	return &fs.PathError{Op: "write", Path: t.Writes[i].Path, Err: errors.Unwrap(err)}
}

func (t *Transaction) mode(file File) fs.FileMode {
	if file.Replaces {
		if info, err := t.Root.Files.Lstat(file.Path); err == nil {
			return info.Mode().Perm()
		}
	}
	return 0o644
}
