package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// renamed changes the name or namespace of the RenderConfig.
func renamed(t testFolder, metadata string) {
	t.Helper()
	put(t, "fluxapp.yaml", strings.Replace(read(t, "fluxapp.yaml"), "name: fleet, namespace: flux-system", metadata, 1))
}

// TestGroupsNeedAName holds that a RenderConfig with delivery has a name, after which its Kustomizations are called.
func TestGroupsNeedAName(test *testing.T) {
	test.Parallel()
	for metadata, want := range map[string]string{
		"namespace: flux-system": "fluxapp.yaml:3:11: metadata.name: is required with delivery; the Kustomizations of the " +
			"groups are named after it [FA107]",
		"name: fleet": "fluxapp.yaml:4:18: spec.delivery.namespace: is required, because the RenderConfig has none in its " +
			"metadata; write the namespace of the Kustomizations [FA107]",
	} {
		t := groupsFleet(test, inGroups(3, ""))
		renamed(t, metadata)
		changed, errs, code := deploys(t)
		assert.Equal(t, code, exitDocuments)
		assert.Equal(t, len(changed), 0, "%v", changed)
		assert.Assert(t, strings.Contains(errs, want), errs)
	}
}

// TestGroupsOfAnotherConfig holds that a folder has the Kustomizations of one RenderConfig: two of them would take the
// objects from each other. Those of a RenderConfig that is called otherwise now are replaced on request, and held.
func TestGroupsOfAnotherConfig(test *testing.T) {
	test.Parallel()
	for metadata, want := range map[string]string{
		"name: other, namespace: flux-system": "deploy: the Kustomization flux-system/other-group-1 cannot be " +
			"written: delivery/kustomization-fleet-group-1.yaml of flux-system/fleet, which was not read, applies " +
			"group-1 too, and two Kustomizations take objects from each other; give the RenderConfig the name " +
			"fleet again; --prune-orphans replaces that one [FA402]",
		"name: fleet, namespace: other": "deploy: the Kustomization other/fleet-group-1 cannot be written: " +
			"delivery/kustomization-fleet-group-1.yaml of flux-system/fleet, which was not read, applies group-1 too, and two",
	} {
		t := groupsFleet(test, inGroups(3, ""))
		deliver(t)
		renamed(t, metadata)
		changed, errs, code := deploys(t)
		assert.Equal(t, code, exitDocuments)
		assert.Equal(t, len(changed), 0, "%v", changed)
		assert.Assert(t, strings.Contains(errs, want), errs)

		acknowledge := held(t, "6 objects move to another Kustomization", "--prune-orphans")
		held(t, "write only next: {groups: 0} into delivery first",
			"--prune-orphans")
		deliver(t, "--prune-orphans", acknowledge)
		plain := contents(t, "deploy")
		assert.Assert(t, !strings.Contains(fmt.Sprint(plain), "flux-system/fleet\n"), "%v", plain)

		fleet(t, inGroups(3, ""))
		held(t, "6 objects move", "--prune-orphans")
		renamed(t, metadata)
		fleet(t, inGroups(3, ", next: {groups: 0}"))
		renamed(t, metadata)
		deliver(t)
		fleet(t, inGroups(3, ""))
		held(t, "the first one uninstalls them when it goes", "--prune-orphans")
		fleet(t, inGroups(3, ", next: {groups: 0}"))
		_, errs = deliver(t, "--prune-orphans")
		assert.Assert(t, strings.Contains(errs, "the second of three commits: 6 objects move"), errs)
	}
}

// TestGroupsInAnotherNamespace holds that another namespace of the Kustomizations is a move, and which commit makes it
// safe.
func TestGroupsInAnotherNamespace(test *testing.T) {
	test.Parallel()
	t := groupsFleet(test, inGroups(3, ""))
	deliver(t)
	fleet(t, inGroups(3, ", namespace: other"))
	held(t, "6 objects move to another Kustomization (as the Kustomization apps/shop-a-web from "+
		"flux-system/fleet-group-3 to other/fleet-group-3)")
	held(t, "write only next: {groups: 0} into delivery first")
	fleet(t, inGroups(3, ", next: {groups: 0}"))
	deliver(t)
	fleet(t, inGroups(3, ", namespace: other"))
	held(t, "the first one uninstalls them when it goes")
	fleet(t, inGroups(3, ", namespace: other, next: {groups: 0}"))
	changed, errs := deliver(t)
	assert.Equal(t, len(changed), 4, "%v", changed)
	assert.Assert(t, strings.Contains(errs, "the second of three commits: 6 objects move"), errs)
	fleet(t, inGroups(3, ", namespace: other"))
	changed, _ = deliver(t)
	assert.Equal(t, len(changed), 6, "%v", changed)
}

// TestGroupsOtherFields holds that other fields of delivery change what delivers, and move nothing.
func TestGroupsOtherFields(test *testing.T) {
	test.Parallel()
	t := groupsFleet(test, inGroups(3, ""))
	deliver(t)
	for _, c := range []struct {
		delivery string
		changed  int
	}{
		{inGroups(3, ", interval: 1h, timeout: 2m, serviceAccountName: deployer"), 4},
		{inGroups(3, ", artifacts: true"), 4 + 2}, // and its ArtifactGenerator with the list
		{inGroups(3, ""), 4 + 2},
		{strings.Replace(inGroups(3, ""), "GitRepository", "OCIRepository", 1), 4},
		{strings.Replace(inGroups(3, ""), "path: ./deploy", "path: deploy/", 1), 4},
	} {
		fleet(t, c.delivery)
		changed, errs := deliver(t)
		assert.Equal(t, len(changed), c.changed, "%s: %v", c.delivery, changed)
		for _, name := range changed {
			ofDelivery := strings.HasPrefix(name[2:], "delivery/") || name == "~ kustomization.yaml"
			assert.Assert(t, ofDelivery, name)
		}
		assert.Assert(t, !strings.Contains(errs, "FA607"), errs)
	}
}

// chosen writes the RenderConfig fleet for one application.
func chosen(t testFolder, application, delivery string) {
	t.Helper()
	fleet(t, delivery)
	put(t, "fluxapp.yaml", strings.Replace(read(t, "fluxapp.yaml"), "{delivery:",
		"{applications: ["+application+"], delivery:", 1))
}

// TestGroupsOfChosenApplications holds that a run over one application leaves the groups of the others, with their
// files, Kustomizations and lists.
func TestGroupsOfChosenApplications(test *testing.T) {
	test.Parallel()
	for _, files := range []string{"object", "application"} {
		test.Run(files, func(test *testing.T) {
			test.Parallel()
			three := inGroups(3, ", files: "+files)
			t := groupsFleet(test, three)
			deliver(t)
			for _, application := range []string{"web", "apps/shop"} {
				chosen(t, application, three)
				changed, _ := deliver(t)
				assert.Equal(t, len(changed), 0, "%v", changed)
			}
			put(t, "apps/shop.yaml", app("shop", "a"))
			chosen(t, "web", three)
			changed, _ := deliver(t)
			assert.Equal(t, len(changed), 0, "%v", changed)
		})
	}
}

// TestGroupsOfWhatIsNotChosen holds that a run over one application changes nothing of what delivers the others, that
// every door that knows the folder says so, and that a run over all of them may.
func TestGroupsOfWhatIsNotChosen(test *testing.T) {
	test.Parallel()
	three := inGroups(3, "")
	for name, delivery := range map[string]string{
		"fewer groups":      inGroups(2, ""),
		"more groups":       inGroups(4, ""),
		"artifacts":         inGroups(3, ", artifacts: true"),
		"interval":          inGroups(3, ", interval: 5m"),
		"another source":    strings.Replace(three, "name: fleet", "name: other", 1),
		"another path":      strings.Replace(three, "./deploy", "./other", 1),
		"another namespace": inGroups(3, ", namespace: other, next: {groups: 0}"),
		"no delivery":       "next: {groups: 3}",
	} {
		test.Run(name, func(test *testing.T) {
			test.Parallel()
			t := groupsFleet(test, inGroups(3, ", next: {groups: 0}"))
			deliver(t)
			chosen(t, "web", delivery)
			const want = "with it; render all applications in one run, without applications in the RenderConfig [FA240]"
			changed, errs, code := deploys(t)
			assert.Equal(t, code, exitDocuments, errs)
			assert.Equal(t, len(changed), 0, "%v", changed)
			assert.Assert(t, strings.Contains(errs, want), errs)
			for _, args := range []string{"check apps --rendered deploy", "diff apps --rendered deploy"} {
				_, errs, code := fluxapp(t, "", strings.Fields(args)...)
				assert.Assert(t, code != exitGood && strings.Contains(errs, want), "%s: %d %s", args, code, errs)
			}
			fleet(t, delivery)
			_, errs, code = deploys(t)
			assert.Equal(t, code, exitGood, errs)
		})
	}
}

// TestGroupsOfChosenApplicationsMarked holds that a run over one application does not take the artifacts of the others
// away, although all objects are marked for the move: each Kustomization would be left without its source.
func TestGroupsOfChosenApplicationsMarked(test *testing.T) {
	test.Parallel()
	t := groupsFleet(test, inGroups(3, ", artifacts: true, next: {groups: 1}"))
	deliver(t)
	chosen(t, "web", inGroups(1, ", artifacts: true"))
	changed, errs, code := deploys(t)
	assert.Equal(t, code, exitDocuments, errs)
	assert.Equal(t, len(changed), 0, "%v", changed)
	assert.Assert(t, strings.Contains(errs, "deploy: delivery/kustomization-fleet-group-3.yaml would change, and what "+
		"delivers group-3/shop/a/kustomization-shop-a-web.yaml of apps/shop with it; render all applications in one "+
		"run, without applications in the RenderConfig [FA240]"), errs)
	fleet(t, inGroups(1, ", artifacts: true"))
	deliver(t)
}

// TestGroupsOfUnreadApplications holds that a run over some documents does not change what delivers the others, that
// --prune-orphans lets it, and that a new application comes and goes.
func TestGroupsOfUnreadApplications(test *testing.T) {
	test.Parallel()
	t := groupsFleet(test, inGroups(3, ", next: {groups: 0}"))
	put(t, "apps/late.yaml", app("late", "a"))
	deliver(t)
	for _, name := range []string{"shop", "late"} {
		assert.NilError(t, os.Remove(t.path("apps/"+name+".yaml")))
	}
	fleet(t, inGroups(2, ", next: {groups: 0}"))
	changed, errs, code := deploys(t)
	assert.Equal(t, code, exitDocuments, errs)
	assert.Equal(t, len(changed), 0, "%v", changed)
	assert.Assert(t, strings.Contains(errs, "of apps/late with it; read its document too, or --prune-orphans removes "+
		"its objects [FA240]"), errs)
	deliver(t, "--prune-orphans")
}

// TestGroupsOfFolders holds where documents in folders, and in several ones of a command line, have their files.
func TestGroupsOfFolders(test *testing.T) {
	test.Parallel()
	for _, files := range []string{"object", "application"} {
		t := groupsFleet(test, inGroups(3, ", files: "+files))
		deliver(t)
		assert.NilError(t, os.Remove(t.path("apps/shop.yaml")))
		put(t, "apps/x/y/shop.yaml", app("shop", "a", "d"))
		put(t, "apps/group-2/late.yaml", app("late", "a"))
		_, errs := deliver(t)
		assert.Assert(t, !strings.Contains(errs, "FA607"), "their Kustomization is the same: %s", errs)
		assert.Assert(t, contents(t, "deploy")["group-3/x/y/"+fileOf(files, "", "shop", "d")] != "")
		assert.Assert(t, contents(t, "deploy")["group-3/group-2/"+fileOf(files, "", "late", "a")] != "")
		one := contents(t, "deploy")

		put(t, "other/more.yaml", app("more", "a", "hub"))
		_, errs, code := fluxapp(t, "", "render", "apps", "other", "-o", "dir=deploy")
		assert.Equal(t, code, exitGood, errs)
		both := contents(t, "deploy")
		assert.Equal(t, len(both), len(one)+2)
		_, errs, code = fluxapp(t, "", "render", "other", "apps", "-o", "dir=deploy")
		assert.Equal(t, code, exitGood, errs)
		assert.DeepEqual(t, contents(t, "deploy"), both)
		_, errs, code = fluxapp(t, "", "render", "other", "-o", "dir=deploy")
		assert.Equal(t, code, exitGood, errs)
		assert.DeepEqual(t, contents(t, "deploy"), both)
	}
}

// TestGroupsOfDeletedApplications holds that an application whose document is gone leaves its groups on request, and
// that the last one takes what delivers with it.
func TestGroupsOfDeletedApplications(test *testing.T) {
	test.Parallel()
	for _, files := range []string{"object", "application"} {
		t := groupsFleet(test, inGroups(3, ", files: "+files))
		deliver(t)
		before := contents(t, "deploy")
		assert.NilError(t, os.Remove(t.path("apps/shop.yaml")))
		_, errs := deliver(t)
		assert.Assert(t, strings.Contains(errs, "of apps/shop, which was not read; --prune-orphans removes them"), errs)
		assert.DeepEqual(t, contents(t, "deploy"), before)
		_, errs = deliver(t, "--prune-orphans")
		assert.Equal(t, len(contents(t, "deploy")), len(before)-map[string]int{"object": 2, "application": 1}[files])
		assert.Equal(t, strings.Count(errs, "deleted the Kustomization apps/shop-"), 2, errs)

		assert.NilError(t, os.Remove(t.path("apps/web.yaml")))
		acknowledge := held(t, "this change deletes workloads of apps/web", "--prune-orphans")
		_, errs, code := deploys(t, "--prune-orphans", acknowledge)
		assert.Equal(t, code, exitGood, errs)
		assert.Equal(t, len(contents(t, "deploy")), 0)
		assert.Equal(t, strings.Count(errs, "FA417"), 1, errs)
	}
}

// TestGroupsBesideAFlatFolder holds that the new list of what delivers has the files, too, that the run does not render
// and that Flux applied without it, except those of others than the Flux of the hub.
func TestGroupsBesideAFlatFolder(test *testing.T) {
	test.Parallel()
	t := groupsFleet(test, "next: {groups: 3}")
	put(t, "apps/own.yaml", clustered("own", "Standalone", "x"))
	deliver(t)
	chosen(t, "web", inGroups(3, ""))
	deliver(t)
	const delivering = "resources:\n- delivery/kustomization-fleet-group-1.yaml\n- " +
		"delivery/kustomization-fleet-group-2.yaml\n- delivery/kustomization-fleet-group-3.yaml\n- " +
		"delivery/kustomization-fleet-hub.yaml\n"
	assert.Equal(t, resourcesOf(read(t, "deploy/kustomization.yaml")), delivering+
		"- shop/a/kustomization-shop-a-web.yaml\n- shop/d/kustomization-shop-d-web.yaml\n")

	fleet(t, inGroups(3, ", next: {groups: 0}"))
	deliver(t)
	assert.Equal(t, resourcesOf(read(t, "deploy/kustomization.yaml")), delivering)
}
