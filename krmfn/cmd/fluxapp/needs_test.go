package main

import (
	"encoding/json"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
)

// TestNeedsOfAFleet checks that clusters that need the same share a paragraph, the needs of most clusters first.
func TestNeedsOfAFleet(test *testing.T) {
	test.Parallel()
	document := app("a", "four", "one", "three", "two")
	document = strings.Replace(document, "three-kubeconfig}}, targetNamespace: web",
		"three-kubeconfig}}, targetNamespace: other", 1)
	t := inFolder(test, "a.yaml", strings.Replace(document, "four-kubeconfig}}, targetNamespace: web",
		"four-kubeconfig}}, targetNamespace: apps", 1))
	assert.Equal(t, good(t, "check", "a.yaml"), `apps/a needs
  on the hub:
    Namespace apps: objects are in it (a.yaml:3)
    Secret apps/four-kubeconfig, key value or value.yaml: Flux reaches the cluster with it (a.yaml:8)
    Secret apps/one-kubeconfig, key value or value.yaml: Flux reaches the cluster with it (a.yaml:9)
    Secret apps/three-kubeconfig, key value or value.yaml: Flux reaches the cluster with it (a.yaml:10)
    Secret apps/two-kubeconfig, key value or value.yaml: Flux reaches the cluster with it (a.yaml:11)
    GitRepository apps/a: Flux takes manifests from it (a.yaml:5)
  on one and two:
    Namespace web: Flux deploys into it (a.yaml:9)
  on four:
    Namespace apps: Flux deploys into it (a.yaml:8)
  on three:
    Namespace other: Flux deploys into it (a.yaml:10)
`)
}

// manyClusters is an application for five clusters, which read a Secret each.
const manyClusters = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: a, namespace: apps}
spec:
  source: {helmRepository: {url: https://example.com, interval: 1h}}
  clusters:
  - {name: one, kubeConfig: {secretRef: {name: one}}}
  - {name: two, kubeConfig: {secretRef: {name: two, key: config}}}
  - {name: three, kubeConfig: {secretRef: {name: three}}}
  - {name: four, kubeConfig: {secretRef: {name: four}}}
  - {name: five, kubeConfig: {secretRef: {name: five}}}
  - {name: six, kubeConfig: {secretRef: {name: six}}}
  config:
    helmRelease:
      chart: {chart: web}
      deploy:
      - destination: {clusterSelector: {}, targetNamespace: web-$(cluster.name)}
        interval: 1h
        storageNamespace: helm
        install: {createNamespace: INSTALL}
`

// TestManyNeeds checks that things that are many and alike share a line, and that one that differs in its key has its
// own.
func TestManyNeeds(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", strings.Replace(manyClusters, "INSTALL", "false", 1))
	assert.Equal(t, good(t, "check", "a.yaml"), `apps/a needs
  on the hub:
    Namespace apps: objects are in it (a.yaml:3)
    Secrets apps/five, apps/four, apps/one and 2 more, key value or value.yaml: Flux reaches the cluster with it `+
		`(a.yaml:11)
    Secret apps/two, key config: Flux reaches the cluster with it (a.yaml:8)
  on five, four, one and 3 more:
    Namespace helm: Helm stores its releases in it (a.yaml:19)
    Namespaces web-five on five, web-four on four, web-one on one and 3 more: Flux deploys into it (a.yaml:17)
`)
}

func TestNeedsAsJSON(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a&b.yaml", strings.Replace(manyClusters, "INSTALL", "true", 1))
	out := good(t, "check", "a&b.yaml", "-o", "json")
	assert.Equal(t, strings.Count(out, "\n"), 13, "a line for each need and chart:\n%s", out)
	assert.Assert(t, strings.Contains(out, "a&b.yaml"), "escaped for HTML:\n%s", out)
	var list struct{ Needs []render.Need }
	assert.NilError(t, json.Unmarshal([]byte(out), &list))
	assert.DeepEqual(t, list.Needs[0], render.Need{
		Application: "apps/a", Clusters: []string{"hub"}, Kind: "Namespace", Name: "apps",
		Reasons: []render.NeedReason{{Text: "objects are in it", File: "a&b.yaml", Line: 3, Column: 32}},
	})
	assert.DeepEqual(t, list.Needs[7], render.Need{
		Application: "apps/a", Clusters: []string{"five", "four", "one", "six", "three", "two"}, Kind: "Namespace",
		Name:    "helm",
		Reasons: []render.NeedReason{{Text: "Helm stores its releases in it", File: "a&b.yaml", Line: 19, Column: 27}},
	})
}
