package e2e

import (
	"fmt"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
)

// TestAcrossRemoved removes applications that wait and are waited for: nothing is left on the members.
func TestAcrossRemoved(t *testing.T) {
	w := newWorld(t)
	for _, waits := range []string{release, manifests} {
		a := pair(waits)
		t.Run(waits+" waits, both at once", func(t *testing.T) {
			w.reset(t)
			d := w.deliver(t, "both-"+waits)
			d.inTurn(across{}, a)
			d.removed(a, release, manifests)
			d.nothing()
		})
		t.Run(waits+" waits, both at once while one waits", func(t *testing.T) {
			w.reset(t)
			d := w.deliver(t, "waiting-"+waits)
			d.inTurn(across{}, a)
			fixed := d.failing(a, a.changed(release, manifests), absent, 10*time.Second)
			start := time.Now()
			d.removed(fixed, release, manifests)
			d.nothing()
			tell("%s waits: removed after %s", waits, time.Since(start).Round(time.Second))
		})
		t.Run(waits+" waits, at first install, both at once while one waits", func(t *testing.T) {
			w.reset(t)
			d := w.deliver(t, "installing-"+waits)
			d.failing(across{}, a, absent, 10*time.Second)
			d.removed(a, release, manifests)
			d.nothing()
		})
	}
}

// removed delivers the fleet without applications.
func (d *delivery) removed(a across, applications ...string) {
	d.t.Helper()
	a.without, a.waits = applications, ""
	d.renderedAcross(a)
	d.deliver(d.all()...)
}

// nothing waits until the hub has no object of the applications, and holds that the members have nothing of them.
func (d *delivery) nothing() {
	d.t.Helper()
	d.wait(func(all []object) error {
		for _, o := range all {
			if o.Metadata.Namespace == "apps" && (o.Kind == "HelmRelease" || o.Kind == "Kustomization") {
				return fmt.Errorf("%s is there", o)
			}
		}
		return nil
	})
	assert.DeepEqual(d.t, d.uids(), map[string]string{})
	for _, member := range d.members {
		assert.Equal(d.t, string(kubectl(d.t, member, nil, "get", "secrets", "-n", "apps", "-o", "name")), "")
	}
}

// TestAcrossRemovedFirst removes one of two applications: what stays leaves the order, and is marked before.
func TestAcrossRemovedFirst(t *testing.T) {
	w := newWorld(t)
	for _, waits := range []string{release, manifests} {
		a := pair(waits)
		t.Run(waits+" waits", func(t *testing.T) {
			w.reset(t)
			d := w.deliver(t, "first-"+waits)
			d.inTurn(across{}, a)
			before := d.installs()

			// What the other one waits for cannot go first.
			left := a
			left.without = []string{a.other()}
			told, err := d.renderAcross(left)
			assert.ErrorContains(t, err, "exit status 1")
			t.Log(told)

			// The one that waits goes first: what it has waited for moves, which takes the commit before.
			left.without, left.waits = []string{waits}, ""
			told, err = d.renderAcross(left)
			assert.ErrorContains(t, err, "exit status 1")
			t.Log(told)
			assert.Assert(t, cmp.Contains(told, "[FA607]"))
			d.announceAcross(a, "{applications: ["+a.other()+"]}")
			d.moveAcross(left, "at once")
			after := d.installs()
			assert.Assert(t, len(after) == len(before)/2)
			for name, uid := range after {
				assert.Equal(t, uid, before[name])
			}
			d.removed(left, release, manifests)
			d.nothing()
		})
	}
}
