package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// pinned is an action of a commit, with its version for readers.
var pinned = regexp.MustCompile(`^[a-z/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`)

// TestWorkflows holds what the workflows of this repository may do: they read, and only the job that releases writes;
// actions of others are those of a commit, and each make target is there.
func TestWorkflows(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	assert.NilError(t, err)
	assert.Equal(t, len(files), 3)
	makefile, err := os.ReadFile("../../Makefile")
	assert.NilError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		var w struct {
			Permissions map[string]string
			Jobs        map[string]struct{ Permissions map[string]string }
		}
		assert.NilError(t, yaml.Unmarshal(data, &w))
		assert.DeepEqual(t, w.Permissions, map[string]string{"contents": "read"})
		for name, job := range w.Jobs {
			assert.Assert(t, len(job.Permissions) == 0 || name == "release", name)
		}
		for _, use := range regexp.MustCompile(`uses: (.*)`).FindAllStringSubmatch(string(data), -1) {
			assert.Assert(t, pinned.MatchString(use[1]), "%s: %s", file, use[1])
		}
		targets := regexp.MustCompile(`\bmake (?:-C \S+ )?([a-z0-9-]+)`).FindAllStringSubmatch(string(data), -1)
		for _, target := range targets {
			assert.Assert(t, strings.Contains(string(makefile), "\n"+target[1]+":"), "%s: no target %s", file, target[1])
		}
		assert.Assert(t, len(targets) > 0, file)
	}
}
