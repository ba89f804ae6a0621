// Command release makes the files of a release of fluxapp and fluxapp-final from the commit of a clean clone:
//
//	go run . -version v0.1.0 -out FOLDER
//
// The same commit and the same Go give the same bytes, in whatever folder.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/semver"
)

func main() {
	root := flag.String("root", filepath.Join("..", ".."), "the clone")
	version := flag.String("version", "", "the version, for example v0.1.0")
	out := flag.String("out", "", "write the files into this folder, which must be empty or absent")
	flag.Parse()
	if err := run(*root, *version, *out); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(root, version, out string) error {
	if err := errors.Join(checkVersion(version), checkEmpty(out)); err != nil {
		return err
	}
	s, err := openSource(root)
	if err == nil {
		err = errors.Join(s.checkPages(version), s.checkFinal(version))
	}
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "fluxapp-release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	b, err := newBuilder(s, version, work)
	if err != nil {
		return err
	}
	programs, err := b.all(command)
	if err != nil {
		return err
	}
	finals, err := b.all(final)
	if err != nil {
		return err
	}
	return publish(release{s, strings.TrimPrefix(version, "v"), out}, programs, finals)
}

// checkVersion wants all three numbers, and no build: a tag with one is no version of a Go module.
func checkVersion(version string) error {
	if semver.Canonical(version) != version || version == "" {
		return fmt.Errorf("-version: %q is no version; write it as v0.1.0 or v0.1.0-rc.1", version)
	}
	return nil
}

// checkEmpty refuses a folder that holds something: what is there may be of another release.
func checkEmpty(dir string) error {
	if dir == "" {
		return errors.New("-out: name a folder")
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("-out: %s is not empty; name another folder, or remove it", dir)
	}
	return nil
}
