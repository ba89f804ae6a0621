package main

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

const fleetSource = "sourceRef: {kind: GitRepository, name: fleet}, path: ./deploy"

// fleet writes the RenderConfig fleet, with some fields of delivery; empty is none.
func fleet(t testFolder, delivery string) {
	t.Helper()
	spec := "{strict: false}"
	if delivery != "" {
		spec = "{delivery: {" + delivery + "}}"
	}
	put(t, "fluxapp.yaml", "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n"+
		"metadata: {name: fleet, namespace: flux-system}\nspec: "+spec+"\n")
}

// inGroups is the delivery of a hub's clusters in groups.
func inGroups(groups int, more string) string {
	return fmt.Sprintf("%s, groups: %d%s", fleetSource, groups, more)
}

// deploys renders into the folder deploy, and returns what that did to its files, sorted: + of a new file, - of a
// deleted one, and ~ of a changed one.
func deploys(t testFolder, args ...string) (changed []string, errs string, code int) {
	t.Helper()
	assert.NilError(t, os.MkdirAll(t.path("deploy"), 0o755))
	before := contents(t, "deploy")
	_, errs, code = fluxapp(t, "", append([]string{"render", "apps", "-o", "dir=deploy"}, args...)...)
	after := contents(t, "deploy")
	for name, text := range after {
		if earlier, existed := before[name]; !existed {
			changed = append(changed, "+ "+name)
		} else if earlier != text {
			changed = append(changed, "~ "+name)
		}
	}
	for name := range before {
		if _, stays := after[name]; !stays {
			changed = append(changed, "- "+name)
		}
	}
	slices.SortFunc(changed, func(a, b string) int { return strings.Compare(a[2:], b[2:]) })
	return changed, errs, code
}

// deliver is deploys for a run that must succeed. A second run must change nothing.
func deliver(t testFolder, args ...string) (changed []string, errs string) {
	t.Helper()
	changed, errs, code := deploys(t, args...)
	assert.Equal(t, code, exitGood, errs)
	again, errsAgain, code := deploys(t)
	assert.Equal(t, code, exitGood, errsAgain)
	assert.Equal(t, len(again), 0, "%v", again)
	_, errsAgain, code = fluxapp(t, "", "check", "apps", "--rendered", "deploy")
	assert.Equal(t, code, exitGood, errsAgain)
	return changed, errs
}

// held runs a render that must be refused and change nothing, and returns the digest that acknowledges it.
func held(t testFolder, want string, args ...string) (acknowledge string) {
	t.Helper()
	changed, errs, code := deploys(t, args...)
	assert.Equal(t, code, exitDocuments, errs)
	assert.Equal(t, len(changed), 0, "%v", changed)
	assert.Assert(t, strings.Contains(errs, want), errs)
	return "--acknowledge=" + digestIn(t, errs)
}

// The clusters of these tests, in three groups: c is alone in group-2, e would be alone in group-1, and the others are
// in group-3. Of four groups, b is in group-4. Of two, a is in group-1, and the others are where they would be.
func groupsFleet(tb testing.TB, delivery string) testFolder {
	t := inFolder(tb, "apps/web.yaml", app("web", "a", "b", "hub", "c"), "apps/shop.yaml", app("shop", "a", "d"))
	fleet(t, delivery)
	return t
}

// fileOf is the file of the object of an application and a cluster in a group.
func fileOf(files, group, application, cluster string) string {
	switch {
	case files == "application":
		return path.Join(group, application, "objects.yaml")
	case cluster == "hub":
		return path.Join(group, application, cluster, "kustomization-"+application+"-web.yaml")
	}
	return path.Join(group, application, cluster, "kustomization-"+application+"-"+cluster+"-web.yaml")
}

// TestGroups holds what each step of a fleet in groups changes in the folder: the files of one group.
func TestGroups(test *testing.T) {
	test.Parallel()
	for _, files := range []string{"object", "application"} {
		test.Run(files, func(test *testing.T) {
			test.Parallel()
			t := groupsFleet(test, inGroups(3, ", files: "+files))
			of := func(sign, group, application, cluster string) string {
				return sign + " " + fileOf(files, group, application, cluster)
			}
			first, _ := deliver(t)
			want := []string{
				"+ delivery/kustomization-fleet-group-1.yaml", "+ delivery/kustomization-fleet-group-2.yaml",
				"+ delivery/kustomization-fleet-group-3.yaml", "+ delivery/kustomization-fleet-hub.yaml",
				"+ group-1/kustomization.yaml", of("+", "group-2", "web", "c"), of("+", "group-3", "shop", "a"),
				of("+", "group-3", "shop", "d"), of("+", "group-3", "web", "a"), of("+", "group-3", "web", "b"),
				of("+", "hub", "web", "hub"), "+ kustomization.yaml",
			}
			assert.DeepEqual(t, first, slices.Compact(want))
			assert.Equal(t, resourcesOf(read(t, "deploy/group-1/kustomization.yaml")), "resources: []\n")
			assert.Equal(t, resourcesOf(read(t, "deploy/kustomization.yaml")), "resources:\n"+
				"- delivery/kustomization-fleet-group-1.yaml\n- delivery/kustomization-fleet-group-2.yaml\n"+
				"- delivery/kustomization-fleet-group-3.yaml\n- delivery/kustomization-fleet-hub.yaml\n")

			put(t, "apps/web.yaml", app("web", "a", "b", "hub", "c", "e"))
			changed, errs := deliver(t)
			assert.DeepEqual(t, changed, []string{"- group-1/kustomization.yaml", of("+", "group-1", "web", "e")})
			assert.Assert(t, !strings.Contains(errs, "FA416"), errs)

			put(t, "apps/web.yaml", app("web", "a", "hub", "c", "e"))
			changed, _ = deliver(t)
			gone := of("-", "group-3", "web", "b")
			if files == "application" {
				gone = of("~", "group-3", "web", "a")
			}
			assert.DeepEqual(t, changed, []string{gone})

			put(t, "apps/web.yaml", app("web", "a", "hub", "c"))
			changed, errs = deliver(t)
			assert.DeepEqual(t, changed, []string{"+ group-1/kustomization.yaml", of("-", "group-1", "web", "e")})
			assert.Assert(t, !strings.Contains(errs, "FA417"), errs)
		})
	}
}

func resourcesOf(kustomization string) string {
	return kustomization[strings.Index(kustomization, "resources:"):]
}

// TestGroupsFilesChange holds that another kind of files moves no object to another Kustomization, and is not held.
func TestGroupsFilesChange(test *testing.T) {
	test.Parallel()
	t := groupsFleet(test, inGroups(3, ""))
	deliver(t)
	objects := contents(t, "deploy")
	fleet(t, inGroups(3, ", files: application"))
	changed, errs := deliver(t)
	assert.Equal(t, len(changed), 4+6, "%v", changed)
	assert.Assert(t, strings.Contains(errs, "moved the Kustomization apps/web-c-web to group-2/web/objects.yaml"), errs)
	fleet(t, inGroups(3, ""))
	deliver(t)
	assert.DeepEqual(t, contents(t, "deploy"), objects)
}

// TestGroupsMove holds that a move between Kustomizations is held, that its digest or the commit before lets it go, and
// that a dry run and the comparison of documents say the same.
func TestGroupsMove(test *testing.T) {
	test.Parallel()
	for _, files := range []string{"object", "application"} {
		test.Run(files, func(test *testing.T) {
			test.Parallel()
			three, four := inGroups(3, ", files: "+files), inGroups(4, ", files: "+files)
			t := groupsFleet(test, three)
			deliver(t)
			put(t, "before/fluxapp.yaml", read(t, "fluxapp.yaml"))
			for _, name := range []string{"web", "shop"} {
				put(t, "before/"+name+".yaml", read(t, "apps/"+name+".yaml"))
			}
			fleet(t, four)
			put(t, "apps/fluxapp.yaml", read(t, "fluxapp.yaml"))
			const way = "1 object moves to another Kustomization (as the Kustomization apps/web-b-web from " +
				"fleet-group-3 to fleet-group-4)"
			held(t, way+", and the first one uninstalls what the second one lacks; write only next: {groups: 4} "+
				"into delivery first", "--dry-run")
			acknowledge := held(t, way)
			for _, compared := range [][]string{
				{"diff", "before", "apps"},
				{"diff", "--base", "before", "apps"},
				{"diff", "--rendered", "deploy", "apps"},
			} {
				out, errs, _ := fluxapp(t, "", compared...)
				assert.Assert(t, strings.Contains(out, way), out+errs)
				assert.Equal(t, "--acknowledge="+digestIn(t, out), acknowledge, "%v", compared)
			}
			assert.NilError(t, os.Remove(t.path("apps/fluxapp.yaml")))
			flat := contents(t, "deploy")
			changed, errs := deliver(t, acknowledge)
			assert.Assert(t, strings.Contains(errs, "[FA605]"), errs)
			moved := contents(t, "deploy")
			assert.Equal(t, len(changed), 4, "%v", changed)

			for name := range moved {
				assert.NilError(t, os.Remove(t.path("deploy/"+name)))
			}
			for name, text := range flat {
				put(t, "deploy/"+name, text)
			}
			fleet(t, three+", next: {groups: 4}")
			marked, errs := deliver(t)
			assert.DeepEqual(t, marked, []string{"~ " + fileOf(files, "group-3", "web", "b")})
			assert.Assert(t, strings.Contains(errs, "1 object will move"), errs)
			assert.Equal(t, strings.Count(read(t, "deploy/"+marked[0][2:]), "kustomize.toolkit.fluxcd.io/prune: disabled"), 1)
			fleet(t, four)
			changed, errs = deliver(t)
			assert.Equal(t, len(changed), 4, "%v", changed)
			assert.Assert(t, strings.Contains(errs, "the second of two commits: 1 object moves"), errs)
			assert.DeepEqual(t, contents(t, "deploy"), moved)
		})
	}
}

// TestGroupsComeAndGo holds the way from a flat folder to groups, and back.
func TestGroupsComeAndGo(test *testing.T) {
	test.Parallel()
	for _, files := range []string{"object", "application"} {
		test.Run(files, func(test *testing.T) {
			test.Parallel()
			three := inGroups(3, ", files: "+files)
			t := groupsFleet(test, "")
			deliver(t)
			flat := contents(t, "deploy")

			fleet(t, three)
			held(t, "from the one that applies the folder to fleet-group-3")
			held(t, "write only delivery: {next: {groups: 3}} first")
			fleet(t, "next: {groups: 3}")
			marked, _ := deliver(t)
			assert.Equal(t, len(marked), 6, "%v", marked)
			fleet(t, three)
			_, errs := deliver(t)
			assert.Assert(t, strings.Contains(errs, "the second of two commits: 6 objects move"), errs)
			for name, text := range contents(t, "deploy") {
				assert.Assert(t, !strings.Contains(text, "toolkit.fluxcd.io/prune"), name)
			}

			fleet(t, "")
			held(t, "from fleet-group-3 to the one that applies the folder")
			held(t, "write only next: {groups: 0} into delivery first")
			fleet(t, three+", next: {groups: 0}")
			deliver(t)
			fleet(t, "")
			_, errs = deliver(t)
			assert.DeepEqual(t, contents(t, "deploy"), flat)
			assert.Assert(t, strings.Contains(errs, "deleted the Kustomization flux-system/fleet-group-1; when it leaves the "+
				"hub, what it still applies goes with it, and what another Kustomization applies stays [FA416]"), errs)
			needed := strings.Contains(errs, "FA417")
			assert.Assert(t, !needed, "no Kustomization needs the folders of the groups any more: %s", errs)
		})
	}
}
