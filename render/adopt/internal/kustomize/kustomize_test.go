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
	r := kustomize.New(slices.Sorted(maps.Keys(files)))
	for name, text := range files {
		r.Read(name, []byte(text))
	}
	return r
}

func filesOf(build kustomize.Build) string { return strings.Join(slices.Sorted(maps.Keys(build)), " ") }

// TestBuild builds folders with and without a list, and folders that include each other.
func TestBuild(t *testing.T) {
	r := repository(map[string]string{
		"base/kustomization.yaml": "resources: [web.yaml, ../more]\n", "base/web.yaml": "",
		"base/other.yaml": "", "base/deep/x.yaml": "",
		"more/a.yaml": "", "more/sub/b.yaml": "",
		"apps/kustomization.yml": "apiVersion: kustomize.config.k8s.io/v1beta1\nresources: [../base]\n",
		"one/kustomization.yaml": "resources: [../two]\n", "two/kustomization.yaml": "resources: [../one]\n",
	})
	for read, want := range map[string]string{
		"./apps": "base/web.yaml more/a.yaml more/sub/b.yaml", "/more/sub/": "more/sub/b.yaml",
		"two": "",
	} {
		dir, ok := r.Folder(read)
		assert.Assert(t, ok, read)
		assert.Equal(t, filesOf(r.Build(dir)), want, read)
	}
	assert.Equal(t, len(r.Build("apps")["base/web.yaml"]), 2) // through both lists
	_, ok := r.Folder("elsewhere")
	assert.Assert(t, !ok)
	for file, list := range map[string]string{"base/deep/x.yaml": "base/kustomization.yaml",
		"base/other.yaml": "base/kustomization.yaml", "more/a.yaml": ""} {
		assert.Equal(t, r.ListAbove(file).Position().File, list, file)
	}
}

// TestComponents builds what components add, and finds what they change of the files of the folders that use them, also
// through others, and of those that Kustomizations of Flux use.
func TestComponents(t *testing.T) {
	r := repository(map[string]string{
		"a/web.yaml": "", "a/kustomization.yaml": "resources: [web.yaml]\ncomponents: [../small]\n",
		"small/kustomization.yaml": "kind: Component\ncomponents: [../tiny]\n",
		"tiny/kustomization.yaml":  "kind: Component\nnamePrefix: tiny-\nresources: [more.yaml]\n", "tiny/more.yaml": "",
		"b/web.yaml": "",
	})
	changed := func(build kustomize.Build, file string) string {
		return r.Changed(build[file], kustomize.Object{File: file, Kind: "HelmRelease", Name: "web"}).Position().File
	}
	assert.Equal(t, filesOf(r.Build("a")), "a/web.yaml tiny/more.yaml")
	assert.Equal(t, changed(r.Build("a"), "a/web.yaml"), "tiny/kustomization.yaml")
	assert.Equal(t, changed(r.Build("b"), "b/web.yaml"), "")
	assert.Equal(t, filesOf(r.Build("b", "../tiny")), "b/web.yaml tiny/more.yaml")
	assert.Equal(t, changed(r.Build("b", "../tiny"), "b/web.yaml"), "tiny/kustomization.yaml")
	assert.Equal(t, filesOf(r.Build("b")), "b/web.yaml") // as before
}

// TestChanged finds which lists change an object.
func TestChanged(t *testing.T) {
	web := kustomize.Object{File: "web.yaml", Kind: "HelmRelease", Group: "helm.toolkit.fluxcd.io", Namespace: "apps",
		Name: "web"}
	for list, want := range map[string]bool{
		"resources: [web.yaml]": false, "namespace: apps": false, "namespace: other": true, "namePrefix: ''": false,
		"namePrefix: a-": true, "commonLabels: {a: b}": false, "labels: [{pairs: {a: b}}]": false,
		"configurations: [c.yaml]\nconfigMapGenerator: [{name: a}]": false, "replacements: [{source: {}}]": true,
		"patches: [{target: {kind: HelmRelease}, patch: '{}'}]":                              true,
		"patches: [{target: {kind: HelmRelease, name: other}, patch: '{}'}]":                 false,
		"patches: [{target: {group: other}, patch: '{}'}]":                                   false,
		"patches: [{target: {name: w.*}, patch: '{}'}]":                                      true,
		"patches: [{target: {name: e}, patch: '{}'}]":                                        false,
		"patches: [{target: {name: '('}, patch: '{}'}]":                                      true,
		"patches: [{target: {namespace: other}, patch: '{}'}]":                               false,
		"patches: [{patch: '{kind: HelmRelease, metadata: {name: web}}'}]":                   true,
		"patches: [{patch: '{kind: HelmRelease, metadata: {name: web, namespace: other}}'}]": false,
		"patchesStrategicMerge: ['{kind: Kustomization, metadata: {name: web}}']":            false,
		"patches: [{path: missing.yaml}]":                                                    true,
		"patches: [{path: missing.yaml, target: {kind: Job}}]":                               false,
		"patches: [{path: own.yaml}]":                                                        true,
		"patches: [{path: other.yaml}]":                                                      false,
		"patchesJson6902: [{path: own.yaml, target: {kind: Job}}]":                           false,
	} {
		r := repository(map[string]string{"kustomization.yaml": list, "own.yaml": "", "other.yaml": "", "web.yaml": ""})
		assert.Assert(t, !r.PatchFiles()["web.yaml"])
		r.Patch(kustomize.Object{File: "own.yaml", Kind: "HelmRelease", Name: "web"})
		r.Patch(kustomize.Object{File: "other.yaml", Kind: "HelmRelease", Name: "other"})
		trees, _ := tree.Parse("kustomization.yaml", []byte(list))
		assert.Equal(t, r.Changed([]tree.Node{trees[0].Root()}, web).Exists(), want, list)
	}
	web.Refers = true
	generating := "configurations: [c.yaml]\nconfigMapGenerator: [{name: a}]\n"
	for list, want := range map[string]bool{generating: true,
		generating + "generatorOptions: {disableNameSuffixHash: true}\n": false} {
		r := repository(map[string]string{"kustomization.yaml": list})
		trees, _ := tree.Parse("kustomization.yaml", []byte(list))
		assert.Equal(t, r.Changed([]tree.Node{trees[0].Root()}, web).Exists(), want, list)
	}
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

// TestNamespace finds the namespace that the last list gives.
func TestNamespace(t *testing.T) {
	r := repository(map[string]string{"a/web.yaml": "", "a/kustomization.yaml": "namespace: a\nresources: [web.yaml]\n",
		"b/kustomization.yaml": "namespace: b\nresources: [../a]\n"})
	assert.Equal(t, kustomize.Namespace(r.Build("a")["a/web.yaml"]), "a")
	assert.Equal(t, kustomize.Namespace(r.Build("b")["a/web.yaml"]), "b")
	assert.Equal(t, kustomize.Namespace(nil), "")
}
