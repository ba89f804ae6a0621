package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// TestInstall holds both states of the lines that tell how to install fluxapp, in a copy of their files: none names a
// version before a release, each names that of the release, and the way back gives the files as they are. Other files
// have no such line.
func TestInstall(t *testing.T) {
	lines, err := readInstalled()
	assert.NilError(t, err)
	current, dir := lines.Released, t.TempDir()
	var files []string
	for _, l := range lines.Lines {
		files = append(files, l.Files...)
	}
	for _, file := range files {
		to := filepath.Join(dir, filepath.FromSlash(file))
		assert.NilError(t, os.MkdirAll(filepath.Dir(to), 0o755))
		assert.NilError(t, os.WriteFile(to, readPage(t, root, file), 0o644))
	}
	assert.DeepEqual(t, unknown(t, root, files), []string(nil))
	for _, version := range []string{"", "v1.2.3-rc.1", "v1.20.3", "", current} {
		lines.Released = version
		assert.NilError(t, lines.write(dir))
		for _, file := range files {
			text := string(readPage(t, dir, file))
			names, clones := strings.Contains(text, command), strings.Contains(text, "git clone")
			isScript := !strings.HasSuffix(file, ".md")
			assert.Check(t, !names || version != "", "%s names a version, and there is none", file)
			assert.Check(t, !clones || version == "", "%s clones, and there is %s", file, version)
			assert.Check(t, !isScript || names != clones, "%s installs nothing", file)
			assert.Check(t, !isScript || version == "" || strings.Contains(text, command+version+"\n"), "%s\n%s", file, text)
			var any map[string]any
			assert.Check(t, !isScript || yaml.Unmarshal([]byte(text), &any) == nil, file)
		}
	}
	for _, file := range files {
		assert.Equal(t, string(readPage(t, dir, file)), string(readPage(t, root, file)), "run make generate")
	}
}

// TestInstallRefused holds that lines which somebody has changed by hand are told.
func TestInstallRefused(t *testing.T) {
	l := installLines{Clone: "go install .", Release: "go install fluxapp@VERSION"}
	for _, text := range []string{"", "go install fluxapp@main", "go install .\ngo install fluxapp@v1.0.0\n"} {
		_, err := l.turn(text, "v1.2.3")
		assert.ErrorContains(t, err, " times the lines that install.yaml turns to\ngo install fluxapp@v1.2.3")
	}
}

// command is what go install calls the command of a version.
const command = "github.com/fluxapp-dev/fluxapp/krmfn/cmd/fluxapp@"

func readPage(t *testing.T, root, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
	assert.NilError(t, err)
	return text
}

// unknown returns the pages, scripts and workflows that install a version of the command, and are not known.
func unknown(t *testing.T, root string, known []string) (files []string) {
	t.Helper()
	assert.NilError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(path, root+string(filepath.Separator)))
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "bin", "node_modules", "testdata"}, d.Name()):
			return fs.SkipDir
		case d.Type().IsRegular() && filepath.Ext(name) != ".go" && !slices.Contains(known, name) &&
			strings.Contains(string(readPage(t, root, name)), command):
			files = append(files, name)
		}
		return nil
	}))
	return files
}
