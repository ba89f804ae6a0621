package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// clustersAtOnce are more clusters than the files for which a run waits one by one.
func clustersAtOnce() (names []string) {
	for i := range syncedTogether + 20 {
		names = append(names, fmt.Sprintf("c%03d", i))
	}
	return names
}

// TestManyFiles writes more files than a run waits for one by one: into a new folder, again after some have changed,
// and when all go.
func TestManyFiles(t *testing.T) {
	inFolder(t, "a.yaml", app("a", clustersAtOnce()...))
	_, errs, code := fluxapp("", "-o", "dir=out", "a.yaml")
	assert.Equal(t, errs, "120 written, 0 changed, 0 unchanged, 0 deleted\n")
	assert.Equal(t, code, exitGood)
	const one, two = "out/a/c007/kustomization-a-c007-web.yaml", "out/a/c008/kustomization-a-c008-web.yaml"
	before := snapshot(t, "out")
	put(t, one, strings.Replace(read(t, one), "10m", "99m", 1)) // of the same size
	put(t, two, read(t, two)+"# mine\n")
	_, errs, _ = fluxapp("", "-o", "dir=out", "a.yaml")
	assert.Equal(t, errs, "0 written, 2 changed, 118 unchanged, 0 deleted\n")
	assert.Equal(t, snapshot(t, "out"), before)
	put(t, "a.yaml", strings.ReplaceAll(app("a", clustersAtOnce()...), "10m", "20m"))
	_, errs, _ = fluxapp("", "-o", "dir=out", "a.yaml")
	assert.Equal(t, errs, "0 written, 120 changed, 0 unchanged, 0 deleted\n")
	assert.Equal(t, snapshot(t, "out"), strings.ReplaceAll(before, "10m", "20m"))
}

// TestNewFolderOfAnotherShard plans a run into a folder that does not exist, which another run makes before the first
// has written.
func TestNewFolderOfAnotherShard(t *testing.T) {
	inFolder(t, "a.yaml", app("a", "one", "two"))
	p := planned(t, "a.yaml")
	put(t, "out/a/three/kustomization-a-three-web.yaml", hubYAML)
	assert.NilError(t, p.apply())
	assert.DeepEqual(t, filesIn(t, "out"), []string{"out/a/one/kustomization-a-one-web.yaml",
		"out/a/three/kustomization-a-three-web.yaml", "out/a/two/kustomization-a-two-web.yaml"})
	_, err := os.Stat("out/" + staging)
	assert.Assert(t, os.IsNotExist(err))
}

// TestFailureAfterNewFolder checks that a run that fails after it has moved a new folder removes its own files from
// there, and no others.
func TestFailureAfterNewFolder(t *testing.T) {
	inFolder(t, "in/a.yaml", app("a", "one", "two"), "in/b.yaml", app("b", "zoo"), "out/b/mine.txt", "")
	before := snapshot(t, "out")
	in, err := readFiles([]string{"in"}, nil)
	assert.NilError(t, err)
	result, err := render.Render(in.docs, render.Options{})
	assert.NilError(t, err)
	targets, err := placeFiles(in, result)
	assert.NilError(t, err)
	for _, others := range []string{"", "out/a/three/x.yaml"} {
		p, err := newPlan("out", targets, rendering{files: in}.outputs())
		assert.NilError(t, err)
		put(t, "out/b/zoo/kustomization-b-zoo-web.yaml/x", "")
		assert.NilError(t, p.create())
		assert.NilError(t, p.stage())
		assert.ErrorContains(t, p.swap(), "kustomization-b-zoo-web.yaml")
		_, err = os.Stat("out/a/two/kustomization-a-two-web.yaml")
		assert.NilError(t, err) // it was moved
		if others != "" {
			put(t, others, "")
		}
		assert.NilError(t, p.restore())
		p.close()
		assert.NilError(t, os.RemoveAll("out/b/zoo"))
		if others != "" {
			assert.Equal(t, read(t, others), "")
			assert.NilError(t, os.RemoveAll("out/a"))
		}
		assert.Equal(t, snapshot(t, "out"), before)
	}
}

// TestFileOfTheSameSize checks that a file with as many bytes as the object's is not taken for it.
func TestFileOfTheSameSize(t *testing.T) {
	const one, two = "out/a/one/kustomization-a-one-web.yaml", "out/a/two/kustomization-a-two-web.yaml"
	inFolder(t, "a.yaml", app("a", "one", "two"))
	good(t, "-o", "dir=out", "a.yaml")
	before := snapshot(t, "out")
	put(t, one, read(t, two)) // fluxapp wrote it, for another place
	_, errs, _ := fluxapp("", "-o", "dir=out", "a.yaml")
	assert.Equal(t, errs, "0 written, 1 changed, 1 unchanged, 0 deleted\n")
	assert.Equal(t, snapshot(t, "out"), before)

	put(t, one, strings.Replace(read(t, one), "rendered-from", "rendered_from", 1))
	_, errs, code := fluxapp("", "-o", "dir=out", "a.yaml")
	assert.Assert(t, code == exitDocuments &&
		strings.Contains(errs, one[len("out/"):]+" is there, and fluxapp did not write it"), errs)
}

// TestOwnersOfObjects checks for the objects of all cases that a file with the text of an object has the owner that
// the object has: such files are not parsed.
func TestOwnersOfObjects(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	objects := 0
	for _, file := range files {
		result, err := render.Render(schema.Parse("in.yaml", []byte(read(t, file))), render.Options{})
		if err != nil {
			continue
		}
		for _, o := range result.Objects {
			objects++
			d, _ := renderedFile("x.yaml", o.YAML())
			assert.Assert(t, d != nil, "%s: %s %s", file, o.Kind(), o.Name())
			assert.Equal(t, ownerOf(d.Root()), ownerOf(o.Tree()), "%s: %s %s", file, o.Kind(), o.Name())
		}
	}
	assert.Assert(t, objects > 1000, objects)
}
