package main

import (
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed serve/serve.go
var serveSource []byte

// repository is the checkout that this folder is part of.
func repository() (string, error) { return filepath.Abs(filepath.Join("..", "..")) }

// binaries are the two commands that are compared.
type binaries struct {
	commit, old, new string
	oldGroup         bool // the old command has the old group of fluxapp's kinds
}

// locate returns where the commands lie: below bin/freeze. The old one is built once for each commit.
func locate(root, commit string) (b binaries, err error) {
	b.commit, err = output(root, "git", "rev-parse", "--verify", commit+"^{commit}")
	if err != nil {
		return b, fmt.Errorf("the old code, commit %s, is not in this clone (a shallow one?): %w", commit, err)
	}
	dir := filepath.Join(root, "bin", "freeze")
	b.oldGroup = hasOldGroup(root, b.commit)
	b.new = filepath.Join(dir, "new")
	b.old = filepath.Join(dir, fmt.Sprintf("old-%s-%.8x", b.commit, sha256.Sum256(serveSource)))
	return b, os.MkdirAll(dir, 0o755)
}

func (b binaries) build(root string) error {
	if err := buildServed(root, b.new, nil); err != nil {
		return err
	}
	if _, err := os.Stat(b.old); err == nil {
		return nil
	}
	return buildOld(root, b.commit, b.old)
}

// buildOld builds the command of a commit, whose files it puts into a temporary folder.
func buildOld(root, commit, binary string) error {
	dir, err := os.MkdirTemp("", "freeze-old-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	source := filepath.Join(dir, "source")
	if err := extract(root, commit, source); err != nil {
		return err
	}
	return buildServed(source, binary, nil)
}

// extract puts the files of a commit into a new folder.
func extract(root, commit, folder string) error {
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	archive := folder + ".tar"
	defer os.Remove(archive)
	if _, err := output(root, "git", "archive", "-o", archive, commit, "go.mod", "go.sum", "schema", "render",
		"krmfn"); err != nil {
		return err
	}
	_, err := output(folder, "tar", "-xf", archive)
	return err
}

// buildServed builds the command of a checkout with the file that serves runs added to its package main, and with
// other texts in the place of some of its files.
func buildServed(root, binary string, changed map[string]string) error {
	dir, err := os.MkdirTemp("", "freeze-build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	replaced := map[string]string{}
	add := func(name, text string) {
		to := filepath.Join(dir, fmt.Sprint(len(replaced), ".go"))
		err = errors.Join(err, os.WriteFile(to, []byte(text), 0o644))
		replaced[name] = to
	}
	add(filepath.Join(root, "krmfn", "cmd", "fluxapp", "freeze_serve.go"), string(serveSource))
	for name, text := range changed {
		add(name, text)
	}
	overlay, wrong := json.Marshal(map[string]any{"Replace": replaced})
	file := filepath.Join(dir, "overlay.json")
	if err := errors.Join(err, wrong, os.WriteFile(file, overlay, 0o644)); err != nil {
		return err
	}
	_, err = output(root, "go", "build", "-tags", "freeze", "-overlay", file, "-o", binary, "./krmfn/cmd/fluxapp")
	return err
}

// output runs a command and returns what it prints, without the last line break.
func output(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, errs.String())
	}
	return strings.TrimRight(string(out), "\n"), nil
}
