package emit

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"slices"
	"time"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// closedFrom is the number of dependencies from which on one object closes a wave. Flux reads each dependency twice,
// and a controller makes 50 requests a second, so that it reads these for 20 s.
const closedFrom = 500

// isLarge reports whether so many objects wait for so many that one object must close the wave. Suspended ones count,
// so that the answer stays when a cluster is suspended for a while. A KCLRun has no expressions, which closing needs.
func (w *wave) isLarge() bool {
	return len(w.active) > 1 && len(w.all)*w.waiting >= closedFrom && w.all[0].Common.Kind != kinds.KCLRun
}

// close makes the closing object wait for all other active objects of its wave.
func (w *wave) close(b *tree.Builder) {
	closes := &plan.Gates{}
	for _, other := range w.active {
		if other != w.closing {
			closes.Awaited = append(closes.Awaited, other)
		}
	}
	write(closes, closedItems(b, w.closing.Common.Namespace, closes.Awaited...), b)
	w.closing.Closes = closes
}

// closedItems returns what an object waits for in and behind a closed wave. One item is enough for a HelmRelease, when
// its expression also asks what Flux asks without one. That is one read in the place of two. Of a Kustomization, Flux
// also compares the revision of the source, which no expression can.
func closedItems(b *tree.Builder, namespace string, awaited ...*plan.Placement) (all []tree.Node) {
	for _, dependency := range awaited {
		if dependency.Common.Kind != kinds.HelmRelease {
			all = append(all, items(b, namespace, dependency)...)
			continue
		}
		expression := plan.TextField(b, "readyExpr", readyExpr(dependency.Digest)+WholeGate)
		all = append(all, b.Map(tree.Node{}, append(nameFields(b, namespace, dependency), expression)...))
	}
	return all
}

// WholeGate is the end of the expression of a gate that no plain item follows: the controller has seen the spec, and
// the object is ready.
const WholeGate = ` && dep.metadata.generation == dep.status.?observedGeneration.orValue(-1)` +
	` && dep.status.?conditions.orValue([]).exists(c, c.type == "Ready" && c.status == "True")`

// closer chooses the objects that close waves.
type closer struct {
	objects map[plan.ClashKey]*plan.Placement // nil until they are asked for; empty where no author wrote a dependency
	closed  map[*plan.Placement]*wave         // by the closing object
}

// choose returns the object with the smallest hash of its name, so that another object seldom changes the choice. Of
// those that other objects of the wave wait for it is none, because it would wait for them and they for it.
func (c *closer) choose(w *wave, placements []plan.Placement) (chosen *plan.Placement) {
	if c.objects == nil {
		c.index(placements)
	}
	awaited := c.awaitedBy(w)
	var lowest [sha256.Size]byte
	for _, skip := range []bool{true, false} { // objects that all wait for each other are refused later
		for _, placed := range w.active {
			if skip && awaited[placed] {
				continue
			}
			hash := sha256.Sum256([]byte(placed.ObjectKey().String()))
			if chosen == nil || bytes.Compare(hash[:], lowest[:]) < 0 {
				chosen, lowest = placed, hash
			}
		}
		if chosen != nil {
			break
		}
	}
	c.closed[chosen] = w
	return chosen
}

func (c *closer) index(placements []plan.Placement) {
	c.objects, c.closed = map[plan.ClashKey]*plan.Placement{}, map[*plan.Placement]*wave{}
	isDependent := func(p plan.Placement) bool { return p.Dependencies().First().Exists() }
	if !slices.ContainsFunc(placements, isDependent) {
		return
	}
	for i := range placements {
		c.objects[placements[i].Key()] = &placements[i]
	}
}

// awaitedBy returns the objects that active objects of a wave wait for, also through others. Without a dependency that
// an author wrote, no object waits for one of its own wave.
func (c *closer) awaitedBy(w *wave) map[*plan.Placement]bool {
	if len(c.objects) == 0 {
		return nil
	}
	awaited, passed := map[*plan.Placement]bool{}, map[*plan.Placement]bool{}
	for _, placed := range w.active {
		awaited[placed] = false // its own dependencies are followed below
	}
	way, follow := slices.Clone(w.active), func(to *plan.Placement) {}
	follow = func(to *plan.Placement) {
		if to == nil {
			return
		}
		if _, known := awaited[to]; !known {
			way = append(way, to)
		}
		awaited[to] = true
	}
	for n := 0; n < len(way); n++ {
		c.eachOf(way[n], passed, follow)
	}
	return awaited
}

// eachOf calls follow for what an object waits for, but for the objects of a wave that were passed already: many wait
// for the same ones. The first of these stands for them.
func (c *closer) eachOf(p *plan.Placement, passed map[*plan.Placement]bool, follow func(*plan.Placement)) {
	for item := range p.Dependencies().Children() {
		follow(c.objects[plan.ClashKey{Server: p.Server(), Kind: p.Common.Kind.Name,
			Namespace: cmp.Or(item.Get("namespace").Text(), p.Common.Namespace), Name: item.Get("name").Text()}])
	}
	if gates := p.Common.Gates; gates != nil && !passed[gates.Awaited[0]] {
		passed[gates.Awaited[0]] = true
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
