package e2e

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
)

// TestPromotion moves a version from the stage test (berlin) to production (tokyo). It is refused until Flux runs it
// in test, has done so for long enough, and Flux can fetch it.
func TestPromotion(t *testing.T) {
	w := newWorld(t)
	s := &stage{world: w, t: t, folder: t.TempDir(), cluster: w.hub}
	app := filepath.Join(s.folder, "app.yaml")
	document, err := os.ReadFile("testdata/promotion/app.yaml")
	assert.NilError(t, err)
	assert.NilError(t, os.WriteFile(app, document, 0o644))
	s.ready("app.yaml")

	next := bytes.Replace(document, []byte("version: 1.0.0} # the next"), []byte("version: 1.1.0} # the next"), 1)
	assert.NilError(t, os.WriteFile(app, next, 0o644))
	s.until(shopBerlin + "Ready=True")
	s.refused("stale", "1s", time.Minute) // nobody has applied it
	s.stop("helm-controller")
	s.apply("app.yaml")
	s.settle()
	s.refused("stale", "1s", time.Minute) // Flux has not seen it
	assert.NilError(t, w.flux.Start("helm-controller"))
	s.until(shopBerlin + "Ready=True/UpgradeSucceeded observed")
	s.refused("has not been ready for 1h", "1h", time.Minute) // it is ready, but not for long

	w.content.Down("charts.example.com", true)
	s.reconcile("helmrepository", "shop")
	s.until("helmrepository/shop Ready=False")
	s.refused("cannot fetch", "1h", 2*time.Hour) // production would not get it
	w.content.Down("charts.example.com", false)
	s.reconcile("helmrepository", "shop")
	s.until("helmrepository/shop Ready=True")

	promoted, told, err := s.promote("1h", 2*time.Hour)
	assert.NilError(t, err, told)
	want := bytes.Replace(next, []byte("version: 1.0.0} # what"), []byte("version: 1.1.0} # what"), 1)
	assert.Equal(t, string(promoted), string(want))
	assert.NilError(t, os.WriteFile(app, promoted, 0o644))
	s.apply("app.yaml")
	s.until(shopBerlin+"Ready=True/UpgradeSucceeded observed", shopTokyo+"Ready=True/UpgradeSucceeded observed")
	assert.Equal(t, s.workload("shop-tokyo-shop").Status.History[0]["chartVersion"], "1.1.0")
}

// promote promotes by what kubectl printed last, some time from now.
func (s *stage) promote(soak string, later time.Duration) (document []byte, told string, err error) {
	s.t.Helper()
	status := filepath.Join(s.folder, "status.txt")
	assert.NilError(s.t, os.WriteFile(status, s.text, 0o644))
	command := exec.Command(filepath.Join(s.programs, "fluxapp"), "promote", "apps/shop",
		filepath.Join(s.folder, "app.yaml"), "--from", "stage=test", "--to", "stage=production", "--observed", status,
		"--soak", soak, "--now", time.Now().Add(later).UTC().Format(time.RFC3339))
	var stderr strings.Builder
	command.Stderr = &stderr
	document, err = command.Output()
	return document, stderr.String(), err
}

// refused holds that a promotion is refused for a reason, and prints no document.
func (s *stage) refused(reason, soak string, later time.Duration) {
	s.t.Helper()
	document, told, err := s.promote(soak, later)
	assert.Assert(s.t, err != nil)
	assert.Assert(s.t, cmp.Contains(told, reason))
	assert.Equal(s.t, string(document), "")
}
