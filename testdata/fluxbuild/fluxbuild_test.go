package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {namespace: apps, name: "

// folder writes files into a new folder.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		assert.NilError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		assert.NilError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	return dir
}

// TestRun shows that a folder with a kustomization.yaml has what that lists, and any other all objects of all files,
// and that the folders stay as they are. It also shows that the folder for temporary files may be a link.
func TestRun(t *testing.T) {
	link := filepath.Join(t.TempDir(), "link")
	assert.NilError(t, os.Symlink(t.TempDir(), link))
	t.Setenv("TMPDIR", link)
	listed := folder(t, map[string]string{
		"kustomization.yaml": "resources: [a.yaml]\n", "a.yaml": configMap + "a}\n", "b.yaml": configMap + "b}\n",
	})
	all := folder(t, map[string]string{
		"a.yaml": configMap + "a}\n---\n" + configMap + "b}\n", "c/c.yaml": configMap + "c}\n",
	})
	var out strings.Builder
	assert.NilError(t, run([]string{listed, all}, &out))
	var lines []line
	for decoder := json.NewDecoder(strings.NewReader(out.String())); decoder.More(); {
		var one line
		assert.NilError(t, decoder.Decode(&one))
		assert.Assert(t, one.CPUSeconds > 0 && one.PeakMiB > 0, out.String())
		lines = append(lines, one)
	}
	assert.Equal(t, len(lines), 3)
	assert.Assert(t, lines[0].Folder == listed && lines[0].Objects == 1, out.String())
	assert.Assert(t, lines[1].Folder == all && lines[1].Objects == 3, out.String())
	assert.Assert(t, lines[2].Folders == 2 && lines[2].Objects == 4, out.String())
	assert.Assert(t, lines[2].CPUSeconds > max(lines[0].CPUSeconds, lines[1].CPUSeconds), out.String())
	_, err := os.Stat(filepath.Join(all, "kustomization.yaml"))
	assert.Assert(t, os.IsNotExist(err))
}

// TestErrors shows what Flux would not apply.
func TestErrors(t *testing.T) {
	for says, files := range map[string]map[string]string{
		"already registered id":            {"a.yaml": configMap + "a}\n", "b.yaml": configMap + "a}\n"},
		"failed to decode Kubernetes YAML": {"a.yaml": "a: [\n"},
		"no such file or directory":        {"kustomization.yaml": "resources: [absent.yaml]\n"},
		"fs-security-constraint":           {"kustomization.yaml": "resources: [../outside.yaml]\n"},
	} {
		dir := folder(t, files)
		err := run([]string{dir}, &strings.Builder{})
		assert.ErrorContains(t, err, dir+": ")
		assert.ErrorContains(t, err, says)
	}
	assert.Error(t, run(nil, &strings.Builder{}), "name at least one folder")
}

// TestVersions shows that the libraries are those of the kustomize-controller that module e2e runs, and of module
// repositories.
func TestVersions(t *testing.T) {
	versions := func(dir string) string {
		cmd := exec.Command("go", append([]string{"list", "-m", "-f", "{{.Path}} {{.Version}}"}, libraries...)...)
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		out, err := cmd.Output()
		assert.NilError(t, err)
		return string(out)
	}
	for _, other := range []string{"e2e", "repositories"} {
		assert.Equal(t, versions("."), versions(filepath.Join("..", other)), other)
	}
	for line := range strings.Lines(versions(".")) {
		assert.Assert(t, strings.Contains(library(), strings.TrimSpace(line)), library())
	}
}
