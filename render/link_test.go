package render_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// linkLines returns a line for each link; in brackets what nobody renders.
func linkLines(result render.Result) (lines []string) {
	for l := range result.Links() {
		to := "(" + l.ID.String() + ")"
		if l.To != (render.Object{}) {
			to = l.To.ID().String()
		}
		if l.ID.Server != l.From.ID().Server {
			to += " on another server"
		}
		lines = append(lines, fmt.Sprintf("%s %s %s", to, l.Relation, l.From.ID()))
	}
	return lines
}

// TestLinks holds which objects of Flux each object refers to: rendered or only named, by the document's own names,
// by references that differ on each cluster, and of applications.
func TestLinks(t *testing.T) {
	for name, c := range map[string]struct {
		document string
		want     []string
	}{
		"shared chart": {`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: app, namespace: apps}
spec:
  source: {helmRepository: {url: https://a.b/c, interval: 1h}}
  config: {helmRelease: {shareChart: true, chart: {chart: c, version: 1.0.0}, deploy: [{destination: ` +
			`{targetNamespace: t}, interval: 1h}]}}
`, []string{"HelmRepository apps/app feeds HelmChart apps/app-091640f9",
			"HelmChart apps/app-091640f9 feeds HelmRelease apps/app-t"}},
		"one for each cluster": {
			needsDocument("sourceRef: {kind: GitRepository, namespace: src, name: $(cluster.params.secret)}",
				"kustomization: [{destination: {clusterSelector: {}}, path: ., interval: 1h, prune: true, dependsOn: [{name: "+
					"base-$(cluster.name)}]}]"), []string{
				"(GitRepository src/s2) feeds Kustomization apps/app",
				"(Kustomization apps/base-h) precedes Kustomization apps/app",
				"(GitRepository src/s1) feeds Kustomization apps/app-a",
				"(Kustomization apps/base-a) precedes Kustomization apps/app-a",
			}},
		"an Alert for each cluster": {
			needsDocument("sourceRef: {kind: GitRepository, name: git}}\n  notification: {alerts: [{name: each, "+
				"perCluster: true, spec: {providerRef: {name: p-$(cluster.params.secret)}}}]",
				"kustomization: [{destination: {clusterSelector: {}}, path: ., interval: 1h, prune: true}]"), []string{
				"(Provider apps/p-s2) told Alert apps/each-hub",
				"(GitRepository apps/git) feeds Kustomization apps/app",
				"(Provider apps/p-s1) told Alert apps/each-a",
				"(GitRepository apps/git) feeds Kustomization apps/app-a",
			}},
		"artifact": {`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: app, namespace: apps}
spec:
  topology: Standalone
  clusters: [{name: a}]
  source:
    artifact:
      sources:
      - {alias: c, kind: OCIRepository, name: charts}
      - {alias: g, kind: GitRepository, name: git}
      artifacts: [{copy: [{from: "@c/**", to: "@artifact/"}]}]
  config: {kustomization: [{destination: {cluster: a}, path: ., interval: 1h, prune: true}]}
`, []string{
			"(OCIRepository apps/charts) feeds ArtifactGenerator apps/app",
			"(GitRepository apps/git) feeds ArtifactGenerator apps/app",
			"ArtifactGenerator apps/app feeds Kustomization apps/app-a",
		}},
		"application": {needsDocument("sourceRef: {kind: GitRepository, name: g}",
			"kustomization: [{destination: {clusterSelector: {}}, path: ., interval: 1h, prune: true}]") + "---\n" +
			`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: team}
spec:
  source: {sourceRef: {kind: GitRepository, name: g}}
  config: {kustomization: [{destination: {targetNamespace: t}, path: ., interval: 1h, prune: true, dependsOn: ` +
			`[{application: app, namespace: apps}]}]}
`, []string{
			"(GitRepository apps/g) feeds Kustomization apps/app", "(GitRepository team/g) feeds Kustomization team/web-t",
			"Kustomization apps/app precedes Kustomization team/web-t", "(GitRepository apps/g) feeds Kustomization apps/app-a",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			result, err := render.Render(schema.Parse("in.yaml", []byte(c.document)), render.Options{})
			assert.NilError(t, err)
			assert.DeepEqual(t, linkLines(result), c.want)
		})
	}
}

// TestGates holds what the objects of a wave wait for: the nearest lower wave, without what the document suspends.
func TestGates(t *testing.T) {
	document := strings.Replace(needsDocument("sourceRef: {kind: GitRepository, name: g}", `
    kustomization: [{destination: {clusterSelector: {}}, path: ., interval: 1h, prune: true}],
    overrides: [{cluster: a, wave: 2}, {cluster: b, wave: 2, suspend: true}, {cluster: c, wave: 7}]`), "  clusters:",
		`  clusters:
  - {name: b, kubeConfig: {secretRef: {name: b}}}
  - {name: c, kubeConfig: {secretRef: {name: c}}}`, 1)
	result, err := render.Render(schema.Parse("in.yaml", []byte(document)), render.Options{})
	assert.NilError(t, err)
	var got []string
	for _, o := range result.Objects {
		line := fmt.Sprint(o.Name(), " ", o.Wave())
		for _, before := range o.Facts().Gates() {
			line += " " + before.Name()
		}
		got = append(got, line)
	}
	assert.DeepEqual(t, got, []string{"app 0", "app-a 2 app", "app-b 2 app", "app-c 7 app-a"})
}
