package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn"
)

// TestPrograms builds the programs once for the tests that run them.
func TestPrograms(t *testing.T) {
	b, err := newBench(filepath.Join("..", ".."), 1, 1)
	assert.NilError(t, err)
	defer func() { assert.Check(t, os.RemoveAll(b.dir)) }()
	b.few, b.many = 12, 24
	for name, test := range map[string]func(*testing.T, bench){
		"measure": testMeasure, "yardsticks": testYardsticks, "commands": testCommands, "against": testAgainst,
		"others": testOthers, "delivery": testDelivery,
	} {
		t.Run(name, func(t *testing.T) { test(t, b) })
	}
}

// testMeasure shows that a process is measured by itself: its peak is not the peak of whoever measures, and its failure
// is told.
func testMeasure(t *testing.T, b bench) {
	ballast := bytes.Repeat([]byte("x"), 200<<20)
	cost, err := b.measure(os.DevNull, os.DevNull, b.path("fluxapp"), "version")
	assert.NilError(t, err)
	assert.Assert(t, cost.Peak > 1<<20 && cost.Peak < 64<<20 && cost.Wall > 0 && cost.CPU > 0, "%+v", cost)
	assert.Assert(t, len(ballast) > 0)

	_, err = b.measure(os.DevNull, os.DevNull, b.path("fluxapp"), "render", "absent.yaml")
	assert.ErrorContains(t, err, "there is no file or folder absent.yaml")
}

// testYardsticks shows that the yardsticks read what they are given, and all of it.
func testYardsticks(t *testing.T, b bench) {
	clusters := fleetDocuments(kubeSphereCluster)(b.fleet(3))
	file, err := b.write("documents.yaml", clusters)
	assert.NilError(t, err)
	took, err := b.parses(file).measure()
	assert.NilError(t, err)
	assert.Assert(t, took.Wall > 0 && took.CPU > 0)
	broken, err := b.write("broken.yaml", append(clusters, "---\n{\n"...))
	assert.NilError(t, err)
	_, err = b.parses(broken).measure()
	assert.ErrorContains(t, err, "exit status 1")

	list, err := b.write("list.yaml", resourceList(selector(fleetOf(1, 3))))
	assert.NilError(t, err)
	_, err = b.measure(list, b.path("passed.yaml"), b.path("passthrough"))
	assert.NilError(t, err)
	passed, err := os.ReadFile(b.path("passed.yaml"))
	assert.NilError(t, err)
	assert.Equal(t, strings.Count(string(passed), "-kubeconfig"), 3)
}

// TestResourceList shows that the function makes the objects, and that its second run has nothing to do.
func TestResourceList(t *testing.T) {
	var first, second, said bytes.Buffer
	assert.Equal(t, krmfn.Run(bytes.NewReader(resourceList(selector(fleetOf(1, 3)))), &first, &said), 0, "%s", &said)
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
	targets := 1 + len(documents) // the exponent, and the memory of each
	for _, d := range documents {
		for _, target := range []float64{d.few, d.many} {
			if target > 0 {
				targets++
			}
		}
	}
	assert.Equal(t, len(rows), targets)
	for _, d := range documents {
		assert.Assert(t, strings.Contains(text, "| "+d.name+" | 12 | ") &&
			strings.Contains(text, "| "+d.name+" | 24 | "), text)
	}
}

// testAgainst shows that an older program is compared by turns, and that one that prints something else is not
// compared.
func testAgainst(t *testing.T, b bench) {
	rows, err := b.against(b.path("fluxapp"))
	assert.NilError(t, err)
	assert.Equal(t, len(rows), 2*len(documents))
	assert.NilError(t, os.Remove(b.path("old")))
	_, err = b.against(b.path("nothing"))
	assert.ErrorContains(t, err, "the older fluxapp prints something else")
}

// testOthers shows that the other rows can be measured, and that rendering into a folder changes what it is to change.
func testOthers(t *testing.T, b bench) {
	for _, c := range []struct {
		measure func() ([]row, error)
		rows    int
	}{{b.fallback, 4}, {b.folders, 3}, {b.manyFiles, 2}, {b.small, 3}, {b.function, 2}, {b.compares, 3},
		{b.summarizes, 1}} {
		rows, err := c.measure()
		assert.NilError(t, err)
		assert.Equal(t, len(rows), c.rows)
	}
	kept, err := filepath.Glob(filepath.Join(b.path("copied-0"), "podinfo", "*", "*.yaml"))
	assert.NilError(t, err)
	assert.Equal(t, len(kept), b.few)
	one, err := exec.Command("diff", "-rq", b.path("copied-0"), b.path("deploy-0")).Output()
	assert.ErrorContains(t, err, "exit status 1") // there is a difference
	assert.Equal(t, bytes.Count(one, []byte("\n")), 1, "%s", one)
}

// TestRare shows that what is left to the library means the same.
func TestRare(t *testing.T) {
	text := string(explicit(fleetOf(1, 3)))
	for _, r := range rare {
		changed := strings.Replace(text, r.old, r.new, 1)
		assert.Assert(t, changed != text)
		assert.Equal(t, printed(t, []byte(changed)), printed(t, []byte(text)))
	}
}
