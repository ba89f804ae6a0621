package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
	"sigs.k8s.io/yaml"
)

const modulePath = "github.com/fluxapp-dev/fluxapp"

// source is a clean clone: what is released is the commit.
type source struct {
	root   string
	commit string
	time   time.Time // of the commit: everything in a release has it
}

func openSource(root string) (s source, err error) {
	if s.root, err = filepath.Abs(root); err != nil {
		return s, err
	}
	changes, err := s.git("status", "--porcelain")
	if err != nil {
		return s, err
	}
	if changes != "" {
		return s, fmt.Errorf("the clone has changes; commit or remove them:\n%s", changes)
	}
	if s.commit, err = s.git("rev-parse", "HEAD"); err != nil {
		return s, err
	}
	text, err := s.git("show", "--no-patch", "--format=%ct", "HEAD")
	if err != nil {
		return s, err
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	s.time = time.Unix(seconds, 0).UTC()
	return s, err
}

// checkPages refuses a version that the pages do not install: they are those of the tag.
func (s source) checkPages(version string) error {
	text, err := os.ReadFile(filepath.Join(s.root, "testdata", "pages", "install.yaml"))
	if err != nil {
		return err
	}
	var pages struct{ Released string }
	if err := yaml.Unmarshal(text, &pages); err != nil || pages.Released == version {
		return err
	}
	return fmt.Errorf("testdata/pages/install.yaml has released: %q; write %s there, run make generate, and commit the "+
		"pages that then install it", pages.Released, version)
}

func (s source) git(args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stderr = s.root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return strings.TrimSpace(string(out)), nil
}

// writeProxy writes the module of the commit, as this version, into a folder that the go command takes as GOPROXY.
func (s source) writeProxy(dir, version string) error {
	versions := filepath.Join(dir, filepath.FromSlash(modulePath), "@v")
	if err := os.MkdirAll(versions, 0o755); err != nil {
		return err
	}
	mod, err := s.git("show", "HEAD:go.mod")
	if err != nil {
		return err
	}
	info := fmt.Sprintf(`{"Version": %q, "Time": %q}`, version, s.time.Format(time.RFC3339))
	for name, text := range map[string]string{"list": version, version + ".info": info, version + ".mod": mod} {
		if err := os.WriteFile(filepath.Join(versions, name), []byte(text+"\n"), 0o644); err != nil {
			return err
		}
	}
	out, err := os.Create(filepath.Join(versions, version+".zip"))
	if err != nil {
		return err
	}
	err = zip.CreateFromVCS(out, module.Version{Path: modulePath, Version: version}, s.root, s.commit, "")
	return errors.Join(err, out.Close())
}
