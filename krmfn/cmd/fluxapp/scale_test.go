package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// TestScaleExample runs what the Job of examples/scale runs in its pods, and then what its workflow runs on its
// machines, which must find everything up to date, and not any more when a file has changed.
func TestScaleExample(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	dir, err := filepath.Abs(filepath.Join(root, "examples", "scale"))
	assert.NilError(t, err)
	var job struct {
		Spec struct {
			Completions int
			Template    struct {
				Spec struct {
					Containers []struct{ Args []string }
				}
			}
		}
	}
	assert.NilError(t, yaml.Unmarshal([]byte(read(t, filepath.Join(dir, "job.yaml"))), &job))
	workflow := read(t, filepath.Join(dir, "ci.yaml"))
	matrix := regexp.MustCompile(`shard: \[(.*)\]`).FindStringSubmatch(workflow)
	command := regexp.MustCompile(`- run: fluxapp (check .*)\n`).FindStringSubmatch(workflow)
	assert.Assert(t, matrix != nil && command != nil)

	t.chdir(t.TempDir())
	assert.NilError(t, os.Symlink(filepath.Join(dir, "documents"), t.path("documents")))
	for i := range job.Spec.Completions {
		var args []string
		for _, arg := range job.Spec.Template.Spec.Containers[0].Args {
			args = append(args, strings.NewReplacer("$(JOB_COMPLETION_INDEX)", fmt.Sprint(i), "/fleet/", "").Replace(arg))
		}
		_, errs, code := fluxapp(t, "", args...)
		assert.Equal(t, code, exitGood, errs)
	}
	written := filesIn(t, "deploy")
	_, errs, code := fluxapp(t, "", "render", "documents", "-o", "dir=deploy")
	assert.Equal(t, code, exitGood, errs)
	assert.Assert(t, strings.HasSuffix(errs, "\n0 written, 0 changed, 10 unchanged, 0 deleted\n"), errs)
	assert.DeepEqual(t, filesIn(t, "deploy"), written)

	machines := strings.Split(matrix[1], ", ")
	check := func() (failed int) {
		for _, shard := range machines {
			args := strings.Fields(strings.ReplaceAll(command[1], "${{ matrix.shard }}", shard))
			if _, _, code := fluxapp(t, "", args...); code != exitGood {
				failed++
			}
		}
		return failed
	}
	assert.Equal(t, check(), 0)
	assert.NilError(t, os.Remove(t.path("deploy/group-1/agent/objects.yaml")))
	assert.Equal(t, check(), 1)
	_, _, code = fluxapp(t, "",
		strings.Fields(strings.ReplaceAll(command[1], "${{ matrix.shard }}", fmt.Sprint(len(machines))))...)
	assert.Equal(t, code, exitCommand) // so that the matrix has all of them
}
