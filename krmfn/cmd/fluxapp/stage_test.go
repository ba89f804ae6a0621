package main

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// clustersAtOnce are more clusters than the files for which a run waits one by one (100).
func clustersAtOnce() (names []string) {
	for i := range 120 {
		names = append(names, fmt.Sprintf("c%03d", i))
	}
	return names
}

// TestManyFiles writes more files than a run waits for one by one: into a new folder, again after some have changed,
// and when all go.
func TestManyFiles(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", app("a", clustersAtOnce()...))
	_, errs, code := fluxapp(t, "", "-o", "dir=out", "a.yaml")
	assert.Equal(t, errs, "120 written, 0 changed, 0 unchanged, 0 deleted\n")
	assert.Equal(t, code, exitGood)
	const one, two = "out/a/c007/kustomization-a-c007-web.yaml", "out/a/c008/kustomization-a-c008-web.yaml"
	before := snapshot(t, "out")
	put(t, one, strings.Replace(read(t, one), "10m", "99m", 1)) // of the same size
	put(t, two, strings.Replace(read(t, two), "10m", "9m", 1))
	_, errs, _ = fluxapp(t, "", "-o", "dir=out", "a.yaml")
	assert.Equal(t, errs, "0 written, 2 changed, 118 unchanged, 0 deleted\n")
	assert.Equal(t, snapshot(t, "out"), before)
	put(t, "a.yaml", strings.ReplaceAll(app("a", clustersAtOnce()...), "10m", "20m"))
	_, errs, _ = fluxapp(t, "", "-o", "dir=out", "a.yaml")
	assert.Equal(t, errs, "0 written, 120 changed, 0 unchanged, 0 deleted\n")
	assert.Equal(t, snapshot(t, "out"), strings.ReplaceAll(before, "10m", "20m"))
}

// TestFileOfTheSameSize checks that a file with as many bytes as the object's is not taken for it.
func TestFileOfTheSameSize(test *testing.T) {
	test.Parallel()
	const one, two = "out/a/one/kustomization-a-one-web.yaml", "out/a/two/kustomization-a-two-web.yaml"
	t := inFolder(test, "a.yaml", app("a", "one", "two"))
	good(t, "-o", "dir=out", "a.yaml")
	before := snapshot(t, "out")
	put(t, one, read(t, two)) // fluxapp wrote it, for another place
	_, errs, _ := fluxapp(t, "", "-o", "dir=out", "a.yaml")
	assert.Equal(t, errs, one+": info: moved the Kustomization apps/a-two-web to a/two/kustomization-a-two-web.yaml; on "+
		"the hub it stays [FA416]\n0 written, 1 changed, 1 unchanged, 0 deleted\n")
	assert.Equal(t, snapshot(t, "out"), before)

	put(t, one, strings.Replace(read(t, one), "rendered-from", "rendered_from", 1))
	_, errs, code := fluxapp(t, "", "-o", "dir=out", "a.yaml")
	assert.Assert(t, code == exitDocuments &&
		strings.Contains(errs, one[len("out/"):]+" is there, and fluxapp did not write it"), errs)
}
