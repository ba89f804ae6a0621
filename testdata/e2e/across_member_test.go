package e2e

import (
	"bytes"
	"fmt"
	"maps"
	"net"
	"slices"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// silent is an address that takes connections and never answers.
func silent(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	assert.NilError(t, err)
	t.Cleanup(func() { _ = listener.Close() })
	return "https://" + listener.Addr().String()
}

// TestAcrossUnreachable has 40 clusters, one of which is down: it holds what waits on itself alone.
func TestAcrossUnreachable(t *testing.T) {
	w := newWorld(t)
	w.flux.defaults = true
	berlin := w.member("berlin")
	const down = "c07"
	fleet := across{groups: 2, versions: map[string]string{release: "1", manifests: "1"}}
	for i := range 40 {
		fleet.clusters = append(fleet.clusters, fmt.Sprintf("c%02d", i))
	}
	for _, waits := range []string{release, manifests} {
		for _, how := range []string{"refuses", "silent"} {
			t.Run(waits+" waits, "+how, func(t *testing.T) {
				for _, cluster := range fleet.clusters {
					w.kubeconfig(t, "apps", cluster, berlin.Kubeconfig())
				}
				url := "https://127.0.0.1:1"
				if how == "silent" {
					url = silent(t)
				}
				w.kubeconfig(t, "apps", down, bytes.ReplaceAll(berlin.Kubeconfig(), []byte(berlin.url), []byte(url)))
				w.reset(t)
				d := w.deliver(t, "unreachable-"+waits+"-"+how)
				a := fleet
				a.waits = waits
				d.allButOne(across{}, a, down)
				next := a.changed(release, manifests)
				d.allButOne(a, next, down)
				a, next = next, next.changed(waits)
				d.allButOne(a, next, down)
			})
		}
	}
}

// allButOne delivers a fleet and waits until all of it is ready on all clusters but one. What waits there has nothing.
func (d *delivery) allButOne(before, a across, down string) {
	d.t.Helper()
	d.renderedAcross(a)
	d.commit()
	start := time.Now()
	reached := map[string]time.Duration{}
	d.patience = 20 * time.Minute
	d.looking(before, a, func(all []object) error {
		for _, cluster := range a.clusters {
			if reached[cluster] == 0 && a.isReady(all, cluster) {
				reached[cluster] = time.Since(start)
			}
		}
		if left := len(a.clusters) - len(reached); left > 1 {
			return fmt.Errorf("%d clusters are not done", left)
		}
		return nil
	})
	took := slices.Sorted(maps.Values(reached))
	tell("%s waits: versions %v: the first cluster is done after %s, half after %s, the last one after %s", a.waits,
		a.versions, took[0].Round(time.Second), took[len(took)/2].Round(time.Second), took[len(took)-1].Round(time.Second))
	all := parse(d.t, d.text)
	assert.Equal(d.t, a.of(all, a.waits, down).version(), "")
	assert.Assert(d.t, find(all, "Kustomization", d.unit(a, a.waits, down)).is("Ready=False/DependencyNotReady"))
}

// TestAcrossStandalone is a cluster with a Flux of its own.
func TestAcrossStandalone(t *testing.T) {
	w, _ := newHub(t)
	w.members = []*Cluster{w.hub}
	w.flux = w.run(t, w.hub)
	for _, waits := range []string{release, manifests} {
		t.Run(waits+" waits", func(t *testing.T) {
			w.reset(t)
			d := w.deliver(t, "standalone-"+waits)
			d.rooted(`{"path":"./deploy/berlin/delivery"}`)
			a := pair(waits)
			a.clusters, a.groups, a.standalone = a.clusters[:1], 1, true
			d.inTurn(across{}, a)
			before := d.uids()
			next := a
			for _, changed := range [][]string{{release, manifests}, {waits}, {a.other()}} {
				a, next = next, next.changed(changed...)
				d.inTurn(a, next)
			}
			fixed := d.failing(next, next.changed(release, manifests), refuses, 10*time.Second)
			d.inTurn(next, fixed)
			assert.DeepEqual(t, d.uids(), before)
			d.removed(fixed, release, manifests)
			d.nothing()
		})
	}
}

// TestAcrossWorkers measures what those that wait cost others: how long an unrelated Kustomization takes to reconcile
// beside some that wait for a release. kustomize-controller has four workers.
func TestAcrossWorkers(t *testing.T) {
	w := newWorld(t)
	clusters := []string{"c1", "c2", "c3", "c4"}
	for _, cluster := range clusters {
		w.kubeconfig(t, "apps", cluster, w.member("berlin").Kubeconfig())
	}
	for _, count := range []int{3, 4} {
		w.reset(t)
		d := w.deliver(t, fmt.Sprintf("workers-%d", count))
		a := pair(manifests)
		a.clusters, a.failing = clusters[:count], map[string]failure{release: absent}
		d.renderedAcross(a)
		d.deliver("root")
		d.wait(func(all []object) error {
			for _, cluster := range a.clusters {
				if o := find(all, "Kustomization", d.unit(a, release, cluster)); !o.is("Healthy=Unknown") {
					return fmt.Errorf("%s does not wait", o)
				}
			}
			return nil
		})
		start := time.Now()
		d.reconcileRoot()
		took := time.Since(start)
		tell("beside %d that wait, another Kustomization took %s", count, took.Round(time.Second))
		assert.Equal(t, took > 20*time.Second, count == 4, "%s", took)
	}
}
