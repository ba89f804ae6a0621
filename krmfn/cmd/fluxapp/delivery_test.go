package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestDeliveryExample runs what the workflow of examples/oci-delivery runs: the folder that it pushes holds the
// objects of the documents and nothing else, whatever was delivered before, and a second run leaves every byte as it
// is.
func TestDeliveryExample(test *testing.T) {
	test.Parallel()
	dir, err := filepath.Abs(filepath.Join(root, "examples", "oci-delivery"))
	assert.NilError(test, err)
	commands := regexp.MustCompile(`- run: fluxapp (.*)\n`).
		FindAllStringSubmatch(readSource(test, filepath.Join(dir, "ci.yaml")), -1)
	assert.Equal(test, len(commands), 2)
	t := inFolder(test, "documents/old.yaml", app("old", "berlin"))
	runAll := func() map[string]string {
		for _, command := range commands {
			_, errs, code := fluxapp(t, "", strings.Fields(command[1])...)
			assert.Equal(t, code, exitGood, errs)
		}
		files := map[string]string{}
		for _, file := range filesIn(t, "deploy") {
			files[filepath.ToSlash(file)] = read(t, file)
		}
		return files
	}
	assert.Equal(t, len(runAll()), 1)

	assert.NilError(t, os.RemoveAll(t.path("documents")))
	assert.NilError(t, os.Symlink(dir, t.path("documents")))
	delivered := runAll()
	var objects strings.Builder
	for _, file := range []string{
		"deploy/podinfo/ocirepository-podinfo.yaml",
		"deploy/podinfo/berlin/helmrelease-podinfo-berlin-podinfo.yaml",
		"deploy/podinfo/tokyo/helmrelease-podinfo-tokyo-podinfo.yaml",
	} {
		objects.WriteString("---\n" + delivered[file])
	}
	assert.Equal(t, objects.String(), read(t, filepath.Join(dir, ".expected", "out.yaml")))
	assert.Equal(t, len(delivered), 3)
	assert.DeepEqual(t, runAll(), delivered)
}
