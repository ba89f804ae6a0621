package main

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestGroupsOfStandalone holds that the folder of each cluster with a Flux of its own is a group, with a Kustomization
// for that Flux, that groups of a hub may be beside it, and that no cluster more or less changes the others.
func TestGroupsOfStandalone(test *testing.T) {
	test.Parallel()
	for files, file := range map[string]string{"object": "web/gitrepository-web.yaml", "application": "web/objects.yaml"} {
		t := inFolder(test, "apps/web.yaml", clustered("web", "Standalone", "a", "b"))
		fleet(t, fleetSource+", files: "+files)
		first, _ := deliver(t)
		assert.Assert(t, strings.Contains(strings.Join(first, "\n"), "+ a/delivery/kustomization-fleet.yaml"), "%v", first)
		assert.Assert(t, strings.Contains(read(t, "deploy/a/delivery/kustomization-fleet.yaml"), "\n  path: ./deploy/a\n"))
		assert.Equal(t, len(first), 2*len(filesIn(t, "deploy/a")), "nothing is for both")
		assert.Assert(t, strings.Contains(read(t, "deploy/a/kustomization.yaml"), "\n- "+file+"\n"))
		a := contents(t, "deploy/a")

		put(t, "apps/web.yaml", clustered("web", "Standalone", "a", "b", "c"))
		changed, _ := deliver(t)
		for _, name := range changed {
			assert.Assert(t, strings.HasPrefix(name, "+ c/"), name)
		}
		put(t, "apps/hub.yaml", app("shop", "x", "hub"))
		_, errs, code := deploys(t)
		assert.Equal(t, code, exitDocuments)
		assert.Assert(t, strings.Contains(errs, "spec.delivery.groups: is required, because applications are"), errs)
		fleet(t, inGroups(2, ", files: "+files))
		deliver(t)
		assert.DeepEqual(t, contents(t, "deploy/a"), a)

		put(t, "apps/web.yaml", clustered("web", "Standalone", "a", "c"))
		changed, errs = deliver(t)
		for _, name := range changed {
			assert.Assert(t, strings.HasPrefix(name, "- b/"), name)
		}
		assert.Assert(t, strings.Contains(errs, "deploy/b: warning: this folder holds no file any more, and Git keeps no "+
			"empty folder"), errs)
		assert.DeepEqual(t, contents(t, "deploy/a"), a)
	}
}

// TestGroupsOfStandaloneMove holds that the way to delivery and back takes two commits for clusters with a Flux of
// their own too.
func TestGroupsOfStandaloneMove(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "apps/web.yaml", clustered("web", "Standalone", "a", "b"))
	fleet(t, "")
	deliver(t)
	flat := contents(t, "deploy")
	fleet(t, fleetSource)
	held(t, "from the one that applies the folder to fleet")
	held(t, "write only delivery: {next: {groups: 1}} first")
	fleet(t, "next: {groups: 1}")
	deliver(t)
	fleet(t, fleetSource)
	held(t, "the first one uninstalls them when it goes")
	fleet(t, fleetSource+", next: {groups: 0}")
	_, errs := deliver(t)
	assert.Assert(t, strings.Contains(errs, "the second of three commits: 4 objects move"), errs)
	fleet(t, fleetSource)
	deliver(t)
	fleet(t, "")
	held(t, "write only next: {groups: 0} into delivery first")
	fleet(t, fleetSource+", next: {groups: 0}")
	deliver(t)
	fleet(t, "")
	held(t, "write only delivery: {next: {groups: 1}} in this commit too")
	fleet(t, "next: {groups: 1}")
	deliver(t)
	fleet(t, "")
	deliver(t)
	assert.DeepEqual(t, contents(t, "deploy"), flat)
}

// TestGroupsOfStandalonePartly holds that a run over one application begins no delivery of a cluster that has objects
// of others, and changes none, that it may take its own objects from a cluster and to a new one, and what is told of
// it.
func TestGroupsOfStandalonePartly(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "apps/web.yaml", clustered("web", "Standalone", "a", "b"),
		"apps/shop.yaml", clustered("shop", "Standalone", "b", "c"))
	refused := func(delivery, changed, kept string) {
		t.Helper()
		chosen(t, "web", delivery)
		_, errs, code := deploys(t)
		assert.Equal(t, code, exitDocuments, errs)
		assert.Assert(t, strings.Contains(errs, "deploy: "+changed+" would change, and what delivers "+kept+
			" of apps/shop with it"), errs)
	}
	fleet(t, "next: {groups: 1}")
	deliver(t)
	refused(fleetSource+", next: {groups: 0}", "b/delivery/kustomization-fleet.yaml", "b/shop/gitrepository-shop.yaml")
	fleet(t, fleetSource+", next: {groups: 0}")
	deliver(t)
	refused(fleetSource+", next: {groups: 0}, interval: 5m", "b/delivery/kustomization-fleet.yaml",
		"b/shop/gitrepository-shop.yaml")
	refused("next: {groups: 1}", "b/delivery/kustomization-fleet.yaml", "b/shop/gitrepository-shop.yaml")

	fleet(t, fleetSource)
	deliver(t)
	put(t, "apps/web.yaml", clustered("web", "Standalone", "d"))
	chosen(t, "web", fleetSource)
	changed, errs := deliver(t)
	assert.Assert(t, strings.Contains(strings.Join(changed, "\n"), "+ d/delivery/kustomization-fleet.yaml"), "%v", changed)
	assert.Assert(t, strings.Contains(errs, "deleted the Kustomization flux-system/fleet; when it leaves the cluster a, "),
		errs)
	assert.Assert(t, !strings.Contains(errs, "moved the Kustomization"), errs)
	assert.Assert(t, contents(t, "deploy")["b/delivery/kustomization-fleet.yaml"] != "")
}

// TestGroupsOfStandaloneNames holds which names of applications, clusters and folders cannot be beside delivery.
func TestGroupsOfStandaloneNames(t *testing.T) {
	t.Parallel()
	hub := app("shop", "x", "hub")
	for _, c := range []struct {
		name, file, text, hub string
		want                  string
	}{
		{"an application called delivery", "web.yaml", clustered("delivery", "Standalone", "a"), hub,
			"a/delivery is a folder of delivery; give the application or the cluster another name [FA305]"},
		{"a cluster called as a group", "web.yaml", clustered("web", "Standalone", "group-1"), hub,
			"group-1 is a folder of delivery; give the application or the cluster another name [FA305]"},
		{"a cluster called as a group without a cluster", "web.yaml", clustered("web", "Standalone", "group-7"), hub,
			"group-7 is a folder of delivery; give the application or the cluster another name [FA305]"},
		{"a cluster called as a group that there is not", "web.yaml", clustered("web", "Standalone", "group-8"), hub, ""},
		{"a cluster called as a group, without a hub", "web.yaml", clustered("web", "Standalone", "group-1"), "", ""},
		{"a cluster called delivery", "web.yaml", clustered("web", "Standalone", "delivery"), hub,
			"delivery is a folder of delivery; give the application or the cluster another name [FA305]"},
		{"a cluster called delivery, without a hub", "web.yaml", clustered("web", "Standalone", "delivery"), "", ""},
		{"a cluster called as its application", "web.yaml", clustered("web", "Standalone", "web"), hub, ""},
		{"a cluster called hub", "web.yaml", clustered("web", "Standalone", "hub"), hub, "hub is the name of the folder"},
		{"an application of the hub called delivery", "web.yaml", app("delivery", "x", "hub"), hub, ""},
		{"an application of the hub called as a group", "web.yaml", app("group-1", "x", "hub"), hub, ""},
		{"an application of the hub called hub", "web.yaml", app("hub", "x", "hub"), hub, ""},
		{"a document in a folder", "sub/web.yaml", clustered("web", "Standalone", "a"), hub,
			"would be written to sub/a/web/gitrepository-web.yaml, and delivery applies only the folder a to its cluster; " +
				"move its document to the top of the folder that is read [FA240]"},
		{"a document in a folder called as its cluster", "a/web.yaml", clustered("web", "Standalone", "a"), "",
			"would be written to a/a/web/gitrepository-web.yaml, and delivery applies only the folder a to its cluster"},
		{"a document of the hub in a folder", "sub/web.yaml", app("web", "x", "hub"), hub, ""},
		{"what Flux on the hub applies, without a hub that has others", "web.yaml", standalone("web", "hub", "a"), "", ""},
		{"what Flux on the hub applies, with a hub that has others", "web.yaml", standalone("web", "hub", "a"), hub, ""},
	} {
		t.Run(c.name, func(test *testing.T) {
			t := inFolder(test, "apps/"+c.file, c.text)
			if c.hub != "" {
				put(t, "apps/hubs.yaml", c.hub)
			}
			fleet(t, inGroups(7, ""))
			if c.want == "" {
				deliver(t)
				for _, delivery := range []string{inGroups(7, ", files: application, next: {groups: 0}"), "next: {groups: 1}", ""} {
					fleet(t, delivery)
					deliver(t)
				}
				flat := contents(t, "deploy")
				assert.NilError(t, os.RemoveAll(t.path("deploy")))
				deliver(t)
				assert.DeepEqual(t, contents(t, "deploy"), flat)
				return
			}
			changed, errs, code := deploys(t)
			assert.Equal(t, code, exitDocuments, errs)
			assert.Equal(t, len(changed), 0, "%v", changed)
			assert.Assert(t, strings.Contains(errs, c.want), errs)
		})
	}
}

// TestGroupsLostTheirKustomizations holds that files of delivery that somebody has deleted come back, without a word
// about moves: the objects are in the folders of their groups.
func TestGroupsLostTheirKustomizations(test *testing.T) {
	test.Parallel()
	t := groupsFleet(test, inGroups(3, ""))
	deliver(t)
	before := contents(t, "deploy")
	assert.NilError(t, os.RemoveAll(t.path("deploy/delivery")))
	put(t, "apps/shop.yaml", strings.Replace(app("shop", "a", "d"), "10m", "20m", 1))
	_, errs := deliver(t)
	assert.Assert(t, !strings.Contains(errs, "FA607"), errs)
	put(t, "apps/shop.yaml", app("shop", "a", "d"))
	deliver(t)
	assert.DeepEqual(t, contents(t, "deploy"), before)
}
