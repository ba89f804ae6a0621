package main

import (
	"os"
	"testing"

	"gotest.tools/v3/assert"
)

// TestLoginsOfClusters holds that the ConfigMap of a cluster goes with the last object that needs it: also an object of
// an application that a run does not read or render needs it.
func TestLoginsOfClusters(test *testing.T) {
	test.Parallel()
	application := func(name, cluster string) string {
		return `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: ` + name + `, namespace: fleet}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  config: {kustomization: [{destination: {cluster: ` + cluster + `}, path: ., interval: 10m, prune: true}]}
`
	}
	t := inFolder(test, "web.yaml", application("web", "berlin"), "berlin.yaml", application("berlin", "berlin"),
		"profiles.yaml", profileOf("berlin")+"---\n"+profileOf("oslo"))
	render := func(want bool, args ...string) {
		t.Helper()
		_, errs, code := fluxapp(t, "", append([]string{"render", ".", "-o", "dir=deploy"}, args...)...)
		assert.Equal(t, code, exitGood, errs)
		_, err := os.Stat(t.path("deploy/kubeconfigs/configmap-berlin-kubeconfig.yaml"))
		assert.Equal(t, err == nil, want, errs)
	}
	render(true)
	put(t, "web.yaml", application("web", "oslo"))
	put(t, "only-web.yaml", "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nspec: {applications: [web]}\n")
	render(true, "--config", "only-web.yaml")
	assert.NilError(t, os.Remove(t.path("berlin.yaml")))
	render(true) // the objects of the application that went stay
	render(false, "--prune-orphans")
	put(t, "web.yaml", application("web", "berlin"))
	render(true)
	put(t, "web.yaml", application("web", "oslo"))
	render(false)
	put(t, "profiles.yaml", profileOf("berlin"))
	put(t, "web.yaml", application("web", "berlin"))
	render(true)
}

func profileOf(name string) string {
	return `apiVersion: multicluster.x-k8s.io/v1alpha1
kind: ClusterProfile
metadata: {name: ` + name + `, namespace: fleet}
status: {accessProviders: [{name: generic, cluster: {server: "https://` + name + `.example.com:6443"}}]}
`
}
