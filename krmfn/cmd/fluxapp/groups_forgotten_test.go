package main

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestForgottenConfig checks that a run without the RenderConfig of what delivers takes nothing out of its groups, and
// that --prune-orphans removes both.
func TestForgottenConfig(test *testing.T) {
	t := groupsFleet(test, inGroups(3, ", next: {groups: 0}"))
	deliver(t)
	assert.NilError(t, os.Remove(t.path("fluxapp.yaml")))
	changed, errs, code := deploys(t)
	assert.Equal(t, code, exitDocuments, errs)
	assert.Equal(t, len(changed), 0, "%v", changed)
	assert.Assert(t, strings.Contains(errs, "of flux-system/fleet, which was not read, still applies group-"), errs)
	changed, errs, code = deploys(t, "--prune-orphans")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, len(changed), 6+6+1+5, "%v", changed) // the objects move, and a list and what delivers go
	assert.Assert(t, !strings.Contains(errs, "FA417"), errs)
}
