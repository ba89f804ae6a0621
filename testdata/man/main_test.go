package main

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

// TestUpToDate holds that the man pages in krmfn/man are those of the command.
func TestUpToDate(t *testing.T) {
	const committed = "../../krmfn/man"
	dir := t.TempDir()
	assert.NilError(t, generate(dir))
	made, kept := pages(t, dir), pages(t, committed)
	assert.Assert(t, len(made) >= 6, "pages are missing: %v", made)
	assert.DeepEqual(t, kept, made) // else run make generate
}

// pages returns the files of a folder.
func pages(t *testing.T, dir string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	files, err := filepath.Glob(filepath.Join(dir, "*.1"))
	assert.NilError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		texts[filepath.Base(file)] = string(text)
	}
	return texts
}
