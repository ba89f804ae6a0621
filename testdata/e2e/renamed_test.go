package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
)

// pinned wants the name of the application, which is in no name of an object and of a release.
const pinned = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: %s, namespace: apps}
spec:
  clusters:
  - {name: berlin, kubeConfig: {secretRef: {name: berlin-kubeconfig}}}
  - {name: tokyo, kubeConfig: {secretRef: {name: tokyo-kubeconfig}}}
  source:
    name: charts
    helmRepository: {url: "http://charts.example.com", interval: 1h}
  config:
    helmRelease:
      chart: {chart: shop, version: 1.0.0}
      deploy:
      - destination: {clusterSelector: {}, targetNamespace: shop}
        releaseName: web
        name: web-$(cluster.name)
        interval: 1h
`

// TestRenamed renames an application, and renders it over the folder of the old name. With pinned names the objects
// stay in the hub, and with them each release and what it has installed. Without the name of the object it is refused:
// two HelmReleases would have one release.
func TestRenamed(t *testing.T) {
	w := newWorld(t)
	d := w.deliver(t, "renamed")
	told, err := d.renderText(fmt.Sprintf(pinned, "shop"))
	assert.NilError(t, err, told)
	d.deliver("root")
	d.until("helmrelease/web-berlin Ready=True observed", "helmrelease/web-tokyo Ready=True observed")
	before := d.releasesKept()
	assert.Equal(t, len(d.uids()), 2)

	renamed := fmt.Sprintf(pinned, "market")
	told, err = d.renderText(strings.Replace(renamed, "        name: web-$(cluster.name)\n", "", 1))
	assert.ErrorContains(t, err, "exit status 1")
	assert.Assert(t, cmp.Contains(told, "write name: web-$(cluster.name) into the entry"))
	assert.Assert(t, cmp.Contains(told, "[FA420]"))
	assert.Equal(t, string(run(t, "git", "-C", d.work, "status", "--porcelain")), "")

	told, err = d.renderText(renamed)
	assert.NilError(t, err, told)
	assert.Assert(t, cmp.Contains(told, "apps/market takes over 3 objects of apps/shop"))
	_, err = os.Stat(filepath.Join(d.inFolder(""), "shop"))
	assert.ErrorIs(t, err, os.ErrNotExist)
	d.deliver("root")
	d.settle()
	d.allReady()
	assert.Equal(t, d.workload("web-tokyo").Metadata.Annotations["fluxapp.dev/rendered-from"], "apps/market")
	assert.DeepEqual(t, d.releasesKept(), before)
}

// releasesKept is works without the root, which has applied another revision.
func (d *delivery) releasesKept() map[string]any {
	d.t.Helper()
	all := d.works()
	delete(all, "kustomization/root")
	return all
}
