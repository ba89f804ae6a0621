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
)

// staging is the folder inside the target that holds new files before they are put into place, and old ones until all is
// well. It is also what keeps two runs apart.
const staging = ".fluxapp-staging"

// apply writes and removes the files of a plan: all of them, or after an error none.
func (p *plan) apply() (err error) {
	if len(p.writes) == 0 && len(p.removes) == 0 {
		return nil
	}
	defer holdSignals()()
	var c change
	defer func() {
		if err != nil {
			err = errors.Join(err, p.restore(&c))
		}
	}()
	if err := p.create(&c); err != nil {
		return err
	}
	c.root = p.root
	if err := p.stage(&c); err != nil {
		return p.named(err)
	}
	if err := p.swap(&c); err != nil {
		return p.named(err)
	}
	c.undo = nil // done
	removeEmpty(p.root, p.removes)
	return p.named(p.root.RemoveAll(p.staging))
}

// holdSignals keeps a Ctrl-C, or a terminal that is closed, from leaving half a change behind, until the function that it returns is
// called.
func holdSignals() func() {
	held := make(chan os.Signal, 1)
	signal.Notify(held, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	return func() { signal.Stop(held) }
}

// create makes the folder if it does not exist.
func (p *plan) create(c *change) error {
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
		c.undo = append(c.undo, func() error { return os.Remove(missing[i]) })
	}
	var err error
	p.root, err = os.OpenRoot(p.name)
	return err
}

// stage writes the new files where nobody sees them.
func (p *plan) stage(c *change) error {
	err := p.root.Mkdir(p.staging, 0o755)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there: another run is writing, or one was interrupted, and its files are in there; remove it",
			p.called(p.staging))
	}
	if err != nil {
		return err
	}
	c.undo = append(c.undo, func() error { return p.root.RemoveAll(p.staging) })
	for i, t := range p.writes {
		if err := p.root.WriteFile(p.staged("new", i), t.text(), p.mode(t.path)); err != nil {
			return err
		}
	}
	return nil
}

// mode returns the permissions of the file that is there, or those of a new one.
func (p *plan) mode(name string) fs.FileMode {
	if info, err := p.root.Lstat(name); err == nil {
		return info.Mode().Perm()
	}
	return 0o644
}

// swap moves old files out and new ones in.
func (p *plan) swap(c *change) error {
	for i, name := range p.removes {
		if err := c.rename(name, p.staged("gone", i)); err != nil {
			return err
		}
	}
	for i, t := range p.writes {
		if err := c.makeFolders(path.Dir(t.path)); err != nil {
			return err
		}
		if p.wrote(t.path) {
			if err := c.rename(t.path, p.staged("old", i)); err != nil {
				return err
			}
		}
		if err := c.rename(p.staged("new", i), t.path); err != nil {
			return err
		}
	}
	return nil
}

func (p *plan) staged(what string, i int) string { return fmt.Sprintf("%s/%s-%d", p.staging, what, i) }

// change remembers how to take back what was done in a folder.
type change struct {
	root *os.Root
	undo []func() error
}

func (c *change) rename(from, to string) error {
	if err := c.root.Rename(from, to); err != nil {
		return err
	}
	c.undo = append(c.undo, func() error { return c.root.Rename(to, from) })
	return nil
}

// makeFolders makes a folder and those above it.
func (c *change) makeFolders(dir string) error {
	if dir == "." {
		return nil
	}
	if err := c.makeFolders(path.Dir(dir)); err != nil {
		return err
	}
	err := c.root.Mkdir(dir, 0o755)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err == nil {
		c.undo = append(c.undo, func() error { return c.root.Remove(dir) })
	}
	return err
}

// restore takes back what was done, the last thing first. It stops where it cannot: then old files are still in staging,
// which the message names.
func (p *plan) restore(c *change) error {
	for i := len(c.undo) - 1; i >= 0; i-- {
		if err := c.undo[i](); err != nil {
			return fmt.Errorf("not everything could be put back, look into %s: %w", p.called(p.staging), p.named(err))
		}
	}
	return nil
}
