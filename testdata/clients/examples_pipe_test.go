package clients

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// pipe is what the README of kpt-render shows.
const pipe = `set -o pipefail; kpt fn source "$1" | fluxapp | kpt fn sink "$2"`

// TestPipe holds that the binary between source and sink does what it does in eval, in another folder.
func TestPipe(t *testing.T) {
	need(t, "kpt")
	need(t, "bash")
	dir := example(t, "kpt-render")
	assert.NilError(t, os.RemoveAll(filepath.Join(dir, ".expected"))) // which kpt does not copy
	before := files(t, dir)
	once, twice := filepath.Join(t.TempDir(), "once"), filepath.Join(t.TempDir(), "twice")
	mustRun(t, dir, "bash", "-c", pipe, "pipe", ".", once)
	assert.DeepEqual(t, files(t, dir), before)
	mustRun(t, dir, "bash", "-c", pipe, "pipe", once, twice)
	assert.DeepEqual(t, files(t, twice), files(t, once))

	mustRun(t, dir, "kpt", "fn", "eval", ".", "--exec", "fluxapp")
	want := files(t, dir)
	assert.Equal(t, len(want), len(before)+3)
	for _, name := range []string{".krmignore", "README.md"} { // only resources go through a pipe
		delete(want, name)
	}
	assert.DeepEqual(t, files(t, once), want)

	breakExample(t, dir)
	_, _, err := run(t, dir, "bash", "-c", pipe, "pipe", ".", filepath.Join(t.TempDir(), "out"))
	assert.ErrorContains(t, err, "exit status 1")
}

// breakExample makes app.yaml wrong.
func breakExample(t *testing.T, dir string) {
	t.Helper()
	edit(t, filepath.Join(dir, "app.yaml"), "interval: ", "intervall: ")
}

// edit replaces a text that stands in a file.
func edit(t *testing.T, file, old, text string) {
	t.Helper()
	data, err := os.ReadFile(file)
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(string(data), old), "%s holds no %q", file, old)
	assert.NilError(t, os.WriteFile(file, []byte(strings.ReplaceAll(string(data), old, text)), 0o644))
}
