package e2e

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
)

// markAcross marks both applications for the commit before they move.
const markAcross = "{applications: [release, apps/manifests]}"

// TestAcrossMoves moves applications into an order and out of it. With the commit before, Flux installs nothing anew,
// whichever Kustomization reconciles first; without it, fluxapp holds the move.
func TestAcrossMoves(t *testing.T) {
	w := newWorld(t)
	plain, in := pair(""), pair(release)
	for _, order := range []string{"old first", "new first", "at once"} {
		t.Run("in and out, "+order, func(t *testing.T) {
			w.reset(t)
			d := w.deliver(t, "across-"+strings.ReplaceAll(order, " ", "-"))
			d.inTurn(across{}, plain)
			before := d.installs()
			d.announceAcross(plain, markAcross)
			d.moveAcross(in, order)
			assert.DeepEqual(t, d.installs(), before)
			d.announceAcross(in, markAcross)
			d.moveAcross(plain, order)
			assert.DeepEqual(t, d.installs(), before)
		})
	}
	t.Run("without the commit before", func(t *testing.T) {
		w.reset(t)
		d := w.deliver(t, "across-plain")
		d.inTurn(across{}, plain)
		before := d.installs()
		told, err := d.renderAcross(in)
		assert.ErrorContains(t, err, "exit status 1")
		assert.Assert(t, cmp.Contains(told, "[FA607]"))
		assert.Equal(t, string(run(t, "git", "-C", d.work, "status", "--porcelain")), "")
		d.renderedAcross(in, "--acknowledge", digestIn(t, told))
		d.moveAcross(in, "old first")
		for name, was := range before {
			assert.Assert(t, d.installs()[name] != was, "%s stayed: Flux may not need the commit before any more", name)
		}
	})
	t.Run("the other direction", func(t *testing.T) {
		w.reset(t)
		d := w.deliver(t, "across-other")
		d.inTurn(across{}, in)
		before := d.installs()
		d.inTurn(in, pair(manifests))
		d.settle()
		assert.DeepEqual(t, d.installs(), before)
	})
	t.Run("delivery begins and ends", func(t *testing.T) {
		w.reset(t)
		d := w.deliver(t, "across-delivery")
		flat := plain
		flat.groups = 0
		d.inTurn(across{}, flat)
		before := d.installs()
		d.announceAcross(flat, "{groups: 2}")
		d.moveAcross(in, "old first")
		assert.DeepEqual(t, d.installs(), before)
		d.announceAcross(in, "{groups: 0}")
		d.moveAcross(flat, "at once")
		assert.DeepEqual(t, d.installs(), before)
	})
}

// announceAcross delivers the commit before a move.
func (d *delivery) announceAcross(a across, next string) {
	d.t.Helper()
	a.next = next
	d.renderedAcross(a)
	d.deliver(d.all()...)
}

// moveAcross renders and delivers a fleet that is laid out in another way than before, and waits until each
// Kustomization has what is in its folder, and nothing else.
func (d *delivery) moveAcross(to across, order string) {
	d.t.Helper()
	d.renderedAcross(to)
	groups, orders := []string{"hub", "group"}, []string{"ordered/apps/" + to.other(), "ordered/apps/" + to.waits + "/"}
	var names []string
	switch order {
	case "old first": // the root deletes what applied an order that ends
		names = slices.Concat([]string{"root"}, d.under(groups...), d.under(orders...))
	case "new first":
		names = slices.Concat(d.under(orders...), d.under(groups...), []string{"root"})
	}
	if len(names) > 0 {
		d.inOrder(names...)
	} else {
		d.deliver(d.all()...)
	}
	d.settle()
	assert.DeepEqual(d.t, d.inventories(), d.owned())
}

// under are the Kustomizations of folders whose names begin so.
func (d *delivery) under(folders ...string) (names []string) {
	for _, folder := range folders {
		for at, name := range d.units() {
			if strings.HasPrefix(at, folder) {
				names = append(names, name)
			}
		}
	}
	return names
}

// installs are the objects of the applications, on the hub and on the members: their UIDs, and revisions of Helm. Each
// is another one when Flux has installed something anew.
func (d *delivery) installs() map[string]string {
	d.t.Helper()
	all := d.uids()
	for _, o := range parse(d.t, kubectl(d.t, d.hub, nil, "get", "helmreleases,kustomizations", "-n", "apps", "-o",
		"yaml")) {
		all[o.String()] = o.Metadata.UID
		if len(o.Status.History) > 0 && o.Kind == "HelmRelease" {
			all[o.String()] += " v" + revisionOf(o)
		}
	}
	return all
}
