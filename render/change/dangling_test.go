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
	const once = "{repository: {name: shared}}"
	twice := strings.NewReplacer(once, once+", {repository: {name: shared}, fromPath: a, toPath: b}")
	for _, include := range []*strings.Replacer{strings.NewReplacer(), twice} {
		effect := effectOn(t, include.Replace(read("before2")), include.Replace(read("after2")), "GitRepository", "shared")
		assert.Equal(t, effect, "Flux updates nothing from it any more; 1 object still refers to it")
	}
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
	moved := strings.Replace(artifact, "name: made\n    artifact", "name: other\n    artifact", 1)
	assert.Equal(t, effectOn(t, artifact+reads, moved+reads, "ArtifactGenerator", "made"),
		"Flux deletes the ExternalArtifact that it made", "another object makes it now")
}

// TestDanglingAccounts deletes the ServiceAccount of a team on the hub, which another object names: it is the account
// of its cluster. Of a Kustomization, the hub's controller needs the one of the hub too when it deletes.
func TestDanglingAccounts(t *testing.T) {
	const (
		head = "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {namespace: apps, name: "
		gone = "Flux deletes nothing more that it applied in its name"
		team = head + `team}
spec:
  tenancy: {serviceAccount: deployer}
  source: {sourceRef: {kind: GitRepository, name: fleet}}
  config: {kustomization: [{destination: {targetNamespace: t}, path: ./t, interval: 1h, prune: true}]}
---
`
		release = head + `web}
spec:
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  config:
    helmRelease:
      chart: {chart: web, version: 1.0.0}
      deploy: [{destination: {}, interval: 1h, serviceAccountName: deployer}]
`
		kustomization = head + `web}
spec:
  source: {sourceRef: {kind: GitRepository, name: fleet}}
  config: {kustomization: [{destination: {}, path: ./w, interval: 1h, prune: true, serviceAccountName: deployer}]}
`
	)
	onCluster := strings.NewReplacer("destination: {}", "destination: {kubeConfig: {secretRef: {name: berlin}}}")
	for name, c := range map[string]struct{ document, want string }{
		"a release of the hub":         {release, gone + "; 1 object still refers to it"},
		"a release of a cluster":       {onCluster.Replace(release), gone},
		"a Kustomization of the hub":   {kustomization, gone + "; 1 object still refers to it"},
		"a Kustomization of a cluster": {onCluster.Replace(kustomization), gone + "; 1 object still refers to it"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, effectOn(t, team+c.document, c.document, "ServiceAccount", "deployer"), c.want)
		})
	}
}
