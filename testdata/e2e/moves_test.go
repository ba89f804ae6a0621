package e2e

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
)

var five = []string{"one", "two", "three", "four", "five"}

// TestDelivery delivers a fleet in groups, and moves its releases from one Kustomization to another. With the commit
// before that fluxapp tells of, Flux uninstalls none, whichever Kustomization reconciles first. Without it, fluxapp
// holds the move; acknowledged, Flux uninstalls all.
func TestDelivery(t *testing.T) {
	w := newWorld(t)
	for _, cluster := range five {
		w.kubeconfig(t, "apps", cluster, w.member("berlin").Kubeconfig())
	}
	flat, groups := layout{clusters: five}, layout{clusters: five, groups: 3}
	for _, order := range []string{"old first", "new first", "at once"} {
		t.Run("flat to groups, "+order, func(t *testing.T) {
			w.reset(t)
			d := w.deliver(t, strings.ReplaceAll(order, " ", "-"))
			before := d.installed(flat)
			d.announce(flat, groups)
			d.written(groups)
			d.move(groups, order)
			assert.DeepEqual(t, d.releases(), before)
		})
	}
	t.Run("flat to groups without the commit before", func(t *testing.T) {
		w.reset(t)
		d := w.deliver(t, "plain")
		before := d.installed(flat)
		told, err := d.render(groups)
		assert.ErrorContains(t, err, "exit status 1")
		assert.Assert(t, cmp.Contains(told, "[FA607]"))
		assert.Equal(t, string(run(t, "git", "-C", d.work, "status", "--porcelain")), "")
		d.written(groups, "--acknowledge", digestIn(t, told))
		d.move(groups, "old first")
		for name, was := range before {
			assert.Assert(t, d.releases()[name] != was, "%s stayed: Flux may not need the commit before any more", name)
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
			d.announce(step.from, step.to)
			d.written(step.to)
			d.move(step.to, step.order)
			assert.DeepEqual(t, d.releases(), before)
		}
	})
	other := layout{config: "other", clusters: five, groups: groups.groups}
	t.Run("another name of the RenderConfig", func(t *testing.T) {
		w.reset(t)
		d := w.deliver(t, "name")
		before := d.installed(groups)
		d.announce(groups, flat)
		marked := other
		marked.next = &flat.groups
		d.written(marked, "--prune-orphans")
		d.move(marked, "at once")
		d.written(other)
		d.move(other, "at once")
		assert.DeepEqual(t, d.releases(), before)
	})
	t.Run("another name of the RenderConfig, marked too short", func(t *testing.T) {
		w.reset(t)
		d := w.deliver(t, "name-too-short")
		before := d.installed(groups)
		d.announce(groups, flat)
		if told, err := d.render(other, "--prune-orphans"); err != nil { // fluxapp holds it
			d.written(other, "--prune-orphans", "--acknowledge", digestIn(t, told))
		}
		d.inOrder(slices.Concat(groups.kustomizations(), []string{"root"}, other.kustomizations())...)
		d.settle()
		for name, was := range before {
			assert.Assert(t, d.releases()[name] != was, "%s stayed", name)
		}
	})
	t.Run("a group loses its last cluster", func(t *testing.T) {
		w.reset(t)
		d := w.deliver(t, "empty")
		before := d.installed(groups)
		left := layout{groups: groups.groups}
		for _, cluster := range five {
			if _, err := os.Stat(d.inFolder("group-3/shop/" + cluster)); err == nil {
				delete(before, cluster)
			} else {
				left.clusters = append(left.clusters, cluster)
			}
		}
		assert.Assert(t, len(before) > 0 && len(before) < len(five))
		d.written(left)
		d.deliver(append(left.kustomizations(), "root")...)
		d.settle()
		assert.DeepEqual(t, d.releases(), before)
	})
}

// written renders a layout into the folder.
func (d *delivery) written(l layout, flags ...string) {
	d.t.Helper()
	told, err := d.render(l, flags...)
	assert.NilError(d.t, err, told)
}

// installed delivers a layout, and returns the releases when all are ready.
func (d *delivery) installed(l layout) map[string]string {
	d.t.Helper()
	d.written(l)
	d.deliver(append(l.kustomizations(), "root")...)
	var ready []string
	for _, cluster := range l.clusters {
		ready = append(ready, "helmrelease/shop-"+cluster+"-shop Ready=True observed")
	}
	d.until(ready...)
	releases := d.releases()
	assert.Equal(d.t, len(releases), len(l.clusters))
	return releases
}

// announce delivers the commit before a move.
func (d *delivery) announce(from, to layout) {
	d.t.Helper()
	from.next = &to.groups
	d.written(from)
	d.deliver(append(from.kustomizations(), "root")...)
}

// move delivers the folder, which has another layout, and waits until each Kustomization has what is in its folder, and
// nothing else. The root is the old Kustomization of what had no group; with groups, it has Kustomizations only.
func (d *delivery) move(to layout, order string) {
	d.t.Helper()
	switch order {
	case "old first":
		d.inOrder(append([]string{"root"}, to.kustomizations()...)...)
	case "new first":
		d.inOrder(append(to.kustomizations(), "root")...)
	default:
		d.deliver(append(to.kustomizations(), "root")...)
	}
	d.settle()
	assert.DeepEqual(d.t, d.inventories(), d.owned())
}

// inventories is what each Kustomization of the fleet has applied.
func (d *delivery) inventories() map[string][]string {
	d.t.Helper()
	got := map[string][]string{}
	for _, o := range parse(d.t, kubectl(d.t, d.hub, nil, "get", "kustomizations", "-n", "flux-system", "-o", "yaml")) {
		for _, entry := range o.Status.Inventory.Entries {
			id := strings.Split(entry.ID, "_") // namespace, name, group, kind
			got[o.Metadata.Name] = append(got[o.Metadata.Name], strings.ToLower(id[3])+"-"+id[1])
		}
		slices.Sort(got[o.Metadata.Name])
	}
	return got
}

// releases are those that are installed, by the cluster: the UIDs of the HelmRelease and of what it installed, and the
// revision of Helm. Each is another one when Flux has installed the release anew.
func (d *delivery) releases() map[string]string {
	d.t.Helper()
	installed, all := d.uids(), map[string]string{}
	for _, o := range parse(d.t, kubectl(d.t, d.hub, nil, "get", "helmreleases", "-n", "apps", "-o", "yaml")) {
		if uid := installed[d.members[0].Name+" shop-"+o.Metadata.Name]; uid != "" && len(o.Status.History) > 0 {
			cluster := strings.TrimSuffix(strings.TrimPrefix(o.Metadata.Name, "shop-"), "-shop")
			all[cluster] = fmt.Sprint(o.Metadata.UID, " ", uid, " v", revisionOf(o))
		}
	}
	return all
}
