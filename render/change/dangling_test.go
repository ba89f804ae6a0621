package change_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// effectOn returns what a change from one document to another does to an object.
func effectOn(t *testing.T, before, after, kind, name string) string {
	t.Helper()
	rendered := func(document string) render.Result {
		result, err := render.Render(schema.Parse("in.yaml", []byte(document)), render.Options{})
		assert.NilError(t, err)
		return result
	}
	list := change.Compare(rendered(before), rendered(after)).List
	i := slices.IndexFunc(list, func(c change.Change) bool {
		return c.Earlier.Name == name || c.Object.Kind == kind && c.Object.Name == name
	})
	assert.Assert(t, i >= 0, "no change of %s %s", kind, name)
	return list[i].Effect
}

// TestDanglingSources deletes a source that an artifact and a Kustomization name, and one that another source includes.
func TestDanglingSources(t *testing.T) {
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join("testdata", "dangling", name+".yaml"))
		assert.NilError(t, err)
		return string(data)
	}
	assert.Equal(t, effectOn(t, read("before"), read("after"), "GitRepository", "shared"),
		"Flux updates nothing from it any more; 2 objects still refer to it")
	assert.Equal(t, effectOn(t, read("before2"), read("after2"), "GitRepository", "shared"),
		"Flux updates nothing from it any more; 1 object still refers to it")
}

// TestDanglingReferences takes away, one by one, what other objects name: by dependsOn, by another name, and what a
// controller makes.
func TestDanglingReferences(t *testing.T) {
	const (
		head = "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {namespace: apps, name: "
		base = head + `base}
spec:
  source: {sourceRef: {kind: GitRepository, name: g}}
  config: {kustomization: [{name: base, destination: {targetNamespace: t}, path: b, interval: 1h, prune: true}]}
---
`
		user = head + `user}
spec:
  source: {sourceRef: {kind: GitRepository, name: g}}
  config: {kustomization: [{name: user, destination: {targetNamespace: u}, interval: 1h, prune: true,
    dependsOn: [{name: base}]}]}
---
`
		artifact = head + `made}
spec:
  source:
    name: made
    artifact:
      sources: [{alias: g, kind: GitRepository, name: g}]
      artifacts: [{name: files, copy: [{from: "@g/**", to: "@artifact/"}]}]
  config: {kustomization: [{name: made, destination: {targetNamespace: m}, path: m, interval: 1h, prune: true}]}
---
`
		reads = head + `reads}
spec:
  source: {sourceRef: {kind: ExternalArtifact, name: files}}
  config: {kustomization: [{name: reads, destination: {targetNamespace: r}, interval: 1h, prune: true}]}
---
`
	)
	effect := effectOn(t, base+user, user, "Kustomization", "base")
	assert.Equal(t, effect, "Flux deletes what it applied; 1 object still refers to it")
	effect = effectOn(t, base+user, strings.Replace(base, "name: base, d", "name: other, d", 1)+user, "Kustomization",
		"base")
	assert.Assert(t, strings.HasSuffix(effect, "; 1 object still refers to its old name"), effect)
	effect = effectOn(t, base+user, base+strings.Replace(user, "[{name: base}]", "[]", 1), "Kustomization", "user")
	assert.Equal(t, effect, "")

	effect = effectOn(t, artifact+reads, reads, "ArtifactGenerator", "made")
	assert.Equal(t, effect, "Flux deletes the ExternalArtifact that it made; 1 object still refers to it")
	renamed := strings.Replace(artifact, "name: files", "name: others", 1)
	assert.Equal(t, effectOn(t, artifact+reads, renamed+reads, "ArtifactGenerator", "made"),
		"1 object still refers to its old name")
}
