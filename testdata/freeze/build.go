package main

import (
	"crypto/sha256"
	_ "embed"
	"encoding/json"
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
type binaries struct{ old, new string }

// build builds both commands below bin/freeze. The old one is built once for each commit.
func build(root, commit string) (b binaries, err error) {
	full, err := output(root, "git", "rev-parse", "--verify", commit+"^{commit}")
	if err != nil {
		return b, fmt.Errorf("the old code, commit %s, is not in this clone (a shallow one?): %w", commit, err)
	}
	dir := filepath.Join(root, "bin", "freeze")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return b, err
	}
	b.new = filepath.Join(dir, "new")
	if err := buildServed(root, b.new); err != nil {
		return b, err
	}
	b.old = filepath.Join(dir, fmt.Sprintf("old-%s-%x", full, sha256.Sum256(serveSource))[:80])
	if _, err := os.Stat(b.old); err == nil {
		return b, nil
	}
	return b, buildOld(root, full, b.old)
}

// buildOld builds the command of a commit, whose files it puts into a temporary folder.
func buildOld(root, commit, binary string) error {
	dir, err := os.MkdirTemp("", "freeze-old-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	archive := filepath.Join(dir, "old.tar")
	if _, err := output(root, "git", "archive", "-o", archive, commit, "go.mod", "go.sum", "schema", "render", "krmfn"); err != nil {
		return err
	}
	source := filepath.Join(dir, "source")
	if err := os.Mkdir(source, 0o755); err != nil {
		return err
	}
	if _, err := output(source, "tar", "-xf", archive); err != nil {
		return err
	}
	return buildServed(source, binary)
}

// buildServed builds the command of a checkout with the file that serves runs added to its package main.
func buildServed(root, binary string) error {
	dir, err := os.MkdirTemp("", "freeze-build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	added := filepath.Join(dir, "serve.go")
	if err := os.WriteFile(added, serveSource, 0o644); err != nil {
		return err
	}
	overlay, err := json.Marshal(map[string]any{
		"Replace": map[string]string{filepath.Join(root, "krmfn", "cmd", "fluxapp", "freeze_serve.go"): added},
	})
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, overlay, 0o644); err != nil {
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
