package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn"
)

func newTestBench(t *testing.T) bench {
	t.Helper()
	b, err := newBench(filepath.Join("..", ".."), 1)
	assert.NilError(t, err)
	t.Cleanup(func() { assert.Check(t, os.RemoveAll(b.dir)) })
	return b
}

// TestMeasure shows that a process is measured by itself: its peak is not that of whoever measures, and its failure is told.
func TestMeasure(t *testing.T) {
	b := newTestBench(t)
	ballast := bytes.Repeat([]byte("x"), 200<<20)
	cost, err := b.measure(os.DevNull, os.DevNull, b.path("fluxapp"), "version")
	assert.NilError(t, err)
	assert.Assert(t, cost.Peak > 1<<20 && cost.Peak < 64<<20 && cost.Wall > 0 && cost.CPU > 0, "%+v", cost)
	assert.Assert(t, len(ballast) > 0)

	_, err = b.measure(os.DevNull, os.DevNull, b.path("fluxapp"), "render", "absent.yaml")
	assert.ErrorContains(t, err, "there is no file, folder or command absent.yaml")
}

// TestYardsticks shows that the yardsticks read what they are given, and all of it.
func TestYardsticks(t *testing.T) {
	b := newTestBench(t)
	file, err := b.write("documents.yaml", documents(3))
	assert.NilError(t, err)
	took, err := b.bareParse(file)
	assert.NilError(t, err)
	assert.Assert(t, took.Wall > 0 && took.CPU > 0)
	broken, err := b.write("broken.yaml", append(documents(3), "---\n{\n"...))
	assert.NilError(t, err)
	_, err = b.bareParse(broken)
	assert.ErrorContains(t, err, "exit status 1")

	list, err := b.write("list.yaml", resourceList(selector(3)))
	assert.NilError(t, err)
	_, err = b.measure(list, b.path("passed.yaml"), b.path("passthrough"))
	assert.NilError(t, err)
	passed, err := os.ReadFile(b.path("passed.yaml"))
	assert.NilError(t, err)
	assert.Equal(t, strings.Count(string(passed), "name: member-"), 2*3)
}

// TestResourceList shows that the function makes the objects, and that its second run has nothing to do.
func TestResourceList(t *testing.T) {
	var first, second, said bytes.Buffer
	assert.Equal(t, krmfn.Run(bytes.NewReader(resourceList(selector(3))), &first, &said), 0, "%s", &said)
	assert.Equal(t, strings.Count(first.String(), "\n- apiVersion: helm.toolkit.fluxcd.io/v2\n"), 3)
	assert.Equal(t, krmfn.Run(bytes.NewReader(first.Bytes()), &second, &said), 0, "%s", &said)
	assert.Equal(t, second.String(), first.String())
}

func TestMachine(t *testing.T) {
	assert.Assert(t, strings.Contains(machine(), "cores, go1."), machine())
}
