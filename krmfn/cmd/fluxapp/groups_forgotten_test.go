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
	held(t, "of flux-system/fleet, which was not read, still applies ")
	changed, _ := deliver(t, "--prune-orphans")
	assert.Assert(t, strings.Contains(strings.Join(changed, "\n"), "- kustomization.yaml"), "%v", changed)
}
