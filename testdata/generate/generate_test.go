package main

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

// TestGenerated holds that the generated files in package schema are what make generate writes.
func TestGenerated(t *testing.T) {
	files, err := generate()
	assert.NilError(t, err)
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", "..", "schema", name))
		assert.NilError(t, err)
		assert.Assert(t, string(got) == string(want), "%s is not up to date; run make generate", name)
	}
}
