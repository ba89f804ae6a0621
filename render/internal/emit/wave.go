package emit

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Gate computes the digests of objects with waves, and makes the objects of each wave wait for the objects of the
// nearest lower wave that has one that is not suspended: a suspended one never becomes ready. An override that sets a
// wave makes another template, so that all objects of a common are in one wave.
func Gate(inv inventory.Inventory, placements []*plan.Placement) {
	waves, c := wavesOf(inv, placements), closer{}
	for _, w := range waves { // before the first closing object is chosen, all gates must be known
		w.shareGates()
	}
	for _, w := range waves {
		if w.isLarge() {
			w.closing = c.choose(w, placements)
		}
	}
	p := newPrinter()
	for _, w := range waves {
		w.gate(inv.Build, p)
	}
}

type wave struct {
	all, active []*plan.Placement
	before      *wave // what the objects wait for; nil for none
	waiting     int   // how many objects wait for this wave
	closing     *plan.Placement
}

// wavesOf returns the waves of one application after the other, of each the lowest first.
func wavesOf(inv inventory.Inventory, placements []*plan.Placement) (waves []*wave) {
	byNumber := map[*inventory.Application]map[int]*wave{}
	for _, placed := range placements {
		app := placed.Common.App
		if !app.Waves || !placed.IsEntry() {
			continue
		}
		numbered, number := each.Below(byNumber, app), placed.Field().Wave
		if numbered[number] == nil {
			numbered[number] = &wave{}
		}
		w := numbered[number]
		if w.all = append(w.all, placed); !placed.Field().Suspended {
			w.active = append(w.active, placed)
		}
	}
	for _, app := range inv.Applications {
		var before *wave
		for _, number := range slices.Sorted(maps.Keys(byNumber[app])) {
			w := byNumber[app][number]
			slices.SortStableFunc(w.active, plan.CompareNames)
			if before != nil && !app.Standalone { // where other waves than 0 are an error
				w.before = before
				before.waiting += len(w.all)
			}
			if len(w.active) > 0 {
				before = w
			}
			waves = append(waves, w)
		}
	}
	return waves
}

// shareGates tells the objects what they wait for. The objects of one namespace share it.
func (w *wave) shareGates() {
	if w.before == nil {
		return
	}
	made := map[string]*plan.Gates{}
	for _, placed := range w.all {
		namespace := placed.Common.Namespace
		if made[namespace] == nil {
			made[namespace] = &plan.Gates{Awaited: w.before.active}
		}
		placed.Common.Gates = made[namespace]
	}
}

// gate writes what the objects wait for, and their digests: of the closing object the last one.
func (w *wave) gate(b *tree.Builder, p *printer) {
	for _, placed := range w.all {
		if gates := placed.Common.Gates; gates != nil && !gates.List.Exists() {
			awaited := gates.Awaited
			if gates.Closing = w.before.closing; gates.Closing != nil {
				awaited = []*plan.Placement{gates.Closing}
			}
			write(b, gates, placed.Common.Namespace, awaited)
		}
		if placed != w.closing {
			placed.Digest = p.digest(placed)
		}
	}
	if w.closing != nil {
		isClosing := func(placed *plan.Placement) bool { return placed == w.closing }
		closes := &plan.Gates{Closing: w.closing, Awaited: slices.DeleteFunc(slices.Clone(w.active), isClosing)}
		write(b, closes, w.closing.Common.Namespace, closes.Awaited)
		w.closing.Own().Closes = closes
		w.closing.Digest = p.digest(w.closing)
	}
}

const dependsOnColumn = 2

// write writes the list of gates for the objects of a namespace, once for all of them: two items for each dependency.
// Flux checks them one after the other, and reads the dependency anew for each. The item with the expression holds when
// the dependency has the spec of this rendering. For such an item Flux does not ask whether the dependency is ready, so
// a plain item follows: the dependency is ready, and a Kustomization has the revision of a source that both share.
//
// The order matters. With the plain item first, Flux can see the old object, which is ready, then the new spec is
// stored, and then the expression sees the new digest. On real controllers a later wave started too early in 3 of 10
// rounds. With the expression first, the plain item reads the new spec or a later one.
//
// In and behind a closed wave one item is enough for a HelmRelease, whose expression also asks what Flux asks without
// one. That is one read in the place of two. Of a Kustomization Flux compares the revision of the source as well, which
// no expression can. A KCLRun has no expressions.
func write(b *tree.Builder, gates *plan.Gates, namespace string, awaited []*plan.Placement) {
	var items []tree.Node
	for _, dependency := range awaited {
		fields, kind := []tree.Field{plan.TextField(b, "name", dependency.Name)}, dependency.Common.Kind
		if dependency.Common.Namespace != namespace {
			fields = append(fields, plan.TextField(b, "namespace", dependency.Common.Namespace))
		}
		plain, expression := b.Map(tree.Node{}, fields...), readyExpr(dependency.Digest)
		isWhole := gates.Closing != nil && kind == kinds.HelmRelease
		if isWhole {
			expression += WholeGate
		}
		if kind != kinds.KCLRun {
			items = append(items, b.Map(tree.Node{}, append(fields, plan.TextField(b, "readyExpr", expression))...))
		}
		if !isWhole {
			items = append(items, plain)
		}
	}
	gates.List = b.PrintedList(dependsOnColumn, tree.Node{}, items...)
	gates.Size = StoredSize(tree.AppendJSON(nil, gates.List))
	gates.Sum = sha256.Sum256(tree.AppendContent(nil, gates.List))
}

// StoredSize returns the bytes of JSON in etcd, where it is that of encoding/json, with each & as \u0026.
func StoredSize(json []byte) int {
	size := len(json)
	for _, escaped := range []string{"&", "<", ">"} {
		size += bytes.Count(json, []byte(escaped)) * (len(`\u0026`) - len(escaped))
	}
	return size
}

// readyExpr returns the expression that is true for a dependency that has the digest and that nobody has suspended.
//
// It holds the digest: comparing two annotations would compare old with old until Flux has applied both objects.
//
// A suspended object keeps its Ready condition, and Flux still counts its new spec as observed, so without the second
// half a change would pass an object that somebody has suspended by hand, although the change never ran there.
func readyExpr(digest plan.Digest) string {
	return fmt.Sprintf(GatePrefix+`"%s" && !dep.spec.?suspend.orValue(false)`, digest)
}

// GatePrefix is what the expression of a gate begins with.
const GatePrefix = `dep.metadata.?annotations[?"` + kinds.AnnotationDigest + `"].orValue("") == `

// WholeGate is the end of the expression of a gate that no plain item follows: the spec is seen, the object ready.
const WholeGate = ` && dep.metadata.generation == dep.status.?observedGeneration.orValue(-1)` +
	` && dep.status.?conditions.orValue([]).exists(c, c.type == "Ready" && c.status == "True")`

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

// eachOf calls follow for what an object waits for, except the objects of a wave that were passed already: many wait
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
