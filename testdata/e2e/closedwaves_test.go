package e2e

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// TestClosedWaves is a short TestWaveRace.
func TestClosedWaves(t *testing.T) { race(t, 2) }

// TestWaveRace changes all clusters of two waves again and again. No cluster of the later wave may get its change
// before all of the earlier wave are ready with theirs. The waves have as many clusters as it takes for an object that
// closes the earlier one.
func TestWaveRace(t *testing.T) { race(t, 30) }

func race(t *testing.T, rounds int) {
	w := newOrdered(t)
	for _, kind := range []orderedKind{orderedReleases, orderedKustomizations} {
		t.Run(kind.resource, func(t *testing.T) {
			t.Parallel()
			f := w.ordered(t, kind, 23, 22)
			f.installs()
			leaked := 0
			for range rounds {
				leaked += f.round()
			}
			assert.Equal(t, leaked, 0)
		})
	}
}

// round changes all clusters, and returns how many went too early. In every second round a cluster of the earlier
// wave fails first: however slowly the test looks, it sees then what did not wait.
func (f *ordered) round() int {
	f.t.Helper()
	began := time.Now()
	var failing *site
	if f.changes%2 == 1 {
		early := f.in(0)
		failing = early[f.random.IntN(len(early))]
		failing.refused = true
	}
	f.change(f.sites...)
	f.storesAll()
	if failing != nil {
		f.fails(failing, 1)
	}
	f.done()
	leaked := f.leaks()
	f.t.Logf("round %d: %s, leaked: %q", f.changes, since(began), leaked)
	return len(leaked)
}

// installs renders and applies all.
func (f *ordered) installs() {
	f.t.Helper()
	f.change(f.sites...)
	f.apply("app.yaml")
	f.done()
	assert.DeepEqual(f.t, f.leaks(), []string(nil))
}

// fails waits until the object of a cluster has failed, and the others of its wave are done, except the closing one. It
// holds that no cluster of a later wave goes, and mends the object.
func (f *ordered) fails(s *site, later int) {
	f.t.Helper()
	name := f.object(s)
	f.awaits(func() string {
		o := f.objects.last(name)
		if o.Metadata.Annotations["fluxapp.dev/digest"] != f.digests[name] || !o.is("Ready=False") ||
			o.is("Ready=False/DependencyNotReady") {
			return fmt.Sprintf("%s has not failed: %+v", name, o.object)
		}
		others := slices.DeleteFunc(f.in(s.wave), func(other *site) bool { return other == s || other == f.closes(s.wave) })
		return f.undone(others)
	})
	f.holds(later)
	s.refused = false
	f.rendered()
	f.storesAll()
}

// holds holds that no cluster of a wave has its newest message, also when Flux has looked again.
func (f *ordered) holds(wave int) {
	f.t.Helper()
	time.Sleep(7 * time.Second)
	for _, s := range f.in(wave) {
		if f.isChanged(s) {
			assert.Equal(f.t, f.went(s).version, int64(0), "%s is not held", s.name)
		}
	}
}
