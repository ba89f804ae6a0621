package final

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxapp-dev/fluxapp/render/internal/blocks"
	"github.com/fluxapp-dev/fluxapp/render/internal/effects"
	"github.com/fluxapp-dev/fluxapp/render/internal/printing"
	"github.com/fluxapp-dev/fluxapp/render/internal/stream"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// findings are told once for all clusters that they are about, which they have here. A detail may have wording.OwnName
// for the name of the cluster.
type findings map[told]map[string]bool

// told is a finding, and the other places that it comes from.
type told struct {
	finding.Finding
	because string
}

// list returns the findings in file order, each with its clusters.
func (all findings) list() (list finding.Findings) {
	for f, on := range all {
		clusters := slices.Sorted(maps.Keys(on))
		what, advice, hasAdvice := strings.Cut(wording.ShownFor(f.Detail, clusters), "; ")
		f.Detail = what + f.because + " (on " + names.SpansOf(clusters).Short(6) + ")"
		if hasAdvice {
			f.Detail += "; " + advice
		}
		f.Detail = wording.Visible(f.Detail)
		list = append(list, f.Finding)
	}
	slices.SortFunc(list, func(a, b finding.Finding) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Code, b.Code), strings.Compare(a.Detail, b.Detail))
	})
	return list
}

// tell tells a finding of a pair, at the place of what it comes from. The key and the change that has it tell it apart
// from others of the pair; a finding that comes from no value has none.
func (r *runner) tell(p *pair, f finding.Finding, key string, c *printing.Change) {
	places, one := []stream.Place{p.At}, told{Finding: f}
	if key != "" {
		places = r.culprits(p, key, c)
	}
	if one.File, one.Line, one.Column = places[0].File, places[0].Line, places[0].Column; len(places) > 1 {
		words := each.Of(places, func(at stream.Place) string { return fmt.Sprintf("%s:%d", at.File, at.Line) })
		words[0] = ", because of this line"
		one.because = names.Sentence(words)
	}
	each.Below(r.found, one)[p.Cluster] = true
}

// culprits returns the places that a finding comes from, at least one: of each field that takes it away when it is put
// back. Where no field does, it is the version of the chart if that changes, else all fields together. Clusters that
// share a finding and the places of its fields share the answer.
func (r *runner) culprits(p *pair, key string, c *printing.Change) []stream.Place {
	memo := fmt.Sprintf("%p %s %v %v %v", c, key, p.At, p.Chart, p.Fields)
	if known, isKnown := r.blamed[memo]; isKnown {
		return known
	}
	if p.variants == nil {
		p.variants = r.variants(p)
	}
	var found, all []stream.Place
	for _, one := range p.variants {
		if all = append(all, one.At); one.after.failure == "" && !slices.Contains(one.left, key) {
			found = append(found, one.At)
		}
	}
	switch {
	case found != nil:
	case all != nil && p.Before.Path == p.After.Path:
		found = all
	default:
		found = []stream.Place{cmp.Or(p.Chart, p.At)}
	}
	slices.SortFunc(found, func(a, b stream.Place) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	r.blamed[memo] = slices.Compact(found)
	return r.blamed[memo]
}

// variants returns a pair with each field that changes put back, one at a time, or its chart: at the place of that, and
// with the keys of the findings that are left.
func (r *runner) variants(p *pair) (all []*pair) {
	if p.Before == nil || p.After == nil {
		return nil
	}
	const most = 16
	add := func(at stream.Place, side stream.Side) {
		one := *p
		one.At, one.After, one.after = at, &side, r.rendition(p, &side, true)
		all = append(all, &one)
	}
	if p.Before.Path != p.After.Path {
		side := *p.Before
		side.Object = p.After.Object
		add(cmp.Or(p.Chart, p.At), side)
	}
	for _, f := range p.Fields[:min(len(p.Fields), most)] {
		var before, after map[string]any
		err := cmp.Or(json.Unmarshal(p.Before.Object, &before), json.Unmarshal(p.After.Object, &after))
		if value, found, _ := unstructured.NestedFieldNoCopy(before, f.Keys...); found {
			err = cmp.Or(err, unstructured.SetNestedField(after, value, f.Keys...))
		} else {
			unstructured.RemoveNestedField(after, f.Keys...)
		}
		side := *p.After
		if side.Object, _ = json.Marshal(after); err == nil {
			add(cmp.Or(f.At, p.At), side)
		}
	}
	r.render()
	for _, one := range all {
		changes := r.compare(one, &blocks.Summary{}, map[printing.Object]*both{})
		r.consequences(one, changes, func(_ finding.Finding, key string, _ *printing.Change) {
			one.left = append(one.left, key)
		})
	}
	return all
}

// check tells what is not known of a pair, what fails, and what its changes do to what runs. It returns the names of
// what goes, by kind.
func (r *runner) check(p *pair, changes []*printing.Change) (gone map[string][]string) {
	r.failures(p)
	return r.consequences(p, changes, func(f finding.Finding, key string, c *printing.Change) { r.tell(p, f, key, c) })
}

// failures tells what is not known of a pair, and what fails.
func (r *runner) failures(p *pair) {
	named := func(text string) string {
		return wording.OwnValue(p.owner.Kind+" "+p.owner.Metadata.Name+": "+text, p.Cluster)
	}
	unknown := func(text string) {
		f := finding.Finding{Severity: finding.SeverityInfo, Code: wording.CodeFinalUnknown, Detail: named(text)}
		r.tell(p, f, "", nil)
	}
	for _, made := range slices.Compact([]*rendition{p.before, p.after}) {
		if made == nil {
			continue
		}
		isBefore := p.after != nil && made != p.after
		switch {
		case made.unread != "":
			unknown("its objects are not known: " + made.unread)
		case made.failure == "":
		case len(made.unknown) > 0:
			unknown("its objects are not known, because it fails without the values named below: " + made.failure)
		case !isBefore:
			f, key := finding.Finding{Severity: finding.SeverityError, Code: wording.CodeFinalFails}, ""
			if f.Detail = named("it fails: " + made.failure); p.before.isMade() && !strings.HasPrefix(made.failure, endless) {
				key = f.Detail
			}
			r.tell(p, f, key, nil)
		case made.failure != p.after.failure:
			unknown("what changes is not known, because before the change it fails: " + made.failure)
		}
		for _, text := range made.unknown {
			unknown(text)
		}
	}
}

// consequences tells which objects of a pair nobody serves, and what its changes do to what runs. It returns the names
// of what goes, by kind.
func (r *runner) consequences(p *pair, changes []*printing.Change,
	tell func(finding.Finding, string, *printing.Change)) map[string][]string {
	gone, owner := map[string][]string{}, struct{ Spec map[string]any }{}
	if p.after != nil && !p.Same {
		for _, o := range r.class(p.after.class) {
			if o.unserved != "" {
				f := finding.Finding{Severity: finding.SeverityError, Code: wording.CodeFinalAPI, Detail: o.unserved}
				tell(f, o.unserved, nil)
			}
		}
	}
	for _, c := range changes {
		if c.Hook || c.Before == nil {
			continue
		}
		if owner.Spec == nil {
			_ = json.Unmarshal(cmp.Or(p.After, p.Before).Object, &owner) // which was read before
		}
		e := effects.Change{Owner: p.owner.Kind, Spec: owner.Spec, Gone: p.After == nil, CRD: c.CRD, Before: c.Before}
		if !p.reinstalls {
			e.After = c.After
		}
		if c.After == nil && !e.Stays() {
			name := strings.TrimPrefix(c.String(), c.Kind+" ")
			gone[c.Kind] = append(gone[c.Kind], strings.ReplaceAll(name, wording.OwnName, p.Cluster))
		}
		for _, found := range effects.Of(e) {
			key := fmt.Sprintf("%s %s %s", found.Code, c, found.Path)
			if p.reinstalls {
				key = ""
			}
			f := finding.Finding{Severity: found.Severity, Code: found.Code, Detail: c.String() + ": " + found.Detail}
			tell(f, key, c)
		}
	}
	return gone
}

// checkTwice tells of an object that another owner of its cluster has too.
func (r *runner) checkTwice(one *both, owners map[printing.Object]*both) {
	o := one.after
	switch first := owners[o.key]; {
	case o.Value == nil || o.Hook || o.CRD: // made anew, and left to who was first
	case first == nil:
		owners[o.key] = one
	case first.before.Value == nil || one.before.Value == nil:
		detail := fmt.Sprintf("%s is of %s and of %s, and each undoes what the other does; take it out of one of them", o.key,
			first.owner, one.owner)
		r.tell(one.pair, finding.Finding{Severity: finding.SeverityError, Code: wording.CodeFinalTwice,
			Detail: wording.OwnValue(detail, one.Cluster)}, "", nil)
	}
}
