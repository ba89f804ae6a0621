package render

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// gates are what the objects of a wave wait for, besides what their author wrote. Objects of one wave and namespace share them.
type gates struct {
	on   []*placement
	list tree.Node // of the items, as dependsOn has them
	size int       // of the list in bytes, as an API server stores it
}

// gate makes the objects of each wave wait for those of the nearest lower wave that has one that is not suspended: a suspended one
// never becomes ready. An override that sets a wave makes another template, so that all objects of a common are in one wave.
func gate(inv inventory, placements []placement) {
	waves := map[*application]map[int][]*placement{}
	for i := range placements {
		placed := &placements[i]
		app := placed.common.app
		if !app.waves || app.standalone || !placed.isEntry() { // waves of standalone applications are an error
			continue
		}
		if waves[app] == nil {
			waves[app] = map[int][]*placement{}
		}
		number := placed.field().wave
		waves[app][number] = append(waves[app][number], placed)
	}
	p := newPrinter()
	for _, app := range inv.applications {
		var before []*placement
		for _, number := range slices.Sorted(maps.Keys(waves[app])) {
			wave := waves[app][number]
			if len(before) > 0 {
				gateWave(inv.build, p, wave, before)
			}
			if active := slices.DeleteFunc(slices.Clone(wave), func(p *placement) bool { return p.field().suspended }); len(active) > 0 {
				before = active
			}
		}
	}
}

// gateWave makes the objects of a wave wait for others.
func gateWave(b *tree.Builder, p *printer, wave, before []*placement) {
	for _, on := range before {
		p.b.Reset()
		on.digest = p.digest(on)
	}
	slices.SortFunc(before, func(a, b *placement) int {
		return cmp.Or(cmp.Compare(a.common.namespace, b.common.namespace), cmp.Compare(a.name, b.name))
	})
	made := map[string]*gates{}
	for _, placed := range wave {
		namespace := placed.common.namespace
		if made[namespace] == nil {
			made[namespace] = newGates(b, namespace, before)
		}
		placed.common.gates = made[namespace]
	}
}

// dependsOnColumn is where the items of spec.dependsOn begin.
const dependsOnColumn = 2

// newGates writes what objects of a namespace wait for: two items for each dependency. Flux checks them one after the other, and
// reads the dependency anew for each. The item with the expression holds when the dependency has the spec of this rendering. For
// such an item Flux does not ask whether the dependency is ready, so a plain item follows: the dependency is ready, and a
// Kustomization has the revision of a source that both share.
//
// The order matters. With the plain item first, Flux can see the old object, which is ready, then the new spec is stored, and then
// the expression sees the new digest. On real controllers a later wave started too early in 3 of 10 rounds. With the expression
// first, the plain item reads the new spec or a later one.
//
// A KCLRun has no expressions.
func newGates(b *tree.Builder, namespace string, before []*placement) *gates {
	var items []tree.Node
	for _, on := range before {
		fields := []tree.Field{{Key: "name", Value: b.String(on.name, tree.Node{})}}
		if on.common.namespace != namespace {
			fields = append(fields, tree.Field{Key: "namespace", Value: b.String(on.common.namespace, tree.Node{})})
		}
		plain := b.Map(tree.Node{}, fields...)
		if on.common.kind != kindKCLRun {
			expression := tree.Field{Key: "readyExpr", Value: b.String(readyExpr(on.digest), tree.Node{})}
			items = append(items, b.Map(tree.Node{}, append(fields, expression)...))
		}
		items = append(items, plain)
	}
	list := b.PrintedList(dependsOnColumn, tree.Node{}, items...)
	return &gates{on: before, list: list, size: storedSize(list)}
}

// storedSize returns how many bytes of etcd a value takes. An API server stores JSON as encoding/json prints it, with each & of an
// expression as \u0026.
func storedSize(n tree.Node) int {
	json := tree.AppendJSON(nil, n)
	return len(json) + bytes.Count(json, []byte("&"))*(len(`\u0026`)-len("&"))
}

// readyExpr returns the expression that is true for a dependency that has the digest and that nobody has suspended.
//
// It holds the digest itself. Comparing the annotations of the two objects would compare old with old until Flux has applied both.
//
// A suspended object keeps its Ready condition, and Flux still counts its new spec as observed, so without the second half a change
// would pass an object that somebody has suspended by hand, although the change never ran there.
func readyExpr(digest string) string {
	return fmt.Sprintf(`dep.metadata.?annotations[?%q].orValue("") == %q && !dep.spec.?suspend.orValue(false)`, schema.AnnotationDigest, digest)
}
