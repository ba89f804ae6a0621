package emit

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
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
		if byNumber[app] == nil {
			byNumber[app] = map[int]*wave{}
		}
		number := placed.Field().Wave
		if byNumber[app][number] == nil {
			byNumber[app][number] = &wave{}
		}
		w := byNumber[app][number]
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

// shareGates tells the objects what they wait for. Those of one namespace share it.
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

// WholeGate is the end of the expression of a gate that no plain item follows: the controller has seen the spec, and
// the object is ready.
const WholeGate = ` && dep.metadata.generation == dep.status.?observedGeneration.orValue(-1)` +
	` && dep.status.?conditions.orValue([]).exists(c, c.type == "Ready" && c.status == "True")`
