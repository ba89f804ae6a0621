package main

import (
	"os"
	"path/filepath"
	"strings"
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
		found, err := filepath.Glob(t.path("deploy/kubeconfigs/configmap-berlin-kubeconfig-*.yaml"))
		assert.NilError(t, err)
		assert.Equal(t, len(found) == 1, want, errs)
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

// TestLoginThatLeadsElsewhere checks that another address of a cluster is held as another kubeConfig is: what Flux has
// applied to the old one stays there. Another certificate is not.
func TestLoginThatLeadsElsewhere(test *testing.T) {
	test.Parallel()
	const application = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: fleet}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  config: {kustomization: [{destination: {cluster: berlin}, path: ., interval: 10m, prune: true}]}
`
	t := inFolder(test, "web.yaml", application, "berlin.yaml", profileOf("berlin"), "held.yaml", renderConfig+
		"  limits: {maxDeleted: 0}\n")
	_, errs, code := fluxapp(t, "", "render", "web.yaml", "berlin.yaml", "-o", "dir=deploy")
	assert.Equal(t, code, exitGood, errs)
	put(t, "berlin.yaml", strings.Replace(profileOf("berlin"), "6443\"", "6443\", certificate-authority-data: "+
		"LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCg==", 1))
	held := []string{"render", "web.yaml", "berlin.yaml", "-o", "dir=deploy", "--config", "held.yaml"}
	_, errs, code = fluxapp(t, "", held...)
	assert.Assert(t, code == exitGood && strings.Contains(errs, "0 written, 1 changed"), errs)
	put(t, "berlin.yaml", strings.Replace(profileOf("berlin"), "6443", "443", 1))
	_, errs, code = fluxapp(t, "", held...)
	assert.Assert(t, code != exitGood && strings.Contains(errs, "[FA601]"), errs)
}
