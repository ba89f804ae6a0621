package main

import (
	"archive/zip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"gotest.tools/v3/assert"
)

// TestModules holds that module render/final is no part of the module above it, and that both have the license.
func TestModules(t *testing.T) {
	for _, p := range []program{command, final} {
		files := modulesFiles(t, p)
		assert.Assert(t, slices.Contains(files, "LICENSE") && slices.Contains(files, "go.mod"))
		for _, name := range files {
			assert.Assert(t, !strings.HasPrefix(name, final.folder), "%s is in module %s", name, p.module)
		}
	}
}

// modulesFiles returns the names of the files of a module.
func modulesFiles(t *testing.T, p program) (all []string) {
	t.Helper()
	dir := t.TempDir()
	_, err := clone.writeProxy(dir, p, "v1.2.3")
	assert.NilError(t, err)
	packed, err := zip.OpenReader(filepath.Join(dir, filepath.FromSlash(p.module), "@v", "v1.2.3.zip"))
	assert.NilError(t, err)
	defer packed.Close()
	for _, f := range packed.File {
		all = append(all, strings.TrimPrefix(f.Name, p.module+"@v1.2.3/"))
	}
	return all
}

// TestFinalModule holds what a release asks of module render/final before there is a tag: its go.mod is tidy and
// replaces nothing, it requires the version that make release makes, and go.work finds this version in the repository.
func TestFinalModule(t *testing.T) {
	text := readRoot(t, "render/final/go.mod")
	version := regexp.MustCompile(`(?m)^VERSION \?= (\S+)$`).FindStringSubmatch(readRoot(t, "Makefile"))[1]
	assert.NilError(t, checkRequired(text, version))
	assert.ErrorContains(t, checkRequired(text, "v9.9.9"), "requires "+version+" of this repository; write v9.9.9 there")
	assert.ErrorContains(t, checkRequired(text+"\nreplace "+modulePath+" => ../..\n", version),
		"render/final/go.mod replaces "+modulePath+", and go install refuses that; write it into go.work there")

	work, err := modfile.ParseWork("go.work", []byte(readRoot(t, "render/final/go.work")), nil)
	assert.NilError(t, err)
	assert.Equal(t, len(work.Replace), 1)
	assert.Equal(t, work.Replace[0].Old.String()+" "+work.Replace[0].New.Path, modulePath+"@"+version+" ../..")

	dir := t.TempDir()
	assert.NilError(t, os.CopyFS(dir, os.DirFS(filepath.Join(clone.root, final.folder))))
	for _, args := range [][]string{{"edit", "-replace", modulePath + "=" + clone.root}, {"tidy", "-diff"}} {
		cmd := exec.Command("go", append([]string{"mod"}, args...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		out, err := cmd.CombinedOutput()
		assert.NilError(t, err, "%s", out)
	}
}

func readRoot(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", name))
	assert.NilError(t, err)
	return string(data)
}
