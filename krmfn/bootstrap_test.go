package krmfn

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestBootstrapIsLeftAlone holds that the function returns nothing for the administrators of clusters, and leaves
// what the command wrote for them as it is: it is the same as an object of the hub, and for another API server.
func TestBootstrapIsLeftAlone(t *testing.T) {
	tenant := at(strings.Replace(app, "spec:\n", "spec:\n  tenancy: {serviceAccount: deployer}\n", 1),
		"path=apps/app.yaml", "index=0")
	rl := process(t, "", tenant)
	assert.Equal(t, strings.Count(strings.Join(said(rl), "\n"), "[FA916]"), 1)
	account := "ServiceAccount apps/deployer"
	assert.Equal(t, strings.Count(strings.Join(names(rl), "\n"), account), 1, "that of the hub")
	assert.Assert(t, !strings.Contains(strings.Join(names(rl), "\n"), "Namespace"))

	const bundle = `apiVersion: v1
kind: ServiceAccount
metadata:
  annotations:
    fluxapp.dev/rendered-from: apps/hello
    kustomize.toolkit.fluxcd.io/reconcile: disabled
  name: deployer
  namespace: apps
`
	file := "apps/bootstrap/member1/hello/serviceaccount-deployer.yaml"
	rl = process(t, "", tenant, at(bundle, "path="+file, "index=0"))
	assert.Equal(t, strings.Count(strings.Join(names(rl), "\n"), account), 2)
	assert.Assert(t, strings.Contains(strings.Join(names(rl), "\n"), account+" "+file+"#0"))

	const list = `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
metadata:
  annotations:
    config.kubernetes.io/local-config: "true"
    fluxapp.dev/rendered-from: apps/hello
  name: bootstrap
resources: []
`
	rl = process(t, "", tenant, at(list, "path=apps/bootstrap/kustomization.yaml", "index=0"))
	assert.Assert(t, strings.Contains(strings.Join(names(rl), "\n"), "apps/bootstrap/kustomization.yaml"), names(rl))

	elsewhere := strings.Replace(file, "bootstrap/", "", 1) // an output that fluxapp has moved
	rl = process(t, "", tenant, at(bundle, "path="+elsewhere, "index=0"))
	assert.Equal(t, strings.Count(strings.Join(names(rl), "\n"), account), 1)
}
