package e2e

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// TestAcross lets an application of one kind wait for one of the other kind, in both directions.
func TestAcross(t *testing.T) {
	w := newWorld(t)
	for _, waits := range []string{release, manifests} {
		t.Run(waits+" waits", func(t *testing.T) {
			w.reset(t)
			d := w.deliver(t, "across-"+waits)
			a := across{clusters: []string{"berlin", "tokyo"}, waits: waits, groups: 2,
				versions: map[string]string{release: "1", manifests: "1"}}
			d.inTurn(across{}, a)
			before := d.uids()
			assert.Equal(t, len(before), 4)
			next := a.changed(release, manifests)
			d.inTurn(a, next)
			a, next = next, next.changed(waits)
			d.inTurn(a, next)
			a, next = next, next.changed(a.other())
			d.inTurn(a, next)
			assert.DeepEqual(t, d.uids(), before)
		})
	}
}

// TestAcrossFailing is about an application that others wait for and that fails: what waits for it is held, and goes on
// after the fix.
func TestAcrossFailing(t *testing.T) {
	w := newWorld(t)
	for _, waits := range []string{release, manifests} {
		t.Run(waits+" waits", func(t *testing.T) {
			w.reset(t)
			d := w.deliver(t, "failing-"+waits)
			fine := across{clusters: []string{"berlin", "tokyo"}, waits: waits, groups: 2,
				versions: map[string]string{release: "1", manifests: "1"}}
			old := across{}
			for _, step := range []struct {
				name    string
				changed []string
				fails   failure
				fixed   time.Duration // after the failing commit
			}{
				{"first install, absent, fixed early", []string{release, manifests}, absent, 10 * time.Second},
				{"both change, refused, fixed early", []string{release, manifests}, refuses, 10 * time.Second},
				{"both change, absent, fixed late", []string{release, manifests}, absent, 75 * time.Second},
				{"the other one alone", []string{fine.other()}, refuses, 10 * time.Second},
			} {
				t.Log(step.name)
				fine = fine.changed(step.changed...)
				failing := fine
				failing.failing = map[string]failure{fine.other(): step.fails}
				d.renderedAcross(failing)
				d.commit()
				start := time.Now()
				d.held(old, failing, step.fixed)
				d.inTurn(failing, fine)
				tell("%s waits: %s: after the fix, done in %s", waits, step.name, time.Since(start)-step.fixed)
				old = fine
			}
			// What waits changes alone, while the other one fails.
			failing := fine.changed(fine.other())
			failing.failing = map[string]failure{fine.other(): refuses}
			d.renderedAcross(failing)
			d.commit()
			d.held(fine, failing, 5*time.Second)
			failing = failing.changed(waits)
			d.renderedAcross(failing)
			d.commit()
			d.held(fine, failing, 100*time.Second)
			start := time.Now()
			failing.failing = nil
			d.inTurn(fine, failing)
			tell("%s waits: it alone: after the fix, done in %s", waits, time.Since(start))
		})
	}
}

// changed is a fleet in which applications write something else.
func (a across) changed(applications ...string) across {
	a.versions = maps.Clone(a.versions)
	for _, application := range applications {
		a.versions[application] += "1"
	}
	return a
}

// inTurn delivers a fleet and waits until all of it is ready. At each look, what waits has the new version on a cluster
// only where what it waits for is ready in its own.
func (d *delivery) inTurn(before, a across, flags ...string) {
	d.t.Helper()
	d.renderedAcross(a, flags...)
	d.commit()
	start := time.Now()
	d.looking(a, before, func(all []object) error {
		for _, cluster := range a.clusters {
			for _, application := range []string{release, manifests} {
				if o := find(all, kindOf(application), named(application, cluster)); !o.has(a.versions[application]) {
					return fmt.Errorf("%s is not ready", named(application, cluster))
				}
			}
		}
		return d.applied(all, d.all()...)
	})
	tell("%s waits, %v: done in %s", a.waits, a.versions, time.Since(start).Round(100*time.Millisecond))
}

// has tells whether an object is ready in a version.
func (o object) has(version string) bool {
	return o.Metadata.Annotations["example.com/version"] == version && o.is("Ready=True") && o.is("observed")
}

// held looks for some time that what waits has nothing of a commit that has been made.
func (d *delivery) held(before, a across, span time.Duration) {
	d.t.Helper()
	end := time.Now().Add(span)
	d.looking(a, before, func(all []object) error {
		for _, cluster := range a.clusters {
			o := find(all, kindOf(a.waits), named(a.waits, cluster))
			assert.Equal(d.t, o.Metadata.Annotations["example.com/version"], before.versions[a.waits])
		}
		if time.Now().Before(end) {
			return fmt.Errorf("%s is not over", span)
		}
		return nil
	})
	all := parse(d.t, d.text)
	for _, cluster := range a.clusters {
		assert.Assert(d.t, !find(all, kindOf(a.other()), named(a.other(), cluster)).has(a.versions[a.other()]))
		unit := find(all, "Kustomization", d.unit(a, a.waits, cluster))
		assert.Assert(d.t, unit.is("Ready=False/DependencyNotReady"), "%v", unit.condition("Ready"))
	}
}

// looking waits until a check is content, and holds the order at each look.
func (d *delivery) looking(a, before across, check func([]object) error) {
	d.t.Helper()
	d.wait(func(all []object) error {
		for _, cluster := range a.clusters {
			waits := find(all, kindOf(a.waits), named(a.waits, cluster)).Metadata.Annotations["example.com/version"]
			if waits == before.versions[a.waits] || waits != a.versions[a.waits] {
				continue
			}
			other := find(all, kindOf(a.other()), named(a.other(), cluster))
			assert.Assert(d.t, other.has(a.versions[a.other()]), "%s: %s has not waited:\n%s", cluster, a.waits, d.text)
		}
		return check(all)
	})
}
