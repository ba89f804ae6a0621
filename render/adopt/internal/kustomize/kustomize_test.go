package kustomize_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/kustomize"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// repository returns a repository of files, of which those with a text are lists.
func repository(files map[string]string) *kustomize.Repository {
	r := kustomize.NewRepository(slices.Sorted(maps.Keys(files)))
	for name, text := range files {
		r.Read(name, []byte(text))
	}
	return r
}

// TestBuild builds folders with and without a list, and folders that include each other.
func TestBuild(t *testing.T) {
	r := repository(map[string]string{
		"repo/base/kustomization.yaml": "resources: [web.yaml, ../more]\n", "repo/base/web.yaml": "",
		"repo/base/other.yaml": "",
		"repo/more/a.yaml":     "", "repo/more/sub/b.yaml": "",
		"repo/apps/kustomization.yml": "apiVersion: kustomize.config.k8s.io/v1beta1\nresources: [../base]\n",
		"repo/one/kustomization.yaml": "resources: [../two]\n", "repo/two/kustomization.yaml": "resources: [../one]\n",
	})
	r.FindRoot([]string{"./apps", "base", "elsewhere"})
	for read, want := range map[string]string{
		"./apps": "repo/base/web.yaml repo/more/a.yaml repo/more/sub/b.yaml", "/more/sub/": "repo/more/sub/b.yaml",
		"two": "", "": "",
	} {
		dir, ok := r.Folder(read)
		assert.Assert(t, ok, read)
		if read != "" {
			assert.Equal(t, strings.Join(slices.Sorted(maps.Keys(r.Build(dir))), " "), want, read)
		}
	}
	assert.Equal(t, len(r.Build("repo/apps")["repo/base/web.yaml"]), 2) // through both lists
	_, ok := r.Folder("elsewhere")
	assert.Assert(t, !ok)
	assert.Assert(t, r.Lists("repo/base/deep/x.yaml") && !r.Lists("repo/more/a.yaml"))
}

// TestChanged finds what lists change of an object, and where.
func TestChanged(t *testing.T) {
	web := kustomize.Object{File: "web.yaml", Kind: "HelmRelease", Group: "helm.toolkit.fluxcd.io", Namespace: "apps",
		Name: "web"}
	for _, c := range []struct {
		list string
		want kustomize.Change
	}{
		{"resources: [web.yaml]", kustomize.None},
		{"namespace: apps", kustomize.None},
		{"namespace: other", kustomize.Namespace},
		{"namePrefix: ''", kustomize.None},
		{"namePrefix: a-", kustomize.Name},
		{"labels: [{pairs: {a: b}}]", kustomize.Metadata},
		{"labels: [{pairs: {a: b}}]\nnameSuffix: -a", kustomize.Name},
		{"commonMetadata: {labels: {a: b}}", kustomize.Metadata},
		{"configurations: [x.yaml]", kustomize.None},
		{"configurations: [x.yaml]\nconfigMapGenerator: [{name: a}]", kustomize.Whole},
		{"configurations: [x.yaml]\nconfigMapGenerator: [{name: a}]" +
			"\ngeneratorOptions: {disableNameSuffixHash: true}", kustomize.None},
		{"patches: [{path: there.yaml}]", kustomize.None},
		{"patches: [{path: missing.yaml}]", kustomize.Whole},
		{"patches: [{patch: '{kind: HelmRelease, metadata: {name: web}}'}]", kustomize.Whole},
		{"patches: [{patch: '{kind: HelmRelease, metadata: {name: webs}}'}]", kustomize.None},
		{"patches: [{target: {kind: HelmRelease}, path: x.yaml}]", kustomize.Whole},
		{"patches: [{target: {kind: Helm.*, name: we.}, path: x.yaml}]", kustomize.Whole},
		{"patches: [{target: {kind: Deployment}, path: x.yaml}]", kustomize.None},
		{"patchesJson6902: [{target: {kind: HelmRelease, name: w, namespace: apps}, path: x.yaml}]", kustomize.None},
	} {
		r := repository(map[string]string{"kustomization.yaml": c.list, "web.yaml": "", "there.yaml": ""})
		trees, problems := tree.Parse("kustomization.yaml", []byte(c.list))
		assert.Equal(t, len(problems), 0, c.list)
		object := web
		object.Refers = strings.Contains(c.list, "Generator")
		at, got := r.Changed(trees[0].Root(), object)
		assert.Equal(t, got, c.want, c.list)
		assert.Equal(t, at.Exists(), c.want != kustomize.None, c.list)
	}
}

// TestComponents finds what components change of the files of the folders that use them, also through others.
func TestComponents(t *testing.T) {
	r := repository(map[string]string{
		"a/web.yaml": "", "a/kustomization.yaml": "resources: [web.yaml]\ncomponents: [../small]\n",
		"small/kustomization.yaml": "kind: Component\ncomponents: [../tiny]\n",
		"tiny/kustomization.yaml":  "kind: Component\nnamePrefix: tiny-\n", "b/web.yaml": "",
	})
	object := kustomize.Object{Kind: "HelmRelease", Namespace: "apps", Name: "web"}
	for file, want := range map[string]kustomize.Change{"a/web.yaml": kustomize.Name, "b/web.yaml": kustomize.None} {
		object.File = file
		_, got := r.ChangedByLists(object)
		assert.Equal(t, got, want, file)
	}
	r.Use("b", "../tiny")
	object.File = "b/web.yaml"
	_, got := r.ChangedByLists(object)
	assert.Equal(t, got, kustomize.Name)
	assert.Equal(t, len(r.Build("a")["a/web.yaml"]), 3)
}

// TestTakes finds out which new files kustomize builds: those that no list decides about.
func TestTakes(t *testing.T) {
	r := repository(map[string]string{"apps/web.yaml": "", "listed/kustomization.yaml": "resources: []"})
	for folder, want := range map[string]bool{
		"apps": true, "apps/new": true, "./apps/new/": true, "other": false, "listed": false, ".": false,
	} {
		assert.Equal(t, r.Takes("apps", folder), want, folder)
	}
	assert.Assert(t, !r.Takes("listed", "listed/new") && !r.Takes(".", "listed/new") && r.Takes(".", "apps/new"))
}

// TestPatches finds which objects the patches of lists change: those that the list of the patch builds.
func TestPatches(t *testing.T) {
	r := repository(map[string]string{
		"base/web.yaml": "", "base/kustomization.yaml": "resources: [web.yaml]\n",
		"a/kustomization.yaml": "resources: [../base]\npatches: [{target: {kind: HelmRelease}, path: p.yaml}]\n",
		"a/p.yaml":             "",
		"b/web.yaml":           "", "b/kustomization.yaml": "resources: [web.yaml]\ncomponents: [../fast]\n",
		"fast/kustomization.yaml": "kind: Component\npatchesStrategicMerge: [p.yaml]\n", "fast/p.yaml": "", "c/web.yaml": "",
	})
	r.Use("c", "../fast")
	patches := r.Patches()
	assert.Equal(t, len(patches), 2)
	assert.Equal(t, patches[0].File, "a/p.yaml")
	assert.Assert(t, !patches[0].NeedsObject() && patches[1].NeedsObject())
	patches[1] = patches[1].For(kustomize.Object{Kind: "HelmRelease", Name: "web"}, patches[1].At)
	for file, want := range map[string][2]bool{
		"base/web.yaml": {true, false}, "b/web.yaml": {false, true}, "c/web.yaml": {false, true},
	} {
		object := kustomize.Object{File: file, Kind: "HelmRelease", Name: "web"}
		assert.Equal(t, [2]bool{patches[0].Changes(object), patches[1].Changes(object)}, want, file)
	}
}
