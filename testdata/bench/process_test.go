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

// TestPrograms builds the programs once for the tests that run them.
func TestPrograms(t *testing.T) {
	b, err := newBench(filepath.Join("..", ".."), 1)
	assert.NilError(t, err)
	defer func() { assert.Check(t, os.RemoveAll(b.dir)) }()
	b.few, b.many = 12, 24
	for name, test := range map[string]func(*testing.T, bench){
		"measure": testMeasure, "yardsticks": testYardsticks, "commands": testCommands, "against": testAgainst,
	} {
		t.Run(name, func(t *testing.T) { test(t, b) })
	}
}

// testMeasure shows that a process is measured by itself: its peak is not that of whoever measures, and its failure is told.
func testMeasure(t *testing.T, b bench) {
	ballast := bytes.Repeat([]byte("x"), 200<<20)
	cost, err := b.measure(os.DevNull, os.DevNull, b.path("fluxapp"), "version")
	assert.NilError(t, err)
	assert.Assert(t, cost.Peak > 1<<20 && cost.Peak < 64<<20 && cost.Wall > 0 && cost.CPU > 0, "%+v", cost)
	assert.Assert(t, len(ballast) > 0)

	_, err = b.measure(os.DevNull, os.DevNull, b.path("fluxapp"), "render", "absent.yaml")
	assert.ErrorContains(t, err, "there is no file, folder or command absent.yaml")
}

// testYardsticks shows that the yardsticks read what they are given, and all of it.
func testYardsticks(t *testing.T, b bench) {
	file, err := b.write("documents.yaml", clusterDocuments(3))
	assert.NilError(t, err)
	took, err := b.bareParse(file)
	assert.NilError(t, err)
	assert.Assert(t, took.Wall > 0 && took.CPU > 0)
	broken, err := b.write("broken.yaml", append(clusterDocuments(3), "---\n{\n"...))
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

// testCommands shows that all documents are measured, and that the table has them with few and with many clusters.
func testCommands(t *testing.T, b bench) {
	text, rows, err := b.commands()
	assert.NilError(t, err)
	assert.Equal(t, len(rows), 2*len(documents)+1)
	for _, d := range documents {
		assert.Assert(t, strings.Contains(text, "| "+d.name+" | 12 | ") && strings.Contains(text, "| "+d.name+" | 24 | "), text)
	}
}

// testAgainst shows that an older program is compared by turns, and that one that prints something else is not compared.
func testAgainst(t *testing.T, b bench) {
	rows, err := b.against(b.path("fluxapp"))
	assert.NilError(t, err)
	assert.Equal(t, len(rows), 2*len(documents))
	assert.NilError(t, os.Remove(b.path("old")))
	_, err = b.against(b.path("nothing"))
	assert.ErrorContains(t, err, "the older fluxapp prints something else")
}
