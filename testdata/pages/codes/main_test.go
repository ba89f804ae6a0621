package main

import (
	"os"
	"testing"

	"gotest.tools/v3/assert"
)

// TestConstants checks that the constants are up to date.
func TestConstants(t *testing.T) {
	const root = "../../.."
	for pkg := range folders {
		want, err := constants(root, pkg)
		assert.NilError(t, err)
		got, err := os.ReadFile(root + "/" + codesFile(pkg))
		assert.NilError(t, err)
		assert.Equal(t, string(got), string(want), "run make generate")
	}
}
