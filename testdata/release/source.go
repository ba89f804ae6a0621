package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/sumdb/dirhash"
	"golang.org/x/mod/zip"
	"sigs.k8s.io/yaml"
)

const (
	modulePath = "github.com/fluxapp-dev/fluxapp"
	finalPath  = modulePath + "/render/final"
)

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

// checkFinal refuses a go.mod of render/final that nobody could install, or that requires another version.
func (s source) checkFinal(version string) error {
	text, err := s.git("show", "HEAD:"+final.folder+"/go.mod")
	if err != nil {
		return err
	}
	return checkRequired(text, version)
}

func checkRequired(text, version string) error {
	mod, err := modfile.Parse(final.folder+"/go.mod", []byte(text), nil)
	if err != nil {
		return err
	}
	if len(mod.Replace) > 0 {
		return fmt.Errorf("%s/go.mod replaces %s, and go install refuses that; write it into go.work there", final.folder,
			mod.Replace[0].Old.Path)
	}
	at := slices.IndexFunc(mod.Require, func(r *modfile.Require) bool { return r.Mod.Path == modulePath })
	if required := mod.Require[at].Mod.Version; required != version {
		return fmt.Errorf("%s/go.mod requires %s of this repository; write %s there and in go.work, and commit them",
			final.folder, required, version)
	}
	return nil
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

// writeProxy writes the module of a program, as this version of the commit, into a folder that the go command takes as
// GOPROXY, and returns its hash.
func (s source) writeProxy(dir string, p program, version string) (hash string, err error) {
	versions := filepath.Join(dir, filepath.FromSlash(p.module), "@v")
	if err := os.MkdirAll(versions, 0o755); err != nil {
		return "", err
	}
	mod, err := s.git("show", "HEAD:"+path.Join(p.folder, "go.mod"))
	if err != nil {
		return "", err
	}
	info := fmt.Sprintf(`{"Version": %q, "Time": %q}`, version, s.time.Format(time.RFC3339))
	for name, text := range map[string]string{"list": version, version + ".info": info, version + ".mod": mod} {
		if err := os.WriteFile(filepath.Join(versions, name), []byte(text+"\n"), 0o644); err != nil {
			return "", err
		}
	}
	out, err := os.Create(filepath.Join(versions, version+".zip"))
	if err != nil {
		return "", err
	}
	err = zip.CreateFromVCS(out, module.Version{Path: p.module, Version: version}, s.root, s.commit, p.folder)
	if err := errors.Join(err, out.Close()); err != nil {
		return "", err
	}
	return dirhash.HashZip(out.Name(), dirhash.DefaultHash)
}
