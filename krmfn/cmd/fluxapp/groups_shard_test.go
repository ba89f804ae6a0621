package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestGroupsOfEveryCase holds for all cases that render without options that rendering a run with groups again changes
// nothing, and that a flat folder is what it was before.
func TestGroupsOfEveryCase(test *testing.T) {
	test.Parallel()
	inputs, err := filepath.Glob(filepath.Join(root, "testdata", "cases", "*", "*", "in.yaml"))
	assert.NilError(test, err)
	count, every := 0, 1
	if testing.Short() {
		every = 10
	}
	for i, input := range inputs {
		_, noOutput := os.Stat(filepath.Join(filepath.Dir(input), "out.yaml"))
		_, hasOptions := os.Stat(filepath.Join(filepath.Dir(input), "options.yaml"))
		_, hasConfig := os.Stat(filepath.Join(filepath.Dir(input), "config.yaml"))
		if noOutput != nil || hasOptions == nil || hasConfig == nil || i%every != 0 {
			continue
		}
		test.Run(filepath.Base(filepath.Dir(input)), func(test *testing.T) {
			t := inFolder(test, "apps/in.yaml", readSource(test, input))
			fleet(t, "")
			if _, _, code := fluxapp(t, "", "render", "apps", "-o", "dir=flat"); code != exitGood {
				return // one file for two objects, or none
			}
			flat := contents(t, "flat")
			delivery := strings.Replace(inGroups(2, ", files: application"), "path: ./deploy", "path: ./fleet", 1)
			fleet(t, delivery)
			if _, errs, code := fluxapp(t, "", "render", "apps", "-o", "dir=whole"); code != exitGood {
				assert.Assert(t, strings.Contains(errs, "FA305") || strings.Contains(errs, "FA241"), errs)
				return
			}
			count++
			_, errs, code := fluxapp(t, "", "check", "apps", "--rendered", "whole")
			assert.Equal(t, code, exitGood, errs)
			for _, next := range []string{delivery + ", next: {groups: 0}", "next: {groups: 1}", ""} {
				fleet(t, next)
				_, errs, code := fluxapp(t, "", "render", "apps", "-o", "dir=whole")
				assert.Equal(t, code, exitGood, errs)
			}
			assert.DeepEqual(t, contents(t, "whole"), flat)
		})
	}
	assert.Assert(test, count > 200/every, "%d", count)
}
