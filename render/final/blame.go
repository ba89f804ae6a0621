package final

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/effects"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/printing"
	"github.com/fluxapp-dev/fluxapp/render/stream"
)

// maxBlamed is how many fields are put back, one at a time, to find the one that an effect comes from.
const maxBlamed = 16

// cause is a change of a Flux object that may have an effect: a field, or the chart.
type cause struct {
	at   stream.Place
	side *stream.Side // after the change, with that put back
}

// effectOf is the change of an object for package effects. The spec of its owner is read once.
func (p *pair) effectOf(c *printing.Change, after map[string]any) effects.Change {
	if side := cmp.Or(p.After, p.Before); side != nil && p.spec == nil {
		var object struct{ Spec map[string]any }
		_ = json.Unmarshal(side.Object, &object) // which was read before
		p.spec = object.Spec
	}
	return effects.Change{Owner: p.owner.Kind, Gone: p.After == nil, CRD: c.CRD, Spec: p.spec, Before: c.Before,
		After: after}
}

// blamed is where an effect comes from; the text names other places.
type blamed struct {
	at     stream.Place
	others string
}

// blame returns the place of what a problem of a pair comes from: the field that takes it away when it is put back. Of
// several it is the first, and the others are told. Where no field does, it is the version of the chart if that
// changes, else all fields together. Clusters that share a problem and the places of its fields share the answer.
func (r *runner) blame(p *pair, problem string, has func(*rendition) bool) blamed {
	key := fmt.Sprintf("%s %v %v %v", problem, p.At, p.Chart, p.Fields)
	if known, found := r.blamed[key]; found {
		return known
	}
	var culprits, all []stream.Place
	for _, one := range p.causes() {
		if slices.Contains(all, one.at) {
			continue
		}
		all = append(all, one.at)
		if made := r.alone(p, one.side); made.failure == "" && !has(made) {
			culprits = append(culprits, one.at)
		}
	}
	switch {
	case len(culprits) > 0:
	case p.After != nil && p.Before != nil && p.Before.Path == p.After.Path && len(all) > 0:
		culprits = all
	default:
		culprits = []stream.Place{cmp.Or(p.Chart, p.At)}
	}
	slices.SortFunc(culprits, comparePlaces)
	found := blamed{at: culprits[0]}
	for i, other := range culprits[1:] {
		if i == maxNames {
			found.others += fmt.Sprintf(" and %d more", len(culprits)-1-i)
			break
		}
		found.others += fmt.Sprintf(" and %s:%d", other.File, other.Line)
	}
	r.blamed[key] = found
	return found
}

// causes returns the side after the change with each field put back.
func (p *pair) causes() (all []cause) {
	if p.Before == nil || p.After == nil {
		return nil
	}
	if p.Before.Path != p.After.Path {
		side := *p.Before
		side.Object = p.After.Object
		all = append(all, cause{cmp.Or(p.Chart, p.At), &side})
	}
	for _, f := range p.Fields[:min(len(p.Fields), maxBlamed)] {
		var before, after map[string]any
		err := cmp.Or(json.Unmarshal(p.Before.Object, &before), json.Unmarshal(p.After.Object, &after))
		if value, found, _ := unstructured.NestedFieldNoCopy(before, f.Keys...); found {
			err = cmp.Or(err, unstructured.SetNestedField(after, value, f.Keys...))
		} else {
			unstructured.RemoveNestedField(after, f.Keys...)
		}
		side := *p.After
		if side.Object, _ = json.Marshal(after); err == nil {
			all = append(all, cause{cmp.Or(f.At, p.At), &side})
		}
	}
	return all
}

// has returns what reports whether a rendition has an effect too.
func (r *runner) has(p *pair, c *printing.Change, e effects.Effect) func(*rendition) bool {
	return func(made *rendition) bool {
		var value map[string]any
		_, objects := r.comparer.objects(made, p.Cluster)
		for key, one := range objects {
			if own := named(key, ownName(p.Cluster)); own.Kind == c.Kind && own.Name == c.Name && own.Namespace == c.Namespace {
				value = one.value(p.Cluster)
			}
		}
		return slices.ContainsFunc(effects.Of(p.effectOf(c, value)), func(other effects.Effect) bool {
			return other.Code == e.Code && other.Path == e.Path
		})
	}
}

// alone renders one side of a pair by itself.
func (r *runner) alone(p *pair, side *stream.Side) *rendition {
	one := r.pool.empty()
	made := r.rendition(one, p, side, true)
	one.render()
	return made
}
