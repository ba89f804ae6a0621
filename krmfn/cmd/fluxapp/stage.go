package main

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

// newFolder is a folder directly below the output folder that did not exist. It is staged with all that is in it, and
// moved as a whole.
type newFolder struct {
	files []int // numbers of writes
	moved bool
}

// findNewFolders finds the folders that can be moved as a whole.
func (p *plan) findNewFolders() {
	p.newFolders = map[string]*newFolder{}
	for i, t := range p.writes {
		top, _, below := strings.Cut(t.path, "/")
		if found, err := p.at(top); !below || err != nil || found.exists {
			continue
		}
		if p.newFolders[top] == nil {
			p.newFolders[top] = &newFolder{}
		}
		p.newFolders[top].files = append(p.newFolders[top].files, i)
	}
}

func (p *plan) staged(what string, i int) string { return fmt.Sprintf("%s/%s-%d", p.staging, what, i) }

// stagedFile returns the name of a new file before it is in its place.
func (p *plan) stagedFile(i int) string {
	top, rest, _ := strings.Cut(p.writes[i].path, "/")
	if folder := p.newFolders[top]; folder != nil {
		return p.staged("new", folder.files[0]) + "/" + rest
	}
	return p.staged("new", i)
}

// isMoved reports whether a new file is in its place with its whole folder, which it moves when it is the first file
// of the folder. A folder that cannot be moved, for example because the run of another shard has made it, gets its
// files one by one.
func (p *plan) isMoved(i int) bool {
	top, _, _ := strings.Cut(p.writes[i].path, "/")
	folder := p.newFolders[top]
	if folder == nil || folder.files[0] != i {
		return folder != nil && folder.moved
	}
	if folder.moved = p.root.Rename(p.staged("new", i), top) == nil; folder.moved {
		p.undo = append(p.undo, func() error { return p.takeBack(folder) })
	}
	return folder.moved
}

// takeBack removes the files of a folder that was moved as a whole. What others have put there stays.
func (p *plan) takeBack(folder *newFolder) error {
	var files []string
	for _, i := range folder.files {
		files = append(files, p.writes[i].path)
		if err := p.root.Remove(p.writes[i].path); err != nil {
			return err
		}
	}
	removeEmpty(p.root, files)
	return nil
}

// stage writes the new files where nobody sees them, and waits until the disk holds them: after a loss of power, a
// file that was moved first could be empty.
func (p *plan) stage() error {
	err := p.root.Mkdir(p.staging, 0o755)
	if errors.Is(err, fs.ErrExist) {
		return p.otherRun()
	}
	if err != nil {
		return err
	}
	p.undo = append(p.undo, func() error { return p.root.RemoveAll(p.staging) })
	dir, err := p.root.Open(p.staging)
	if err != nil {
		return err
	}
	defer dir.Close()
	p.findNewFolders()
	atOnce := len(p.writes) > syncedTogether
	if err := p.stageAll(!atOnce); err != nil {
		return err
	}
	if atOnce {
		if syncFileSystem(dir) == nil {
			return nil
		}
		err = p.syncFiles()
	}
	dir.Sync() // it holds the names; not every file system can do that
	return err
}

// syncedTogether is how many files are written before the run waits for the disk: one wait takes about as long as
// many. For more files the run waits once, for the whole file system.
const syncedTogether = 100

// stageAll writes the new files, some at the same time: creating a file takes more time in the kernel than here. It
// returns the error of the first file that cannot be written.
func (p *plan) stageAll(wait bool) error {
	var running sync.WaitGroup
	var failed atomic.Bool
	errs := make([]error, (len(p.writes)+syncedTogether-1)/syncedTogether)
	free := make(chan bool, min(runtime.GOMAXPROCS(0), stagedTogether))
	for group := range errs {
		free <- true
		if failed.Load() {
			break
		}
		running.Go(func() {
			from := group * syncedTogether
			errs[group] = p.stageSome(from, min(from+syncedTogether, len(p.writes)), wait)
			if errs[group] != nil {
				failed.Store(true)
			}
			<-free
		})
	}
	running.Wait()
	return cmp.Or(errs...)
}

// stagedTogether is how many groups of files are written at the same time at most: all their files are open.
const stagedTogether = 4

// stageSome writes some of the new files, and waits until the disk holds them.
func (p *plan) stageSome(from, to int, wait bool) error {
	var files []*os.File
	defer func() {
		for _, file := range files {
			file.Close()
		}
	}()
	for i := from; i < to; i++ {
		file, err := p.createStaged(i)
		if err != nil {
			return err
		}
		files = append(files, file)
		if _, err := file.Write(p.writes[i].text()); err != nil {
			return p.notWritten(i, err)
		}
	}
	for n, file := range files {
		if !wait {
			break
		}
		if err := file.Sync(); err != nil {
			return p.notWritten(from+n, err)
		}
	}
	return nil
}

// createStaged creates a new file in the staging folder.
func (p *plan) createStaged(i int) (*os.File, error) {
	name := p.stagedFile(i)
	if err := p.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return nil, err
	}
	return p.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, p.mode(p.writes[i].path))
}

// syncFiles waits for one staged file after the other.
func (p *plan) syncFiles() error {
	for i := range p.writes {
		file, err := p.root.Open(p.stagedFile(i))
		if err != nil {
			return err
		}
		err = file.Sync()
		file.Close()
		if err != nil {
			return p.notWritten(i, err)
		}
	}
	return nil
}

// notWritten names the file that could not be written, and not the one in staging.
func (p *plan) notWritten(i int, err error) error {
	return &fs.PathError{Op: "write", Path: p.writes[i].path, Err: errors.Unwrap(err)}
}

// mode returns the permissions of the file that is there, or those of a new one.
func (p *plan) mode(name string) fs.FileMode {
	if p.wrote(name) {
		if info, err := p.root.Lstat(name); err == nil {
			return info.Mode().Perm()
		}
	}
	return 0o644
}
