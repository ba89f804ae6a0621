package conformance

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
)

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	_, err := Load(dir)
	assert.ErrorContains(t, err, "no CRDs in")
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "crd.yaml"), []byte("specs: {}\n"), 0o644))
	_, err = Load(dir)
	assert.ErrorContains(t, err, `unknown field "specs"`)
}
