package main

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestAdoptOrdered adopts a rendered folder in which applications wait for one of another kind: the new documents write
// the same files.
func TestAdoptOrdered(test *testing.T) {
	test.Parallel()
	app := func(name, workload, kind string) string {
		return "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\nmetadata: {name: " + name + ", namespace: apps}\n" +
			"spec:\n  source: {sourceRef: {kind: " + kind + ", name: all}}\n" +
			"  clusters: [{name: berlin, kubeConfig: {secretRef: {name: berlin}}}]\n  config: {" + workload + "}\n"
	}
	const destination = "destination: {clusterSelector: {}}, interval: 1h"
	t := inFolder(test, "apps/db.yaml", app("db", "helmRelease: {chart: {chart: db}, deploy: [{"+destination+"}]}",
		"HelmRepository"), "apps/web.yaml", app("web", "kustomization: [{"+destination+", path: ./web, prune: true, "+
		"dependsOn: [{application: db}]}]", "GitRepository"))
	fleet(t, inGroups(1, ""))
	deliver(t)
	assert.NilError(t, os.RemoveAll(t.path("apps")))
	_, errs, code := fluxapp(t, "", "adopt", "deploy", "--write", "apps")
	assert.Equal(t, code, exitGood, errs)
	assert.Assert(t, strings.Contains(errs, "fluxapp render apps --config FILE -o dir=deploy;"), errs)
	assert.Assert(t, strings.Contains(errs, "4 Kustomizations, each is what a RenderConfig with delivery writes"), errs)
	changed, _ := deliver(t)
	assert.DeepEqual(t, changed, []string(nil))
}
