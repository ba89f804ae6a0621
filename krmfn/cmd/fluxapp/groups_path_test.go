package main

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestGroupsInAWorkTree holds that the path of delivery is the written folder where that is in a work tree of git, and
// that other sources, and folders in no work tree, may have any path.
func TestGroupsInAWorkTree(test *testing.T) {
	const wrong = "spec.delivery.path: the folder that is written is ./deploy of this repository, and Flux would look " +
		"for it in \"./fleet\"; write path: ./deploy [FA240]"
	for _, c := range []struct {
		from, to string
		isTree   bool
		refused  bool
	}{
		{"", "", true, false},
		{"./deploy", "deploy/", true, false},
		{"./deploy", "./fleet", true, true},
		{"./deploy", "./fleet", false, false},
		{"kind: GitRepository, name: fleet}, path: ./deploy", "kind: Bucket, name: fleet}, path: ./fleet", true, false},
	} {
		t := groupsFleet(test, strings.Replace(inGroups(3, ""), c.from, c.to, 1))
		if c.isTree {
			assert.NilError(t, os.Mkdir(t.path(".git"), 0o755))
		}
		_, errs, code := deploys(t)
		assert.Equal(t, code == exitDocuments && strings.Contains(errs, wrong), c.refused, "%+v: %s", c, errs)
		assert.Equal(t, code == exitGood, !c.refused, "%+v: %s", c, errs)
	}
}
