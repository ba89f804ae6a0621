package main

import (
	"os"
	"testing"

	"gotest.tools/v3/assert"
)

// TestConstants checks that the constants are up to date.
func TestConstants(t *testing.T) {
	const root = "../../.."
	files, err := constants(root)
	assert.NilError(t, err)
	for name, want := range files {
		got, err := os.ReadFile(root + "/" + name)
		assert.NilError(t, err)
		assert.Equal(t, string(got), string(want), "run make generate")
	}
}
