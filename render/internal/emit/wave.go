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
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Gate computes the digests of objects with waves, and makes the objects of each wave wait for the objects of the
// nearest lower wave that has one that is not suspended: a suspended one never becomes ready. An override that sets a
// wave makes another template, so that all objects of a common are in one wave.
func Gate(inv inventory.Inventory, placements []plan.Placement) {
	waves, p := map[*inventory.Application]map[int][]*plan.Placement{}, newPrinter()
	for i := range placements {
		placed := &placements[i]
		app := placed.Common.App
		if !app.Waves || !placed.IsEntry() {
			continue
		}
		if waves[app] == nil {
			waves[app] = map[int][]*plan.Placement{}
		}
		number := placed.Field().Wave
		waves[app][number] = append(waves[app][number], placed)
	}
	for _, app := range inv.Applications {
		var before []*plan.Placement
		for _, number := range slices.Sorted(maps.Keys(waves[app])) {
			wave := waves[app][number]
			if len(before) > 0 && !app.Standalone { // where other waves than 0 are an error
				gateWave(inv.Build, wave, before)
			}
			for _, placed := range wave {
				placed.Digest = p.digest(placed)
			}
			active := slices.DeleteFunc(slices.Clone(wave), func(p *plan.Placement) bool { return p.Field().Suspended })
			if len(active) > 0 {
				before = active
			}
		}
	}
}

func gateWave(b *tree.Builder, wave, before []*plan.Placement) {
	slices.SortFunc(before, plan.CompareNames)
	made := map[string]*plan.Gates{}
	for _, placed := range wave {
		namespace := placed.Common.Namespace
		if made[namespace] == nil {
			made[namespace] = newGates(b, namespace, before)
		}
		placed.Common.Gates = made[namespace]
	}
}

// dependsOnColumn is where the items of spec.dependsOn begin.
const dependsOnColumn = 2

// newGates writes what objects of a namespace wait for: two items for each dependency. Flux checks them one after the
// other, and reads the dependency anew for each. The item with the expression holds when the dependency has the spec
// of this rendering. For such an item Flux does not ask whether the dependency is ready, so a plain item follows: the
// dependency is ready, and a Kustomization has the revision of a source that both share.
//
// The order matters. With the plain item first, Flux can see the old object, which is ready, then the new spec is
// stored, and then the expression sees the new digest. On real controllers a later wave started too early in 3 of 10
// rounds. With the expression first, the plain item reads the new spec or a later one.
//
// A KCLRun has no expressions.
func newGates(b *tree.Builder, namespace string, before []*plan.Placement) *plan.Gates {
	var items []tree.Node
	for _, awaited := range before {
		fields := []tree.Field{plan.TextField(b, "name", awaited.Name)}
		if awaited.Common.Namespace != namespace {
			fields = append(fields, plan.TextField(b, "namespace", awaited.Common.Namespace))
		}
		plain := b.Map(tree.Node{}, fields...)
		if awaited.Common.Kind != kinds.KCLRun {
			expression := plan.TextField(b, "readyExpr", readyExpr(awaited.Digest))
			items = append(items, b.Map(tree.Node{}, append(fields, expression)...))
		}
		items = append(items, plain)
	}
	list := b.PrintedList(dependsOnColumn, tree.Node{}, items...)
	sum := sha256.Sum256(tree.AppendContent(nil, list))
	return &plan.Gates{Awaited: before, List: list, Size: StoredSize(tree.AppendJSON(nil, list)), Sum: sum}
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
const GatePrefix = `dep.metadata.?annotations[?"` + terms.AnnotationDigest + `"].orValue("") == `
