package adopt

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// gate matches the expression of a gate that fluxapp rendered. Others write expressions too, which stay as they are.
var gate = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^" + regexp.QuoteMeta(emit.GatePrefix) +
		`"[0-9a-f]{16}" && !dep\.spec\.\?suspend\.orValue\(false\)(` + regexp.QuoteMeta(emit.WholeGate) + `)?$`)
})

func isGate(item tree.Node) bool { return gate().MatchString(item.Get("readyExpr").Text()) }

// isWhole reports whether no plain item follows a gate.
func isWhole(item tree.Node) bool {
	return isGate(item) && strings.HasSuffix(item.Get("readyExpr").Text(), emit.WholeGate)
}

// waves finds the waves of one application in the gates of its objects.
type waves struct {
	*group
	byName map[string]*object // those that are not refused
	own    map[*object][]tree.Node
	awaits map[*object][]*object
	level  map[*object]int // from 1; absent until it is known
}

// readWaves makes waves of the gates that fluxapp rendered: a document with the expressions of gates would not render
// the digests that they ask for, so that they never open. What the waves of a document cannot say is refused; that they
// render the same gates and digests is proved like everything else.
func (a *adoption) readWaves(groups []*group) {
	for _, g := range groups {
		w := waves{group: g}
		for a.readGates(&w) { // what waits for a refused object is refused as well
		}
		if !g.hasDigest() {
			continue
		}
		if len(w.awaits) > 0 || slices.ContainsFunc(g.objects, (*object).hasGate) {
			a.refuseRollout(g)
		}
		highest := 0
		for _, o := range g.objects {
			highest = max(highest, w.level[o])
		}
		for _, o := range g.objects {
			if !o.refused {
				a.setWave(o, w.own[o], w.level[o]-1, highest > 1)
			}
		}
	}
}

// refuseRollout refuses all objects of an application with gates if one is refused: what is left waits for digests of
// what is taken, and would wait for ever after the next change of the document.
func (a *adoption) refuseRollout(g *group) {
	i := slices.IndexFunc(g.objects, func(o *object) bool { return o.refused })
	for _, o := range g.objects {
		if i >= 0 && !o.refused {
			a.report(o, finding.Problem{Code: finding.CodeGates, Node: o.root.At("metadata", "name"), Current: o.name,
				Detail: "is in the waves of an application of which another object stays, that at "}.
				Beside(g.objects[i].root.At("metadata", "name"), "; they stay together"))
		}
	}
}

func (g *group) hasDigest() bool {
	return slices.ContainsFunc(g.objects, func(o *object) bool { return o.digest().Exists() })
}

func (o *object) hasGate() bool {
	return slices.ContainsFunc(slices.Collect(o.root.At("spec", "dependsOn").Children()), isGate)
}

func (o *object) digest() tree.Node {
	return o.root.At("metadata", "annotations", kinds.AnnotationDigest)
}

// closes has the author's interval of an object that closes its wave; absent for all others.
func (o *object) closes() tree.Node {
	return o.root.At("metadata", "annotations", kinds.AnnotationClosesWave)
}

// readGates reads the gates of the objects that are not refused, and reports whether it has refused one.
func (a *adoption) readGates(w *waves) (refused bool) {
	w.byName, w.own, w.awaits = map[string]*object{}, map[*object][]tree.Node{}, map[*object][]*object{}
	w.level = map[*object]int{}
	for _, o := range w.objects {
		if !o.refused {
			w.byName[o.namespace+"/"+o.name] = o
		}
	}
	wrong := map[*object]string{}
	for _, o := range w.byName {
		wrong[o] = w.split(o)
	}
	for _, o := range w.objects {
		problem := wrong[o]
		if problem == "" && !o.refused && w.levelOf(o, len(w.objects)) == 0 {
			problem = "waits for itself, through objects of other waves"
		}
		if problem != "" {
			a.report(o, finding.Problem{Code: finding.CodeGates, Node: o.root.At("spec", "dependsOn"), Detail: problem +
				"; adopt all that fluxapp rendered of the application, as it rendered it, or its document"})
			refused = true
		}
	}
	return refused
}

// split divides what an object waits for into what its author wrote and gates, which are behind it: two items for each
// object of an earlier wave, and one where the kind has no expressions, or the expression asks all. It returns what is
// wrong.
func (w *waves) split(o *object) (problem string) {
	items := slices.Collect(o.given.At("spec", "dependsOn").Children())
	for n := len(items); n > 0 && o.digest().Exists(); n = len(items) {
		last, first := items[n-1], n-1
		awaited := w.byName[o.awaitedName(last)]
		if o.workload == kinds.KCLRun {
			if awaited == nil {
				break
			}
		} else if !isWhole(last) {
			if first--; first < 0 || !o.isPair(items[first], last) {
				break
			}
		}
		if items = items[:first]; awaited == nil {
			return fmt.Sprintf("waits for %s of an earlier wave, which is not among the objects of the application",
				o.awaitedName(last))
		}
		w.awaits[o] = append(w.awaits[o], awaited)
	}
	w.own[o] = items
	switch i := slices.IndexFunc(items, isGate); {
	case !o.digest().Exists() && w.hasDigest():
		return "has no annotation " + kinds.AnnotationDigest + ", which other objects of the application have"
	case i >= 0:
		return fmt.Sprintf("waits for a digest of %s, but not as a wave of fluxapp does", o.awaitedName(items[i]))
	}
	return ""
}

// isPair reports whether two items are a gate with the plain item that follows it.
func (o *object) isPair(first, last tree.Node) bool {
	return isGate(first) && !isWhole(first) && !last.Get("readyExpr").Exists() &&
		o.awaitedName(first) == o.awaitedName(last)
}

// awaitedName returns the namespace/name of what an item of dependsOn waits for.
func (o *object) awaitedName(item tree.Node) string {
	if namespace := item.Get("namespace").Text(); namespace != "" {
		return namespace + "/" + item.Get("name").Text()
	}
	return o.namespace + "/" + item.Get("name").Text()
}

// levelOf returns 1 for objects that wait for none, 2 for those that wait for these and so on; 0 for those that wait
// for themselves. Objects of a wave that are all suspended are in one level with the next wave, which waits for the
// same. An object that closes its wave is in one level with the others of it, which its last items name.
func (w *waves) levelOf(o *object, most int) int {
	switch awaits := w.awaits[o]; {
	case w.level[o] > 0 || most < 0:
	case len(awaits) == 0:
		w.level[o] = 1
	default:
		if below := w.levelOf(awaits[0], most-1); below > 0 && o.closes().Exists() {
			w.level[o] = below
		} else if below > 0 {
			w.level[o] = below + 1
		}
	}
	return w.level[o]
}

// setWave replaces the gates of an object by its wave, and the interval of one that closes its wave by its author's.
// Where all objects are in wave 0, that is written as well: their digests come with it.
func (a *adoption) setWave(o *object, own []tree.Node, wave int, several bool) {
	b, spec := a.build, o.current.Get("spec")
	fields := spec.Fields()
	if list := spec.Get("dependsOn"); list.Len() > len(own) {
		fields = b.Without(spec, "dependsOn").Fields()
		if len(own) > 0 {
			fields = append(fields, tree.Field{Key: "dependsOn", Value: b.List(list, own...)})
		}
	}
	if closes := o.closes(); closes.Exists() {
		fields = slices.DeleteFunc(fields, func(f tree.Field) bool { return f.Key == "interval" })
		if closes.Text() != "" {
			fields = append(fields, tree.Field{Key: "interval", Value: closes})
		}
	}
	if wave > 0 || !several {
		fields = append(fields, tree.Field{Key: "wave", Value: b.Number(strconv.Itoa(wave), spec)})
	}
	o.current = b.Map(o.current, append(o.current.Fields(), tree.Field{Key: "spec", Value: b.Map(spec, fields...)})...)
	metadata := o.given.Get("metadata")
	annotations := append(metadata.Get("annotations").Fields(),
		tree.Field{Key: kinds.AnnotationDigest, Value: o.digest()},
		tree.Field{Key: kinds.AnnotationClosesWave, Value: o.closes()})
	o.given = b.Map(o.given, append(o.given.Fields(), tree.Field{Key: "metadata", Value: b.Map(metadata,
		append(metadata.Fields(), tree.Field{Key: "annotations", Value: b.Map(metadata, annotations...)})...)})...)
}

// isOfGates reports whether a path of an object leads to what follows from its wave.
func (o *object) isOfGates(path string) bool {
	return o.digest().Exists() && (strings.HasPrefix(path, "spec.dependsOn") ||
		strings.Contains(path, kinds.AnnotationDigest) || strings.Contains(path, kinds.AnnotationClosesWave) ||
		path == "spec.interval" && o.closes().Exists())
}

// refuseWave refuses an object with a digest or gates that its document does not render: it or one that it waits for
// was changed after it was rendered, also by an API server that adds defaults.
func (a *adoption) refuseWave(o *object, d tree.Difference) {
	at := d.Before.Node
	if !at.Exists() {
		at = o.digest()
	}
	a.report(o, finding.Problem{Code: finding.CodeGates, Node: at, Detail: fmt.Sprintf("is %s, and the waves of its "+
		"document render %s, because an object was changed after fluxapp rendered it; adopt what fluxapp rendered, or its "+
		"document", shown(d, d.Before), shown(d, d.After))})
}
