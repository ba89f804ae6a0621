package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// The files of "flux bootstrap", in short. It writes no kustomization.yaml beside the folder flux-system.
var bootstrapped = []string{
	"clusters/one/flux-system/gotk-components.yaml", "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: flux-system\n",
	"clusters/one/flux-system/gotk-sync.yaml", "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\n" +
		"metadata:\n  name: flux-system\n  namespace: flux-system\nspec:\n  path: ./clusters/one\n  prune: true\n",
	"clusters/one/flux-system/kustomization.yaml", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n" +
		"resources:\n- gotk-components.yaml\n- gotk-sync.yaml\n",
}

// TestListHidesBootstrap holds that no new kustomization.yaml takes Flux off its own cluster, and that the way out in
// the error works.
func TestListHidesBootstrap(test *testing.T) {
	test.Parallel()
	t := inFolder(test, append(bootstrapped, "a.yaml", standalone("a", "one", "two"))...)
	before := snapshot(t, "clusters")
	for _, args := range [][]string{{"-o", "dir=clusters", "a.yaml"}, {"check", "--rendered", "clusters", "a.yaml"},
		{"-o", "dir=clusters", "--dry-run", "a.yaml"}} {
		_, errs, code := fluxapp(t, "", args...)
		assert.Equal(t, code, 1, args)
		assert.Assert(t, strings.HasSuffix(errs, "clusters/one/kustomization.yaml: the list cannot be written: Flux may "+
			"apply one/flux-system/gotk-components.yaml, and deletes it when a new list leaves it out; write the list first, "+
			"with your files in resources and the annotation fluxapp.dev/rendered-from: apps/a [FA419]\n"), errs)
		assert.Equal(t, snapshot(t, "clusters"), before)
	}

	const local = "    config.kubernetes.io/local-config: \"true\"\n" // which the user need not write
	mine := strings.Replace(list("one", "apps/a", "flux-system"), local, "", 1)
	put(t, "clusters/one/kustomization.yaml", mine)
	_, errs, code := fluxapp(t, "", "-o", "dir=clusters", "a.yaml")
	assert.Equal(t, code, 0, errs)
	want := strings.Replace(list("one", "apps/a", ofA, "flux-system"), local, "", 1)
	assert.Equal(t, read(t, "clusters/one/kustomization.yaml"), want)
	_, errs, code = fluxapp(t, "", "check", "--rendered", "clusters", "a.yaml")
	assert.Equal(t, code, 0, errs)
}

// TestListHides tells the YAML files that a new list leaves out from other ones, whatever is in them.
func TestListHides(t *testing.T) {
	t.Parallel()
	const object = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: mine\n"
	annotated := func(annotation string) string {
		return strings.Replace(object, "  name", "  annotations: {"+annotation+"}\n  name", 1)
	}
	for name, c := range map[string]struct {
		file, content string
		hides         bool
	}{
		"an object":                 {"out/one/mine.yaml", object, true},
		"one in a subfolder":        {"out/one/a/b/mine.yml", object, true},
		"the second document":       {"out/one/mine.yaml", "# nothing\n---\n" + object, true},
		"an object with the note":   {"out/one/copy.yaml", annotated("fluxapp.dev/rendered-from: apps/a"), true},
		"JSON":                      {"out/one/mine.json", `{"apiVersion": "v1", "kind": "ConfigMap"}`, false},
		"a hidden file":             {"out/one/.sops.yaml", object, false},
		"values":                    {"out/one/values.yaml", "replicas: 3\n", true},
		"an object for kustomize":   {"out/one/mine.yaml", annotated(`config.kubernetes.io/local-config: "true"`), true},
		"another document":          {"out/one/b.yaml", app("b", "one"), true},
		"a file in another folder":  {"out/mine.yaml", object, false},
		"a file of another cluster": {"out/one-more/mine.yaml", object, false},
	} {
		t.Run(name, func(test *testing.T) {
			t := inFolder(test, "a.yaml", standalone("a", "one"), c.file, c.content)
			_, errs, code := fluxapp(t, "", "-o", "dir=out", "a.yaml")
			assert.Equal(t, strings.Contains(errs, "may apply "+strings.TrimPrefix(c.file, "out/")), c.hides, errs)
			assert.Equal(t, code, map[bool]int{true: 1}[c.hides], errs)
		})
	}
}
