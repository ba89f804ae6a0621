package e2e

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

var five = []string{"one", "two", "three", "four", "five"}

// TestDelivery delivers a fleet in groups, and moves its releases from one Kustomization to another. With the
// annotation one commit before, Flux uninstalls none, whichever Kustomization reconciles first.
func TestDelivery(t *testing.T) {
	w := newWorld(t)
	w.kubeconfig(t, "apps", "berlin", w.member("berlin").Kubeconfig())
	flat, groups := layout{clusters: five}, layout{clusters: five, groups: 3}
	for _, order := range []string{"old first", "new first", "at once"} {
		t.Run("flat to groups, "+order, func(t *testing.T) {
			w.reset(t)
			d := w.deliver(t, strings.ReplaceAll(order, " ", "-"))
			before := d.installed(flat)
			d.announce(flat)
			d.move(groups, order)
			assert.DeepEqual(t, d.releases(), before)
			d.ownedByGroups(groups)
		})
	}
	t.Run("flat to groups without the annotation", func(t *testing.T) {
		w.reset(t)
		d := w.deliver(t, "plain")
		before := d.installed(flat)
		d.move(groups, "old first")
		d.settle()
		for name, was := range before {
			assert.Assert(t, d.releases()[name] != was, "%s was kept; Flux has changed, and the annotation may not be needed", name)
		}
	})
	t.Run("more groups, fewer, none", func(t *testing.T) {
		w.reset(t)
		d := w.deliver(t, "groups")
		before := d.installed(groups)
		more, fewer := layout{clusters: five, groups: 5}, layout{clusters: five, groups: 2}
		for _, step := range []struct {
			from, to layout
			order    string
		}{{groups, more, "old first"}, {more, fewer, "new first"}, {fewer, flat, "at once"}} {
			d.announce(step.from)
			d.move(step.to, step.order)
			assert.DeepEqual(t, d.releases(), before)
			d.ownedByGroups(step.to)
		}
	})
	t.Run("empty group", func(t *testing.T) {
		w.reset(t)
		d := w.deliver(t, "empty")
		before := d.installed(groups)
		left := layout{clusters: []string{"one", "two"}, groups: 3} // nothing is left in group 3
		d.write(left.files())
		d.deliver(append(left.kustomizations(), "root")...)
		d.settle()
		maps.DeleteFunc(before, func(name, _ string) bool { return !slices.Contains(left.clusters, name) })
		assert.DeepEqual(t, d.releases(), before)
	})
}

// installed delivers a layout, and returns the releases when all are ready.
func (d *delivery) installed(l layout) map[string]string {
	d.t.Helper()
	d.write(l.files())
	d.deliver(append(l.kustomizations(), "root")...)
	var ready []string
	for _, cluster := range l.clusters {
		ready = append(ready, "helmrelease/shop-"+cluster+" Ready=True observed")
	}
	d.until(ready...)
	releases := d.releases()
	assert.Equal(d.t, len(releases), len(l.clusters))
	return releases
}

// announce delivers the commit before a move.
func (d *delivery) announce(l layout) {
	d.t.Helper()
	l.moves = true
	d.write(l.files())
	d.deliver(append(l.kustomizations(), "root")...)
}

// move delivers the folder in another layout. The root is the old Kustomization of what had no group.
func (d *delivery) move(to layout, order string) {
	d.t.Helper()
	d.write(to.files())
	switch order {
	case "old first":
		d.inOrder(append([]string{"root"}, to.kustomizations()...)...)
	case "new first":
		d.inOrder(append(to.kustomizations(), "root")...)
	default:
		d.deliver(append(to.kustomizations(), "root")...)
	}
	d.settle()
}

// releases are those that are installed, by the cluster: the UIDs of the HelmRelease and of what it installed, and the
// revision of Helm. Each is another one when Flux has installed the release anew.
func (d *delivery) releases() map[string]string {
	d.t.Helper()
	installed, all := d.uids(), map[string]string{}
	for _, o := range parse(d.t, kubectl(d.t, d.hub, nil, "get", "helmreleases", "-n", "apps", "-o", "yaml")) {
		if uid := installed["berlin "+o.Metadata.Name]; uid != "" && len(o.Status.History) > 0 {
			all[strings.TrimPrefix(o.Metadata.Name, "shop-")] = fmt.Sprint(o.Metadata.UID, uid, revisionOf(o))
		}
	}
	return all
}

// ownedByGroups holds that each Kustomization owns what is in its folder. With groups, the root owns Kustomizations
// only.
func (d *delivery) ownedByGroups(l layout) {
	d.t.Helper()
	want := map[string][]string{"root": {shopSource}}
	if l.groups > 0 {
		want = map[string][]string{"root": nil, "fleet-hub": {shopSource}}
	}
	for _, name := range l.kustomizations() {
		want["root"] = append(want["root"], "flux-system_"+name+"_kustomize.toolkit.fluxcd.io_Kustomization")
	}
	for i, cluster := range l.clusters {
		owner := "root"
		if l.groups > 0 {
			owner = fmt.Sprintf("fleet-group-%d", i%l.groups+1)
		}
		want[owner] = append(want[owner], "apps_shop-"+cluster+"_helm.toolkit.fluxcd.io_HelmRelease")
	}
	got := map[string][]string{}
	for _, o := range parse(d.t, kubectl(d.t, d.hub, nil, "get", "kustomizations", "-n", "flux-system", "-o", "yaml")) {
		for _, entry := range o.Status.Inventory.Entries {
			got[o.Metadata.Name] = append(got[o.Metadata.Name], entry.ID)
		}
	}
	for _, ids := range []map[string][]string{got, want} {
		for name := range ids {
			slices.Sort(ids[name])
		}
	}
	assert.DeepEqual(d.t, got, want)
}

const shopSource = "apps_shop_source.toolkit.fluxcd.io_HelmRepository"
