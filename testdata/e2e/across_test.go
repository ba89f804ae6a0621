package e2e

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// TestAcross lets an application of one kind wait for one of the other kind, in both directions: at first install, when
// both change in one commit, and when the other one fails. TestAcrossStandalone changes each of them alone too.
func TestAcross(t *testing.T) {
	w := newWorld(t)
	for _, waits := range []string{release, manifests} {
		t.Run(waits+" waits", func(t *testing.T) {
			w.reset(t)
			d := w.deliver(t, "across-"+waits)
			a := pair(waits)
			d.inTurn(across{}, a)
			before := d.uids()
			assert.Equal(t, len(before), 4)
			next := a.changed(release, manifests)
			d.inTurn(a, next)
			fixed := d.failing(next, next.changed(release, manifests), refuses, 5*time.Second)
			d.inTurn(next, fixed)
			assert.DeepEqual(t, d.uids(), before)
		})
	}
}

// TestAcrossFailing is about an application that is waited for and fails: what waits is held, and goes on after the
// fix. For a HelmRelease, Flux runs health checks for a minute, and then again after half a minute. So it matters when
// the fix comes, and whether Flux knows that the release has failed for good.
func TestAcrossFailing(t *testing.T) {
	w := newWorld(t)
	for _, waits := range []string{release, manifests} {
		t.Run(waits+" waits", func(t *testing.T) {
			w.reset(t)
			d := w.deliver(t, "failing-"+waits)
			old, now := across{}, pair(waits)
			for _, step := range []struct {
				name    string
				changed []string
				fails   failure
				fixed   time.Duration // after the failing commit
			}{
				{"first install, fixed while Flux checks", nil, absent, 10 * time.Second},
				{"both change, failed for good", []string{release, manifests}, refuses, 10 * time.Second},
				{"both change, fixed between two checks", []string{release, manifests}, absent, 75 * time.Second},
				{"the other one alone", []string{now.other()}, refuses, 10 * time.Second},
			} {
				now = now.changed(step.changed...)
				d.failing(old, now, step.fails, step.fixed)
				d.inTurn(old, now)
				tell("%s waits: that was the fix: %s", waits, step.name)
				old = now
			}
			now = now.changed(now.other())
			d.failing(old, now, refuses, 5*time.Second)
			now = now.changed(waits)
			d.failing(old, now, refuses, 100*time.Second)
			d.inTurn(old, now)
			tell("%s waits: that was the fix: what waits changes alone, after the other one has failed", waits)
		})
	}
}

// pair is a fleet of two clusters, in two groups.
func pair(waits string) across {
	return across{clusters: []string{"berlin", "tokyo"}, waits: waits, groups: 2,
		versions: map[string]string{release: "1", manifests: "1"}}
}

// changed is a fleet in which applications write something else.
func (a across) changed(applications ...string) across {
	a.versions = maps.Clone(a.versions)
	for _, application := range applications {
		a.versions[application] += "1"
	}
	return a
}

// failing delivers a fleet in which the application that is waited for fails, and holds for some time that what waits
// has nothing of it. It returns the fleet without the failure.
func (d *delivery) failing(before, a across, fails failure, span time.Duration) across {
	d.t.Helper()
	fixed := a
	a.failing = map[string]failure{a.other(): fails}
	d.renderedAcross(a)
	d.commit()
	d.held(before, a, span)
	return fixed
}

// inTurn delivers a fleet and waits until all of it is ready, and holds the order.
func (d *delivery) inTurn(before, a across) {
	d.t.Helper()
	d.renderedAcross(a)
	d.commit()
	start := time.Now()
	d.looking(before, a, func(all []object) error {
		for _, cluster := range a.clusters {
			if !a.isReady(all, cluster) {
				return fmt.Errorf("%s is not ready", cluster)
			}
		}
		return d.applied(all, d.all()...)
	})
	tell("%s waits: versions %v are ready after %s", a.waits, a.versions, time.Since(start).Round(time.Second))
}

// isReady tells whether a cluster has both applications.
func (a across) isReady(all []object, cluster string) bool {
	return a.of(all, release, cluster).has(a.versions[release]) &&
		a.of(all, manifests, cluster).has(a.versions[manifests])
}

// of is the object of an application for a cluster.
func (a across) of(all []object, application, cluster string) object {
	kind := "Kustomization"
	if application == release {
		kind = "HelmRelease"
	}
	return find(all, kind, application+"-"+cluster+"-shop")
}

// version is what the document of an object has written.
func (o object) version() string { return o.Metadata.Annotations["example.com/version"] }

// has tells whether an object is ready in a version.
func (o object) has(version string) bool {
	return o.version() == version && o.is("Ready=True") && o.is("observed")
}

// held looks for some time that what waits has nothing of a commit that has been made.
func (d *delivery) held(before, a across, span time.Duration) {
	d.t.Helper()
	end := time.Now().Add(span)
	d.looking(before, a, func(all []object) error {
		for _, cluster := range a.clusters {
			assert.Equal(d.t, a.of(all, a.waits, cluster).version(), before.versions[a.waits])
			unit := find(all, "Kustomization", d.unit(a, a.waits, cluster))
			if a.of(all, a.other(), cluster).has(a.versions[a.other()]) || !unit.is("Ready=False/DependencyNotReady") {
				return fmt.Errorf("%s does not wait on %s", a.waits, cluster)
			}
		}
		if time.Now().Before(end) {
			return fmt.Errorf("%s are not over", span)
		}
		return nil
	})
}

// looking waits until a check is content. At each look, what waits has the new version on a cluster only where what it
// waits for is ready in its own.
func (d *delivery) looking(before, a across, check func([]object) error) {
	d.t.Helper()
	d.wait(func(all []object) error {
		for _, cluster := range a.clusters {
			version := a.of(all, a.waits, cluster).version()
			if version != before.versions[a.waits] && version == a.versions[a.waits] {
				assert.Assert(d.t, a.of(all, a.other(), cluster).has(a.versions[a.other()]), "%s: %s has not waited:\n%s",
					cluster, a.waits, d.text)
			}
		}
		return check(all)
	})
}
