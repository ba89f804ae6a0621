package repositories

import (
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

const pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {nodeName: \"${ZONE:=a}\"}\n"

// kustomization returns a Kustomization of Flux that reads a source, with more of its spec.
func kustomization(name, source, spec string) string {
	return "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: " + name +
		", namespace: flux-system}\nspec:\n  sourceRef: {" + source + "}\n  " + spec + "\n---\n"
}

// TestFollow shows what the fields of a Kustomization do to what a cluster gets.
func TestFollow(t *testing.T) {
	const own, made = "kind: GitRepository, name: flux-system", "kind: ExternalArtifact, name: artifact"
	root := newFolder(t)
	for name, text := range map[string]string{
		"clusters/a/all.yaml": kustomization("variables", own, "path: apps\n  targetNamespace: one\n"+
			"  postBuild: {substitute: {ZONE: l}}") +
			kustomization("patched", own, "path: ./apps/\n  namePrefix: my-\n  commonMetadata: {labels: {team: x}}\n"+
				"  patches: [{patch: '- {op: replace, path: /spec/nodeName, value: b}', target: {kind: Pod}}]") +
			kustomization("copied", made, "path: apps\n  components: [../more]") +
			kustomization("foreign", "kind: GitRepository, name: other", "path: apps") +
			kustomization("absent", own, "path: absent"),
		"apps/pod.yaml": pod, "artifact/apps/pod.yaml": pod,
		"artifact/more/kustomization.yaml": "kind: Component\nresources: [pod.yaml]\n",
		"artifact/more/pod.yaml":           strings.Replace(pod, "web", "more", 1),
	} {
		assert.NilError(t, write(filepath.Join(root, name), text))
	}
	got := follow(root, map[string]string{"a": "clusters/a"})
	want := map[[2]string]string{{"variables", "Pod one/web"}: "l", {"patched", "Pod /my-web"}: "b",
		{"copied", "Pod /web"}: "${ZONE:=a}", {"copied", "Pod /more"}: "${ZONE:=a}", {"absent", failure}: ""}
	for at, node := range want {
		o := got[place{"a", "flux-system/" + at[0], at[1]}]
		assert.Assert(t, o != nil && text(o, "spec", "nodeName") == node, "%v: %v among %v", at, o, got)
		assert.Equal(t, text(o, "metadata", "labels", "team") == "x", at[0] == "patched")
	}
	assert.Equal(t, len(got), len(want)+5) // the Kustomizations
}

// newFolder returns a new folder by its own path: Flux writes nothing below a link.
func newFolder(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	assert.NilError(t, err)
	return root
}
