package main

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

const ownKustomization = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [mine.yaml]\n"

// TestGroupsBesideFilesOfTheirUser holds that files of the user's stay, and that none keeps Flux from applying the
// files of a group: its Kustomization would delete these.
func TestGroupsBesideFilesOfTheirUser(t *testing.T) {
	t.Parallel()
	const hides = " only, and not the files of the group; remove it [FA403]"
	for _, c := range []struct {
		name, file, text string
		more             bool // the group gets its first cluster
		want             string
	}{
		{"a manifest", "group-3/mine.yaml", "a: b", false, ""},
		{"a manifest of an application", "group-3/web/a/mine.yaml", "a: b", false, ""},
		{"a manifest in the folder of what delivers", "delivery/mine.yaml", "a: b", false, ""},
		{"a list in a group", "group-3/kustomization.yaml", ownKustomization, false,
			"the list cannot be written: Flux would apply the entries of group-3/kustomization.yaml" + hides},
		{"a list of another name in a group", "group-3/kustomization.yml", ownKustomization, false,
			"the list cannot be written: Flux would apply the entries of group-3/kustomization.yml" + hides},
		{"a list for the hub", "hub/Kustomization", ownKustomization, false,
			"the list cannot be written: Flux would apply the entries of hub/Kustomization" + hides},
		{"a list in an empty group", "group-1/kustomization.yaml", ownKustomization, false,
			"deploy/group-1/kustomization.yaml: the list cannot be written: it is there, and fluxapp did not write it; "},
		{"a list in a group that is not empty any more", "group-1/kustomization.yaml", ownKustomization, true, hides},
		{"a list of the rendered folder", "kustomization.yaml", ownKustomization, false,
			"deploy/kustomization.yaml: the list cannot be written: it is there, and fluxapp did not write it; "},
		{"a list of the rendered folder with another name", "kustomization.yml", ownKustomization, false,
			"kustomization.yml is there, and kustomize does not build both; "},
		{"a list in a folder of the user's own", "mine/kustomization.yaml", ownKustomization, false, ""},
	} {
		t.Run(c.name, func(test *testing.T) {
			t := groupsFleet(test, inGroups(3, ""))
			deliver(t)
			put(t, "deploy/"+c.file, c.text)
			if c.more {
				put(t, "apps/web.yaml", app("web", "a", "b", "hub", "c", "e"))
			}
			if c.want == "" {
				deliver(t)
				fleet(t, inGroups(3, ", next: {groups: 0}"))
				deliver(t)
				fleet(t, "")
				deliver(t)
				assert.Equal(t, read(t, "deploy/"+c.file), c.text)
				return
			}
			changed, errs, code := deploys(t)
			assert.Equal(t, code, exitDocuments, errs)
			assert.Equal(t, len(changed), 0, "%v", changed)
			assert.Assert(t, strings.Contains(errs, c.want), errs)
		})
	}
}

// TestGroupsListEntries holds that entries that a user adds to the lists of delivery stay, and that those in the list
// of a group without files are an error as soon as it has some.
func TestGroupsListEntries(test *testing.T) {
	test.Parallel()
	t := groupsFleet(test, inGroups(3, ""))
	deliver(t)
	put(t, "deploy/mine.yaml", "a: b")
	put(t, "deploy/kustomization.yaml", read(t, "deploy/kustomization.yaml")+"- mine.yaml # my own\n")
	put(t, "deploy/group-1/mine.yaml", "a: b")
	put(t, "deploy/group-1/kustomization.yaml",
		strings.Replace(read(t, "deploy/group-1/kustomization.yaml"), "resources: []", "resources:\n- mine.yaml", 1))
	changed, _ := deliver(t)
	assert.Equal(t, len(changed), 0, "%v", changed)

	fleet(t, inGroups(3, ", artifacts: true"))
	deliver(t)
	root := read(t, "deploy/kustomization.yaml")
	assert.Assert(t, strings.HasSuffix(root, "- mine.yaml # my own\n"), root)
	assert.Assert(t, strings.Contains(root, "- delivery/artifactgenerator-fleet.yaml\n"), root)

	put(t, "apps/web.yaml", app("web", "a", "b", "hub", "c", "e"))
	changed, errs, code := deploys(t)
	assert.Equal(t, code, exitDocuments, errs)
	assert.Equal(t, len(changed), 0, "%v", changed)
	assert.Assert(t, strings.Contains(errs, "not the files of the group; remove it [FA403]"), errs)
	assert.NilError(t, os.Remove(t.path("deploy/group-1/kustomization.yaml")))
	deliver(t)

	fleet(t, inGroups(3, ", next: {groups: 0}"))
	deliver(t)
	fleet(t, "")
	deliver(t)
	assert.Equal(t, resourcesOf(read(t, "deploy/kustomization.yaml")), "resources:\n- mine.yaml # my own\n")
}

// TestGroupsBrokenFiles holds that the file of an application gets back what it has lost, keeps what is another's, and
// is an obstacle where it cannot be read.
func TestGroupsBrokenFiles(t *testing.T) {
	t.Parallel()
	const file = "deploy/group-3/shop/objects.yaml"
	const foreign = "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\n"
	const taken = "deploy: the Kustomization apps/shop-a-web cannot be written: group-3/shop/objects.yaml is there, and " +
		"fluxapp did not write it"
	for _, c := range []struct {
		name   string
		breaks func(text string) string
		stays  bool   // the file is right as it is
		want   string // the obstacle; empty where the file is restored
	}{
		{"a comment", func(text string) string { return "# mine\n" + text }, true, ""},
		{"the last object cut off", func(text string) string { return text[:strings.LastIndex(text, "---\n")] }, false, ""},
		{"cut off in a spec", func(text string) string { return text[:strings.LastIndex(text, "  targetNamespace")] }, false,
			""},
		{"cut off at the beginning", func(text string) string { return text[:30] }, false, taken},
		{"empty", func(string) string { return "" }, false, taken},
		{"conflict markers", func(text string) string { return "<<<<<<< HEAD\n" + text + "=======\n>>>>>>> other\n" }, false,
			file + ": is no YAML that can be read, in line 2"},
		{"an object of another application", func(text string) string {
			return text + "---\n" + strings.ReplaceAll(text, "apps/shop", "apps/web")
		}, false, file + ": holds the Kustomization apps/shop-a-web of apps/web, which writes nothing to"},
		{"twice without a marker", func(text string) string { return text + text }, false, "a map has a key twice"},
		{"an object of the user's", func(text string) string { return text + foreign }, true, ""},
		{"an object without the annotation", func(text string) string {
			return strings.Replace(text, "    fluxapp.dev/rendered-from: apps/shop\n", "    other: annotation\n", 1)
		}, false, "the Kustomization apps/shop-a-web cannot be written: group-3/shop/objects.yaml has it already, and " +
			"fluxapp did not make it"},
		{"objects of the user's alone", func(string) string { return foreign }, false, taken},
	} {
		t.Run(c.name, func(test *testing.T) {
			t := groupsFleet(test, inGroups(3, ", files: application"))
			deliver(t)
			good := read(t, file)
			put(t, file, c.breaks(good))
			broken := read(t, file)
			_, errs, code := fluxapp(t, "", "check", "apps", "--rendered", "deploy")
			assert.Equal(t, code == exitGood, c.stays, errs)
			changed, errs, code := deploys(t)
			assert.Equal(t, code == exitGood, c.want == "", errs)
			assert.Assert(t, strings.Contains(errs, c.want), errs)
			if c.want != "" || c.stays {
				assert.Equal(t, len(changed), 0, "%v", changed)
				assert.Equal(t, read(t, file), broken)
				return
			}
			assert.DeepEqual(t, changed, []string{"~ group-3/shop/objects.yaml"})
			assert.Equal(t, read(t, file), good)
		})
	}
}

// TestGroupsCopies holds that a copy of the file of an application is refused with both places.
func TestGroupsCopies(test *testing.T) {
	test.Parallel()
	t := groupsFleet(test, inGroups(3, ", files: application"))
	deliver(t)
	put(t, "deploy/group-3/copy/objects.yaml", read(t, "deploy/group-3/shop/objects.yaml"))
	changed, errs, code := deploys(t)
	assert.Equal(t, code, exitDocuments, errs)
	assert.Equal(t, len(changed), 0, "%v", changed)
	assert.Equal(t, strings.Count(errs, "of apps/shop, which is written to group-3/shop/objects.yaml; take it out "+
		"here"), 2,
		errs)
}
