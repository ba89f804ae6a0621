package e2e

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
)

// TestLimits renders a change that a limit holds: it writes nothing, so nothing is delivered, and the members keep what
// they have. Acknowledged, the members have what diff told. The document of after loses tokyo, and renames berlin.
func TestLimits(t *testing.T) {
	w := newWorld(t)
	d := w.deliver(t, "limits")
	d.folder = "testdata/limits"
	app := filepath.Join(t.TempDir(), "app.yaml")
	render := func(document string, flags ...string) (string, error) {
		text, err := os.ReadFile(filepath.Join(d.folder, document))
		assert.NilError(t, err)
		assert.NilError(t, os.WriteFile(app, text, 0o644))
		args := append([]string{"render", app, "-o", "dir=" + d.inFolder("")}, flags...)
		told, err := exec.Command(filepath.Join(w.programs, "fluxapp"), args...).CombinedOutput()
		return string(told), err
	}
	told, err := render("before.yaml")
	assert.NilError(t, err, told)
	d.deliver("root")
	d.until(shopBerlin+"Ready=True observed", shopTokyo+"Ready=True observed")
	before := d.works()

	told, err = render("after.yaml")
	assert.ErrorContains(t, err, "exit status 1")
	assert.Assert(t, cmp.Contains(told, "[FA601]"))
	assert.Assert(t, cmp.Contains(told, "[FA603]"))
	assert.Equal(t, string(run(t, "git", "-C", d.work, "status", "--porcelain")), "")
	d.reconcileRoot()
	d.settle()
	assert.DeepEqual(t, d.works(), before)

	tells := d.diffHeld()
	assert.Assert(t, cmp.Contains(tells, "deleted: HelmRelease apps/shop-tokyo-shop of apps/shop on tokyo"))
	assert.Assert(t, cmp.Contains(tells, "Flux uninstalls its Helm release shop-shop-berlin-shop with the old object and "+
		"installs shop-shop-munich-shop with the new one"))
	uids := d.uids()
	told, err = render("after.yaml", "--acknowledge", digestIn(t, tells))
	assert.NilError(t, err, told)
	d.deliver("root")
	d.allReady()
	d.has("berlin", uids, map[string]string{"shop-shop-munich-shop": "new"})
	d.has("tokyo", uids, map[string]string{})
}

// diffHeld is what fluxapp diff prints of a change that a limit holds: it ends with 2.
func (s *stage) diffHeld() string {
	s.t.Helper()
	out, err := exec.Command(filepath.Join(s.programs, "fluxapp"), "diff", filepath.Join(s.folder, "before.yaml"),
		filepath.Join(s.folder, "after.yaml")).Output()
	assert.ErrorContains(s.t, err, "exit status 2")
	return string(out)
}

func digestIn(t *testing.T, text string) string {
	t.Helper()
	found := regexp.MustCompile(`--acknowledge ([0-9a-f]+)`).FindStringSubmatch(text)
	assert.Assert(t, found != nil, "no digest in %s", text)
	return found[1]
}

// reconcileRoot lets the root apply what it has once more, and waits until it has.
func (d *delivery) reconcileRoot() {
	d.t.Helper()
	now := time.Now().Format(time.RFC3339Nano)
	kubectl(d.t, d.hub, nil, "annotate", "--overwrite", "kustomization", "-n", "flux-system", "root",
		"reconcile.fluxcd.io/requestedAt="+now)
	d.wait(func(all []object) error {
		if o := find(all, "Kustomization", "root"); o.Status.LastHandledReconcileAt != now || !o.is("Ready=True") {
			return errors.New("the root has not reconciled")
		}
		return nil
	})
}
