package render

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
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
// never becomes ready. It reports whether any object waits.
func (p *planner) gate() (gated bool) {
	if !slices.ContainsFunc(p.in.applications, func(app *application) bool { return app.waves }) {
		return false
	}
	objects := map[*application][]*placement{}
	for i := range p.placements {
		placed := &p.placements[i]
		if placed.app.waves && !placed.app.standalone { // of which waves are refused
			objects[placed.app] = append(objects[placed.app], placed)
		}
	}
	for _, app := range p.in.applications {
		gated = p.gateApplication(app, objects[app]) || gated
	}
	return gated
}

func (p *planner) gateApplication(app *application, objects []*placement) (gated bool) {
	waves := map[int][]*placement{}
	for _, placed := range objects {
		if placed.fields.Exists() {
			waves[placed.wave] = append(waves[placed.wave], placed)
		}
	}
	var before []*placement
	edges := 0
	for _, number := range slices.Sorted(maps.Keys(waves)) {
		wave := waves[number]
		if len(before) > 0 {
			p.gateWave(wave, before)
			edges += len(wave) * len(before)
		}
		if active := slices.DeleteFunc(slices.Clone(wave), func(p *placement) bool { return p.suspended }); len(active) > 0 {
			before = active
		}
	}
	if edges > 0 {
		newUngated(p, app).judge(objects)
	}
	if edges > manyGates {
		p.refuse(app, schema.Problem{
			Severity: schema.SeverityWarning, Code: schema.CodeManyGates, Node: app.document.Spec.Get("config"), OnKey: true,
			Detail: fmt.Sprintf("the waves make %d dependencies, and Flux checks each of them; put fewer clusters into the early waves", edges),
		})
	}
	return edges > 0
}

const (
	// manyGates is how many dependencies the waves of an application may make without a warning.
	manyGates = 10_000
	// maxGates is how many bytes of gates an object may have: etcd takes about 1.5 MiB for all of it.
	maxGates = 1 << 20
)

// gateWave makes the objects of a wave wait for others.
func (p *planner) gateWave(wave, before []*placement) {
	b := tree.NewBuilder()
	for _, on := range before {
		b.Reset()
		on.addExtras().digest = on.specDigest(b)
	}
	slices.SortFunc(before, func(a, b *placement) int {
		return cmp.Or(cmp.Compare(a.namespace, b.namespace), cmp.Compare(a.name, b.name))
	})
	made := map[string]*gates{}
	for _, placed := range wave {
		g := made[placed.namespace]
		if g == nil {
			g = newGates(p.in.build, placed.namespace, before)
			made[placed.namespace] = g
			p.tooManyGates(placed, g)
		}
		placed.gates = g
	}
}

func (p *planner) tooManyGates(placed *placement, g *gates) {
	if g.size > maxGates {
		p.refuse(placed.app, schema.Problem{Code: schema.CodeGates, Node: cmp.Or(placed.fields.Get("wave"), placed.origin()), Detail: fmt.Sprintf(
			"an object of this wave waits for %d others, which makes it %d bytes longer, and no cluster stores more than about 1.5 MiB of an object; "+
				"put fewer clusters into the wave before", len(g.on), g.size)})
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
		if on.namespace != namespace {
			fields = append(fields, tree.Field{Key: "namespace", Value: b.String(on.namespace, tree.Node{})})
		}
		plain := b.Map(tree.Node{}, fields...)
		if on.kind != kindKCLRun {
			expression := tree.Field{Key: "readyExpr", Value: b.String(readyExpr(on.extras().digest), tree.Node{})}
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

// specDigest returns the first 16 hex digits of the SHA-256 of the placement's own spec, as it is printed without its gates: what
// an earlier wave is like changes no digest of a later one.
func (p *placement) specDigest(b *tree.Builder) string {
	p = p.alone()
	own := p.specParts()
	return digestOf(tree.AppendYAML(nil, p.specOf(b, &own)))
}

// specParts returns what is the placement's own of its spec, without gates.
func (p *placement) specParts() parts {
	return parts{partKubeConfig: p.kubeConfig(), partDependsOn: p.extras().waitsFor}
}

func digestOf(spec []byte) string {
	sum := sha256.Sum256(spec)
	return hex.EncodeToString(sum[:8])
}
