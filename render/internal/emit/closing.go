package emit

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"time"

	"github.com/fluxapp-dev/fluxapp/internal/each"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// closedFrom is the number of dependencies from which on one object closes a wave. Flux reads each twice whenever it
// looks at what waits: a controller that limits itself to 50 requests a second needs 20 s for these.
const closedFrom = 500

// isLarge reports whether so many objects wait for so many that one object must close the wave. Suspended ones count,
// so that the answer stays when a cluster is suspended for a while. A KCLRun has no expressions, which closing needs.
func (w *wave) isLarge() bool {
	return len(w.active) > 1 && len(w.all)*w.waiting >= closedFrom && w.all[0].Common.Kind != kinds.KCLRun
}

type closer struct {
	objects map[plan.ClashKey]*plan.Placement // nil until they are asked for; empty where no author wrote a dependency
	closed  map[*plan.Placement]*wave         // by the closing object
}

// choose returns the object with the smallest hash of its name, so that another object seldom changes the choice. Of
// those that other objects of the wave wait for it is none, because it would wait for them and they for it.
func (c *closer) choose(w *wave, placements []*plan.Placement) (chosen *plan.Placement) {
	if c.objects == nil {
		c.objects, c.closed = map[plan.ClashKey]*plan.Placement{}, map[*plan.Placement]*wave{}
		isWritten := func(p *plan.Placement) bool { return p.Dependencies().First().Exists() }
		if slices.ContainsFunc(placements, isWritten) {
			for _, p := range placements {
				c.objects[p.Key()] = p
			}
		}
	}
	awaited := c.awaitedBy(w)
	var lowest []byte
	for _, placed := range w.active {
		hash := sha256.Sum256([]byte(placed.ObjectKey().String()))
		key := append([]byte{0}, hash[:]...)
		if awaited[placed] { // all objects are where they wait for each other, which is refused later
			key[0] = 1
		}
		if chosen == nil || bytes.Compare(key, lowest) < 0 {
			chosen, lowest = placed, key
		}
	}
	c.closed[chosen] = w
	return chosen
}

// awaitedBy returns the objects that active objects of a wave wait for, also through others. Without a dependency that
// an author wrote, no object waits for one of its own wave.
func (c *closer) awaitedBy(w *wave) map[*plan.Placement]bool {
	if len(c.objects) == 0 {
		return nil
	}
	awaited, passed := map[*plan.Placement]bool{}, map[*plan.Placement]bool{}
	var follow func(*plan.Placement)
	follow = func(to *plan.Placement) {
		if to != nil && each.Add(awaited, to) {
			c.eachOf(to, passed, follow)
		}
	}
	for _, placed := range w.active {
		c.eachOf(placed, passed, follow)
	}
	return awaited
}

// eachOf calls follow for what an object waits for, but for the objects of a wave that were passed already: many wait
// for the same ones. The first of these stands for them.
func (c *closer) eachOf(p *plan.Placement, passed map[*plan.Placement]bool, follow func(*plan.Placement)) {
	for item := range p.Dependencies().Children() {
		follow(c.objects[p.DependencyKey(item)])
	}
	if gates := p.Common.Gates; gates != nil && each.Add(passed, gates.Awaited[0]) {
		for _, before := range gates.Awaited {
			follow(before)
		}
	}
	if w := c.closed[p]; w != nil {
		for _, other := range w.active {
			if other != p {
				follow(other)
			}
		}
	}
}

// The interval of a closing object is at most a minute. Flux looks at it then, and notices that an object of its wave
// has failed, or that somebody has suspended one, before a later wave changes.
const (
	closingInterval = "1m"
	longestInterval = time.Minute
)

// intervalOf returns the interval of a closing object, and the one that its author wrote: empty where another tool sets
// it. A zero Node is in place of an interval that is short enough.
func intervalOf(p *plan.Placement, b *tree.Builder) (interval, written tree.Node) {
	text := p.Instance.Text(p.MergedEntry().Get("interval"))
	length, err := time.ParseDuration(text)
	if err != nil || length <= 0 || length > longestInterval {
		interval = b.String(closingInterval, tree.Node{})
	}
	return interval, b.String(text, tree.Node{})
}
