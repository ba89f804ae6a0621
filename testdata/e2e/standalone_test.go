package e2e

import (
	"testing"

	"gotest.tools/v3/assert"
)

// TestStandaloneDelivery lets a cluster with a Flux of its own have delivery. Its root has read the cluster's folder,
// and reads the folder delivery from then on. The root does not prune at that time, or what it had has the annotation
// until the root reads the other folder; or else Flux uninstalls it.
func TestStandaloneDelivery(t *testing.T) {
	w, _ := newHub(t)
	w.members = []*Cluster{w.hub}
	w.flux = w.run(t, w.hub)
	none, one := new(int), new(int)
	*one = 1
	flat := layout{clusters: []string{"berlin"}, standalone: true}
	marked := layout{clusters: flat.clusters, standalone: true, next: one}
	delivered := layout{clusters: flat.clusters, standalone: true, groups: 1}
	both := delivered
	both.next = none
	for _, c := range []struct {
		name          string
		before, after []layout // the root reads the other folder
		isPruned      bool     // at that time
		isKept        bool
	}{
		{"unpruned", []layout{delivered}, nil, false, true},
		{"marked", []layout{marked, both}, []layout{delivered}, true, true},
		{"marked-too-short", []layout{marked, delivered}, nil, true, false},
		{"plain", []layout{delivered}, nil, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w.reset(t)
			d := w.deliver(t, c.name)
			d.rooted(`{"path":"./deploy/berlin"}`)
			d.written(flat)
			d.deliver("root")
			d.until("helmrelease/shop-berlin-shop Ready=True observed")
			before := d.releases()
			assert.Equal(t, len(before), 1)
			for _, l := range c.before {
				if told, err := d.render(l); err != nil { // fluxapp holds it
					d.written(l, "--acknowledge", digestIn(t, told))
				}
				d.deliver("root")
			}
			if !c.isPruned {
				d.rooted(`{"prune":false}`)
				d.delivered("root")
			}
			d.rooted(`{"path":"./deploy/berlin/delivery"}`)
			d.delivered("root", "fleet")
			if !c.isPruned {
				d.rooted(`{"prune":true}`)
				d.delivered("root", "fleet")
			}
			for _, l := range c.after {
				d.written(l)
				d.deliver("root", "fleet")
			}
			d.until("helmrelease/shop-berlin-shop Ready=True observed")
			d.settle()
			assert.Equal(t, d.releases()["berlin"] == before["berlin"], c.isKept)
		})
	}
}
