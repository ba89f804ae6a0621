package transaction

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
)

func (t *Transaction) staged(what string, i int) string {
	return fmt.Sprintf("%s/%s-%d", Staging, what, i)
}

// stage writes the new files out of sight, and waits for the disk: a power loss could empty a file that moved first.
func (t *Transaction) stage() error {
	err := t.Root.Files.Mkdir(Staging, 0o755)
	if errors.Is(err, fs.ErrExist) {
		return t.otherRun()
	}
	if err != nil {
		return err
	}
	t.undo = append(t.undo, func() error { return t.Root.Files.RemoveAll(Staging) })
	dir, err := t.Root.Files.Open(Staging)
	if err != nil {
		return err
	}
	defer dir.Close()
	t.made = map[string]bool{}
	if err := t.stageAll(); err != nil {
		return err
	}
	if len(t.Writes) > syncedTogether && syncFileSystem(dir) == nil {
		return nil
	}
	err = t.syncFiles()
	dir.Sync() // it holds the names; not every file system can do that
	return err
}

// syncedTogether is how many files are waited for one by one: a wait for the whole file system takes as long as many.
const syncedTogether = 100

// stagedTogether is how many groups of files are written at the same time at most.
const stagedTogether = 4

// stageAll writes some files at the same time: creating one takes long in the kernel. The first file's error counts.
func (t *Transaction) stageAll() error {
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
			errs[group] = t.stageSome(from, min(from+syncedTogether, len(t.Writes)))
			if errs[group] != nil {
				failed.Store(true)
			}
			<-free
		})
	}
	running.Wait()
	return cmp.Or(errs...)
}

func (t *Transaction) stageSome(from, to int) error {
	for i := from; i < to; i++ {
		file, err := t.Root.Files.OpenFile(t.staged("new", i), os.O_WRONLY|os.O_CREATE|os.O_EXCL, t.mode(t.Writes[i]))
		if err != nil {
			return err
		}
		_, err = file.Write(t.Writes[i].Text())
		if err = cmp.Or(err, file.Close()); err != nil {
			return t.notWritten(i, err)
		}
		if t.Done != nil {
			t.Done(1)
		}
	}
	return nil
}

func (t *Transaction) syncFiles() error {
	flag := os.O_RDONLY
	if runtime.GOOS == "windows" { // it syncs no file that is only read
		flag = os.O_WRONLY
	}
	for i := range t.Writes {
		file, err := t.Root.Files.OpenFile(t.staged("new", i), flag, 0)
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
