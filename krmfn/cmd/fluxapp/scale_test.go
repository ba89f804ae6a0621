package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestScaleExample renders examples/scale, and runs what its workflow runs, which must find everything up to date, and
// not any more when a file has gone.
func TestScaleExample(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	dir, err := filepath.Abs(filepath.Join(root, "examples", "scale"))
	assert.NilError(t, err)
	command := regexp.MustCompile(`- run: fluxapp (check .*)\n`).FindStringSubmatch(read(t, filepath.Join(dir, "ci.yaml")))
	assert.Assert(t, command != nil)

	t.chdir(t.TempDir())
	assert.NilError(t, os.Symlink(filepath.Join(dir, "documents"), t.path("documents")))
	for _, want := range []string{"10 written, 0 changed, 0 unchanged", "0 written, 0 changed, 10 unchanged"} {
		_, errs, code := fluxapp(t, "", "render", "documents", "-o", "dir=deploy")
		assert.Equal(t, code, exitGood, errs)
		assert.Assert(t, strings.HasSuffix(errs, "\n"+want+", 0 deleted\n"), errs)
	}
	_, errs, code := fluxapp(t, "", strings.Fields(command[1])...)
	assert.Equal(t, code, exitGood, errs)
	assert.NilError(t, os.Remove(t.path("deploy/group-1/agent/objects.yaml")))
	_, errs, code = fluxapp(t, "", strings.Fields(command[1])...)
	assert.Equal(t, code, exitDocuments, errs)
}
