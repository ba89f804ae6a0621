package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// limited writes the RenderConfig fleet with limits that allow no change.
func limited(t testFolder, delivery string) {
	t.Helper()
	fleet(t, delivery)
	put(t, "fluxapp.yaml", strings.Replace(read(t, "fluxapp.yaml"), "spec: {",
		"spec: {limits: {maxChanged: 0, maxDeleted: 0, maxReinstalled: 0}, ", 1))
}

// TestGroupsAndLimits holds that limits count neither marks nor moves nor what delivers, and that a workload that
// changes in the same commit is counted once.
func TestGroupsAndLimits(test *testing.T) {
	test.Parallel()
	for _, files := range []string{"object", "application"} {
		t := groupsFleet(test, "")
		deliver(t)
		with := func(groups int, more string) string { return inGroups(groups, ", files: "+files+more) }
		for _, delivery := range []string{
			"next: {groups: 3}", with(3, ""), with(3, ", artifacts: true, interval: 1h"), with(3, ", next: {groups: 2}"),
			with(2, ""), with(2, ", next: {groups: 0}"), "",
		} {
			limited(t, delivery)
			_, errs := deliver(t)
			assert.Assert(t, !strings.Contains(errs, "FA60") || strings.Contains(errs, "info: "), errs)
		}
		limited(t, "next: {groups: 3}")
		deliver(t)
		limited(t, with(3, ""))
		put(t, "apps/shop.yaml", strings.Replace(app("shop", "a", "d"), "10m", "20m", 1))
		acknowledge := held(t, "this change affects workloads on 1 of 5 clusters of all applications (a)")
		out, _, _ := fluxapp(t, "", "diff", "--rendered", "deploy", "apps")
		assert.Equal(t, "--acknowledge="+digestIn(t, out), acknowledge)
		deliver(t, acknowledge)
	}
}

// TestGroupsInRevisions holds that a comparison with a revision and one with the rendered files tell the same of marks
// and of moves.
func TestGroupsInRevisions(test *testing.T) {
	test.Parallel()
	t := repository(test, "apps/web.yaml", app("web", "a", "b", "hub", "c"), "apps/shop.yaml", app("shop", "a", "d"))
	same := func(want ...string) {
		t.Helper()
		for _, compared := range [][]string{{"--base", "HEAD", "apps"}, {"--rendered", "deploy", "apps"}} {
			out, errs, _ := fluxapp(t, "", append([]string{"diff"}, compared...)...)
			for _, text := range want {
				assert.Assert(t, strings.Contains(out+errs, text), "%v: no %q in\n%s%s", compared, text, out, errs)
			}
		}
		deploys(t)
		commit(t)
	}
	fleet(t, "")
	deliver(t)
	commit(t)
	fleet(t, "next: {groups: 3}")
	same("6 objects changed; 0 unchanged",
		"metadata.annotations[kustomize.toolkit.fluxcd.io/prune]: (none) → disabled")
	fleet(t, inGroups(3, ""))
	same("4 created", "the second of two commits: 6 objects move to another Kustomization",
		"flux-system/fleet-group-1 to flux-system/fleet-group-3, flux-system/fleet-hub")
	fleet(t, inGroups(3, ", next: {groups: 4}"))
	same("1 object changed", "Kustomization apps/web-b-web of apps/web on b", "(none) → disabled")
	fleet(t, inGroups(4, ""))
	same("created: Kustomization flux-system/fleet-group-4 of flux-system/fleet",
		"the second of two commits: 1 object moves to another Kustomization")
	fleet(t, inGroups(4, ", next: {groups: 0}"))
	same("6 objects changed")
	fleet(t, "")
	same("5 objects deleted", "the second of two commits: 6 objects move",
		"what it still applies goes with it, and what another Kustomization applies stays")
}
