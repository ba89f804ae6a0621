package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
)

// shardsInto renders all shards into the folder parts, side by side, and returns what they said.
func shardsInto(t testFolder, shards int, args ...string) (said []string) {
	t.Helper()
	said = make([]string, shards)
	var runs sync.WaitGroup
	for i := range said {
		runs.Go(func() {
			_, errs, code := fluxapp(t, "", append([]string{"render", "apps", "-o", "dir=parts",
				fmt.Sprintf("--shard=%d/%d", i, shards)}, args...)...)
			said[i] = fmt.Sprintf("%d\n%s", code, errs)
		})
	}
	runs.Wait()
	return said
}

// TestGroupsOfShards holds that the runs of all shards, side by side, make the folder that one run makes, at each step:
// with groups that come and go, with another layout, and back to a flat folder.
func TestGroupsOfShards(test *testing.T) {
	test.Parallel()
	clusters := []string{"a", "b", "c", "d", "e", "f", "g", "h", "hub"}
	for _, files := range []string{"object", "application"} {
		with := func(groups int, more string) string { return inGroups(groups, ", files: "+files+more) }
		t := inFolder(test, "apps/web.yaml", "", "apps/shop.yaml", app("shop", "a", "d"), "apps/own.yaml",
			clustered("own", "Standalone", "a", "x", "z"))
		for step, c := range []struct {
			clusters []string
			delivery string
		}{
			{clusters, ""},
			{clusters, "next: {groups: 7}"},
			{clusters, with(7, ", next: {groups: 0}")},
			{clusters, with(7, "")},
			{clusters[:7], with(7, "")},
			{clusters[2:], with(7, ", artifacts: true")},
			{clusters[2:], with(7, ", artifacts: true, next: {groups: 3}")},
			{clusters[2:], with(3, ", artifacts: true")},
			{clusters[2:], with(3, ", next: {groups: 0}")},
			{clusters[2:], "next: {groups: 1}"},
			{clusters[2:], ""},
		} {
			put(t, "apps/web.yaml", app("web", c.clusters...))
			fleet(t, strings.Replace(c.delivery, "path: ./deploy", "path: ./fleet", 1))
			_, errs, code := fluxapp(t, "", "render", "apps", "-o", "dir=whole")
			assert.Equal(t, code, exitGood, "step %d: %s", step, errs)
			for _, errs := range shardsInto(t, 3) {
				assert.Assert(t, strings.HasPrefix(errs, "0\n"), "step %d: %s", step, errs)
			}
			assert.DeepEqual(t, contents(t, "parts"), contents(t, "whole"))
			for i := range 3 {
				_, errs, code := fluxapp(t, "", "check", "apps", "--rendered", "parts", fmt.Sprintf("--shard=%d/3", i))
				assert.Equal(t, code, exitGood, errs)
			}
		}
	}
}

// TestGroupsOfEveryCase holds for all cases that render without options that the shards of a run with groups are
// together what one run writes, that rendering again changes nothing, and that a flat folder is what it was before.
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
				assert.Assert(t, strings.Contains(errs, "FA305"), errs)
				return
			}
			count++
			whole := contents(t, "whole")
			for _, errs := range shardsInto(t, 2) {
				assert.Assert(t, strings.HasPrefix(errs, "0\n"), errs)
			}
			assert.DeepEqual(t, contents(t, "parts"), whole)
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
