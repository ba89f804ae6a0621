package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
)

// stoppable wants a message, which each roll-out changes, and what the document overrides besides. Tokyo is production.
const stoppable = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  clusters:
  - {name: berlin, kubeConfig: {secretRef: {name: berlin-kubeconfig}}}
  - {name: tokyo, kubeConfig: {secretRef: {name: tokyo-kubeconfig}}}
  source:
    helmRepository: {url: "http://charts.example.com", interval: 1h}
  config:
    helmRelease:
      chart: {chart: shop, version: 1.0.0}
      deploy:
      - {destination: {clusterSelector: {}, targetNamespace: shop}, interval: 5s, values: {message: %s}}
    overrides:
    - {cluster: tokyo, wave: 1}
%s`

// TestStop stops a roll-out whose canary fails. Production that the document suspends stays as it is, also when the
// canary is ready. A canary that the document suspends sets production free: fluxapp refuses that, and writes nothing.
// Acknowledged, Flux brings production to the version of the canary, which nobody has seen work.
func TestStop(t *testing.T) {
	w := newWorld(t)
	d := w.deliver(t, "stop")
	const fails, paused = "    - {cluster: berlin, values: {refused: true}}\n", "    - {cluster: berlin, suspend: true}\n"
	const stopped = "    - {cluster: tokyo, suspend: true}\n"
	write := func(message, overrides string, flags ...string) (string, error) {
		return d.renderText(fmt.Sprintf(stoppable, message, overrides), flags...)
	}
	written := func(message, overrides string, flags ...string) {
		told, err := write(message, overrides, flags...)
		assert.NilError(t, err, told)
		d.deliver("root")
	}
	unchanged := func() {
		d.reconcileRoot()
		time.Sleep(10 * time.Second) // in which Flux looks at what waits several times
		assert.Equal(t, revisionOf(d.workload("shop-tokyo-shop")), "1")
	}
	written("one", "")
	d.until(shopBerlin+"Ready=True observed", shopTokyo+"Ready=True observed")
	written("two", fails)
	d.until(shopBerlin+"Ready=False Stalled=True", shopTokyo+"Ready=False/DependencyNotReady")

	written("two", fails+stopped)
	unchanged()
	written("two", stopped) // the canary is mended
	d.until(shopBerlin + "Ready=True observed")
	unchanged()

	written("three", fails)
	d.until(shopBerlin+"Ready=False Stalled=True", shopTokyo+"Ready=False/DependencyNotReady")
	told, err := write("three", fails+paused)
	assert.ErrorContains(t, err, "exit status 1")
	assert.Assert(t, cmp.Contains(told, "1 HelmRelease on 1 cluster waits for nothing any more"))
	assert.Assert(t, cmp.Contains(told, "[FA608]"))
	assert.Equal(t, string(run(t, "git", "-C", d.work, "status", "--porcelain")), "")
	unchanged()

	written("three", fails+paused, "--acknowledge", digestIn(t, told))
	d.until(shopTokyo + "Ready=True observed")
	assert.Equal(t, revisionOf(d.workload("shop-tokyo-shop")), "2")
}

// renderText renders a document into the folder, and returns what fluxapp tells.
func (d *delivery) renderText(document string, flags ...string) (string, error) {
	d.t.Helper()
	app := filepath.Join(d.t.TempDir(), "app.yaml")
	assert.NilError(d.t, os.WriteFile(app, []byte(document), 0o644))
	args := append([]string{"render", app, "-o", "dir=" + d.inFolder("")}, flags...)
	told, err := exec.Command(filepath.Join(d.programs, "fluxapp"), args...).CombinedOutput()
	return string(told), err
}
