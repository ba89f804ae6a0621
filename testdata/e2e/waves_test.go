package e2e

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// TestWaveGap changes the first and the last of three waves, and stores the last one first, as an order by name can do.
// The wave between them has no change of its own: it is ready, in the version of both renderings. The change fails in
// the first wave, so it must not reach the last one.
func TestWaveGap(t *testing.T) {
	w := newWorld(t)
	s := &stage{world: w, t: t, folder: "testdata/waves", cluster: w.hub}
	const canary, middle, last = "helmrelease/canary ", "helmrelease/middle ", "helmrelease/last "
	s.apply("applied.yaml")
	s.until(canary+"Ready=True observed", middle+"Ready=True observed", last+"Ready=True observed")
	assert.Equal(t, revisionOf(s.workload("last")), "1")

	failing := s.render("failing.yaml")
	for _, text := range bytes.Split(failing, []byte("---\n")) {
		if bytes.Contains(text, []byte("  name: last\n")) {
			kubectl(t, s.cluster, text, "apply", "--server-side", "--field-manager=fluxapp", "-f", "-")
		}
	}
	time.Sleep(3 * time.Second) // longer than Flux waits until it looks at dependencies again
	s.apply("failing.yaml")
	s.until(canary+"Ready=False Stalled=True", middle+"Ready=False/DependencyNotReady",
		last+"Ready=False/DependencyNotReady")
	time.Sleep(10 * time.Second)
	assert.Equal(t, revisionOf(s.workload("last")), "1")

	s.apply("fixed.yaml")
	s.until(canary+"Ready=True observed", middle+"Ready=True observed", last+"Ready=True observed")
	assert.Equal(t, revisionOf(s.workload("last")), "2")
	assert.Equal(t, revisionOf(s.workload("middle")), "1")
}

// revisionOf returns the revision of a Helm release that Flux has installed or upgraded last.
func revisionOf(o object) string { return fmt.Sprint(o.Status.History[0]["version"]) }
