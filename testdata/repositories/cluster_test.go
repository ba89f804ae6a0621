package repositories

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

const (
	settings = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: flux-system}\ndata: {ZONE: a}\n"
	pod      = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {nodeName: \"${ZONE}-${SIZE:=s}\"}\n"
	artifact = "apiVersion: source.extensions.fluxcd.io/v1beta1\nkind: ArtifactGenerator\n" +
		"metadata: {name: all, namespace: flux-system}\nspec:\n  artifacts:\n  - name: files\n    copy:\n" +
		"    - {from: '@git/apps/**', to: '@artifact/copied/'}\n    - {from: '@git/more/**', to: '@artifact/more/'}\n---\n"
)

// kustomization returns a Kustomization of Flux that reads a source, with more of its spec.
func kustomization(name, source, spec string) string {
	return "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: " + name +
		", namespace: flux-system}\nspec:\n  sourceRef: {" + source + "}\n  " + spec + "\n---\n"
}

// TestFollow shows what the fields of a Kustomization do to what a cluster gets, and that a change is seen.
func TestFollow(t *testing.T) {
	const own, made = "kind: GitRepository, name: flux-system", "kind: ExternalArtifact, name: files"
	base := t.TempDir()
	files := map[string]string{
		"clusters/a/all.yaml": kustomization("variables", own, "path: apps\n  targetNamespace: one\n  postBuild:\n"+
			"    substitute: {SIZE: l}\n    substituteFrom: [{kind: ConfigMap, name: settings}]") +
			kustomization("patched", own, "path: ./apps/\n  namePrefix: my-\n  commonMetadata: {labels: {team: x}}\n"+
				"  patches: [{patch: '- {op: replace, path: /spec/nodeName, value: b}', target: {kind: Pod}}]") +
			kustomization("copied", made, "path: copied\n  components: [../more]") +
			kustomization("foreign", "kind: GitRepository, name: other", "path: apps") +
			kustomization("absent", own, "path: absent") + artifact + settings,
		"apps/pod.yaml":           pod,
		"more/kustomization.yaml": "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [map.yaml]\n",
		"more/map.yaml":           strings.Replace(settings, "settings", "more", 1),
	}
	for name, text := range files {
		assert.NilError(t, write(filepath.Join(base, "repository", name), text))
	}
	b, clusters := newBuilder(t, base), map[string]string{"a": "clusters/a"}
	got, err := b.follow(clusters)
	assert.NilError(t, err)
	for at, want := range map[[2]string]string{
		{"variables", "Pod one/web"}: "a-l", {"patched", "Pod /my-web"}: "b", {"copied", "Pod /web"}: "${ZONE}-${SIZE:=s}",
		{"copied", "ConfigMap flux-system/more"}: "", {"absent", "Failure /build"}: "",
		{"flux-system", "ConfigMap flux-system/settings"}: "",
	} {
		o := got[place{"a", "flux-system/" + at[0], at[1]}]
		assert.Assert(t, o != nil && text(o, "spec", "nodeName") == want, "%v: %v among %v", at, o, places(got))
		assert.Equal(t, text(o, "metadata", "labels", "team") == "x", at[0] == "patched")
	}
	assert.Equal(t, len(got), 6+len([]string{"variables", "patched", "copied", "foreign", "absent", "generator"}))

	changed := strings.Replace(pod, "${ZONE}", "z", 1)
	assert.NilError(t, os.WriteFile(filepath.Join(base, "repository", "apps", "pod.yaml"), []byte(changed), 0o644))
	again, err := b.follow(clusters)
	assert.NilError(t, err)
	assert.Equal(t, len(compare(got, again)), 2) // the third one is patched
}
