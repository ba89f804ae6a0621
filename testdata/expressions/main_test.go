package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestTable fails when the table of package render/checks is not what the libraries of the controllers take:
// "go run . ../.." writes it.
func TestTable(t *testing.T) {
	taken, err := probed(controllers())
	assert.NilError(t, err)
	since, err := sinceFlux(controllers(), taken)
	assert.NilError(t, err)
	want, err := file(since)
	assert.NilError(t, err)
	got, err := os.ReadFile("../../" + table)
	assert.NilError(t, err)
	assert.Equal(t, string(got), string(want))

	// What an older library takes and the newest does not is wrong for every Flux: the newest decides.
	var gone []string
	for library := range taken {
		for thing := range taken[library] {
			if !taken[newest][thing] && !slices.Contains(gone, thing) {
				gone = append(gone, thing)
			}
		}
	}
	assert.DeepEqual(t, gone, []string{"function duration int64_to_duration"})
	for line := range strings.Lines(probesText) {
		name, _, isProbe := strings.Cut(line, " | ")
		if isProbe && line[0] != '#' {
			assert.Check(t, taken[newest]["syntax "+name] != strings.HasPrefix(name, "- "), name)
		}
	}
}

// TestSince follows functions through made-up libraries: known by all, since a version, gone and back, by none yet.
func TestSince(t *testing.T) {
	all := []controller{{"a", 6, "1"}, {"a", 7, "2"}, {"a", 8, newest}, {"b", 7, "1"}, {"b", 8, "2"}}
	taken := map[string]map[string]bool{
		"1":    {"function old x": true, "function back x": true},
		"2":    {"function old x": true, "function two x": true},
		newest: {"function old x": true, "function two x": true, "function back x": true, "syntax ` in has": true},
	}
	since, err := sinceFlux(all, taken)
	assert.NilError(t, err)
	assert.DeepEqual(t, since, map[string]map[string]int{
		"two": {"a": 7, "b": 8}, "back": {"a": 8, "b": 0}, "`": {"a": 8, "b": 0},
	})
	taken[newest]["function old y"] = true
	_, err = sinceFlux(all, taken)
	assert.ErrorContains(t, err, "function old y has forms of several versions")
}

// TestControllers expects a row of each controller for each Flux, but those that read no expressions yet, and that each
// library is the one of its file. The newest is that of fluxapp.
func TestControllers(t *testing.T) {
	folders, err := filepath.Glob("../generate/flux/2.*")
	assert.NilError(t, err)
	rows, last := map[string]int{}, controller{}
	for _, c := range controllers() {
		assert.Check(t, c.name != last.name || c.minor == last.minor+1, "%v behind %v", c, last)
		last = c
		rows[c.name]++
		text, err := os.ReadFile(requirements(c.library))
		assert.NilError(t, err)
		assert.Check(t, strings.Contains(string(text), "github.com/google/cel-go v"+c.library+"\n"), c.library)
	}
	assert.DeepEqual(t, rows, map[string]int{"helm-controller": len(folders) - 1, "kustomize-controller": len(folders),
		"notification-controller": len(folders)})
	text, err := os.ReadFile("../../go.mod")
	assert.NilError(t, err)
	assert.Equal(t, regexp.MustCompile(`google/cel-go v(.*)`).FindStringSubmatch(string(text))[1], newest)
}
