package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"syscall"

	"github.com/fluxapp-dev/fluxapp/render"
)

// staging is the folder inside the target for new files before they are moved to their places, and for old files
// until all are moved. It also keeps two runs from writing at the same time.
const staging = ".fluxapp-staging"

// apply writes and removes the files of a plan: all of them, or after an error none.
func (p *plan) apply() (err error) {
	if p.isDone() {
		return nil
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, p.restore())
		}
	}()
	if err := p.create(); err != nil {
		return err
	}
	if err := p.stage(); err != nil {
		return p.named(err)
	}
	if err := p.swap(); err != nil {
		return p.named(err)
	}
	p.undo = nil // done
	removeEmpty(p.root, p.removes)
	return p.named(p.root.RemoveAll(p.staging))
}

// isDone reports whether the folder needs no change.
func (p *plan) isDone() bool { return len(p.writes) == 0 && len(p.removes) == 0 }

// rehearse returns the error of apply for a folder that another run writes to, or was writing to. It changes nothing,
// and so does not find out whether all files can be written.
func (p *plan) rehearse() error {
	if p.root == nil || p.isDone() {
		return nil
	}
	_, err := p.root.Lstat(p.staging)
	switch {
	case err == nil:
		return p.otherRun()
	case errors.Is(err, fs.ErrNotExist):
		return nil
	}
	return p.named(err)
}

// otherRun is the error about a staging folder that exists.
func (p *plan) otherRun() error {
	return fmt.Errorf("%s is there: another run is writing, or one was interrupted. "+
		"Then this folder may hold the only copy of files that it replaced (old-…) or deleted (gone-…), beside new ones "+
		"(new-…); keep what you need, remove the folder, and render again", p.called(p.staging))
}

// interrupted is the error of a run that received a signal while it wrote.
type interrupted struct{ signal os.Signal }

func (i interrupted) Error() string {
	return fmt.Sprintf("received the signal %q while writing, and ended when that was done", i.signal)
}

func (i interrupted) exitCode() int {
	number, _ := i.signal.(syscall.Signal)
	return 128 + int(number)
}

// holdSignals keeps a Ctrl-C, or a terminal that is closed, from leaving half a change behind. The function that it
// returns ends that, and returns the first signal that was held back; nil for none.
func holdSignals() func() os.Signal {
	held := make(chan os.Signal, 1)
	signal.Notify(held, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	return func() os.Signal {
		signal.Stop(held)
		select {
		case first := <-held:
			return first
		default:
			return nil
		}
	}
}

func (p *plan) create() error {
	if p.root != nil {
		return nil
	}
	var missing []string
	for dir := p.name; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		missing = append(missing, dir)
	}
	for i := len(missing) - 1; i >= 0; i-- {
		err := os.Mkdir(missing[i], 0o755)
		if errors.Is(err, fs.ErrExist) { // the run of another shard was faster
			continue
		}
		if err != nil {
			return err
		}
		p.undo = append(p.undo, func() error { return os.Remove(missing[i]) })
	}
	var err error
	p.root, err = os.OpenRoot(p.name)
	return err
}

// swap moves old files out and new ones in.
func (p *plan) swap() error {
	for i, name := range p.removes {
		if err := p.rename(name, p.staged("gone", i)); err != nil {
			return err
		}
	}
	for i, t := range p.writes {
		if p.isMoved(i) {
			continue
		}
		if err := p.makeFolders(path.Dir(t.path)); err != nil {
			return err
		}
		if p.wrote(t.path) {
			if err := p.rename(t.path, p.staged("old", i)); err != nil {
				return err
			}
		}
		if err := p.rename(p.stagedFile(i), t.path); err != nil {
			return err
		}
	}
	return nil
}

func (p *plan) rename(from, to string) error {
	if err := p.root.Rename(from, to); err != nil {
		return err
	}
	p.undo = append(p.undo, func() error { return p.root.Rename(to, from) })
	return nil
}

// makeFolders makes the folders of a path that do not exist. It tries each once.
func (p *plan) makeFolders(dir string) error {
	if dir == "." || p.made[dir] {
		return nil
	}
	if err := p.makeFolders(path.Dir(dir)); err != nil {
		return err
	}
	err := p.root.Mkdir(dir, 0o755)
	if err == nil {
		p.undo = append(p.undo, func() error { return p.root.Remove(dir) })
	}
	if err == nil || errors.Is(err, fs.ErrExist) {
		p.made[dir] = true
		return nil
	}
	return err
}

// restore takes back what was done, the last thing first. It stops where it cannot: then old files are still in
// staging, which the message names.
func (p *plan) restore() error {
	for i := len(p.undo) - 1; i >= 0; i-- {
		if err := p.undo[i](); err != nil {
			return fmt.Errorf("not everything could be put back, look into %s: %w", p.called(p.staging), p.named(err))
		}
	}
	return nil
}

// removeEmpty removes the folders that deleted files have left empty. A folder that cannot be removed is not empty,
// or can stay.
func removeEmpty(root *os.Root, removed []string) {
	for _, name := range removed {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if root.Remove(dir) != nil {
				break
			}
		}
	}
}

// stagingOf returns the staging folder of a shard. Runs of other shards may write to the same folder.
func stagingOf(shard render.Shard) string {
	if shard == (render.Shard{}) {
		return staging
	}
	return fmt.Sprintf("%s-%d-of-%d", staging, shard.Index, shard.Count)
}
