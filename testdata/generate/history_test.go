package main

import (
	"testing"

	"gotest.tools/v3/assert"
)

// TestChanges looks up what Flux's release notes say of some fields.
func TestChanges(t *testing.T) {
	releases, err := loadReleases()
	assert.NilError(t, err)
	rules, err := readRules(releases)
	assert.NilError(t, err)
	found := map[string]rule{}
	for _, r := range rules {
		found[r.Type+"."+r.Field] = r
	}
	for field, since := range map[string]int{
		"HelmReleaseSpec.interval": 0, "DependencyReference.readyExpr": 7, "HelmReleaseSpec.waitStrategy": 8,
		"KustomizationSpec.ignore": 9, "PostBuild.substituteStrategy": 9, "InstallStrategy.name": 0,
	} {
		assert.Check(t, found[field].Field != "", "no rule for %s", field)
		assert.Check(t, found[field].Since == since, "%s: %d", field, found[field].Since)
	}
	assert.Equal(t, found["CustomHealthCheck.kind"].OptionalSince, 9)
	assert.DeepEqual(t, found["GitRepositorySpec.provider"].EnumSince, map[string]int{"aws": 9})
}
