package final

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/fluxapp-dev/fluxapp/internal/each"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/effects"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/printing"
	"github.com/fluxapp-dev/fluxapp/render/internal/blocks"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/render/stream"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// told is a finding without its clusters. Its detail may have wording.OwnName for the name of the cluster.
type told struct {
	finding.Finding
	because string // the other places that it comes from
}

// findings are told once for all clusters that they are about.
type findings map[told]map[string]bool

// list returns the findings in file order, each with its clusters.
func (all findings) list() (list finding.Findings) {
	const most = 6
	for f, on := range all {
		clusters := slices.Sorted(maps.Keys(on))
		what, advice, hasAdvice := strings.Cut(wording.ShownFor(f.Detail, clusters), "; ")
		f.Detail = what + f.because + " (on " + names.SpansOf(clusters).Short(most) + ")"
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

// problem is what is wrong with a pair, before it is known where it comes from.
type problem struct {
	severity finding.Severity
	code     finding.Code
	detail   string
	key      string           // tells it apart from others of the pair; empty for one that comes from none of its fields
	change   *printing.Change // that has it; nil for none
}

// tell tells a problem of a pair, at the place of what it comes from.
func (r *runner) tell(p *pair, one problem) {
	places := []stream.Place{p.At}
	if one.key != "" {
		places = r.culprits(p, one)
	}
	f := told{Finding: finding.Finding{Severity: one.severity, Code: one.code, Detail: one.detail, File: places[0].File,
		Line: places[0].Line, Column: places[0].Column}}
	if len(places) > 1 {
		words := each.Of(places, func(at stream.Place) string { return fmt.Sprintf("%s:%d", at.File, at.Line) })
		words[0] = ", because of this line"
		f.because = names.Sentence(words)
	}
	if r.found[f] == nil {
		r.found[f] = map[string]bool{}
	}
	r.found[f][p.Cluster] = true
}

// culprits returns the places that a problem comes from, at least one: of each field that takes it away when it is put
// back. Where no field does, it is the version of the chart if that changes, else all fields together. Clusters that
// share a problem and the places of its fields share the answer.
func (r *runner) culprits(p *pair, of problem) []stream.Place {
	memo := fmt.Sprintf("%p %s %v %v %v", of.change, of.key, p.At, p.Chart, p.Fields)
	if known, isKnown := r.blamed[memo]; isKnown {
		return known
	}
	if p.variants == nil {
		p.variants = r.variants(p)
	}
	var found, all []stream.Place
	for _, one := range p.variants {
		isLeft := slices.ContainsFunc(one.problems, func(left problem) bool { return left.key == of.key })
		if all = append(all, one.At); one.after.failure == "" && !isLeft {
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

// maxBlamed is how many fields are put back.
const maxBlamed = 16

// variants returns a pair with each field that changes put back, one at a time, or its chart: at the place of that, with
// the problems that are left.
func (r *runner) variants(p *pair) (all []*pair) {
	if p.Before == nil || p.After == nil {
		return nil
	}
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
			add(cmp.Or(f.At, p.At), side)
		}
	}
	r.render()
	for _, one := range all {
		one.problems, _ = r.consequences(one, r.compare(one, &blocks.Summary{}, map[printing.Object]*both{}))
	}
	return all
}

// check tells what is not known of a pair, what fails, and what its changes do to what runs. It returns what goes, by kind.
func (r *runner) check(p *pair, changes []*printing.Change) (gone map[string][]string) {
	found, gone := r.consequences(p, changes)
	for _, one := range slices.Concat(p.failures(), found) {
		r.tell(p, one)
	}
	return gone
}

// failures returns what is not known of a pair, and what fails.
func (p *pair) failures() (all []problem) {
	add := func(severity finding.Severity, code finding.Code, text string) *problem {
		text = wording.OwnValue(p.owner.Kind+" "+p.owner.Metadata.Name+": "+text, p.Cluster)
		all = append(all, problem{severity: severity, code: code, detail: text})
		return &all[len(all)-1]
	}
	unknown := func(text string) { add(finding.SeverityInfo, wording.CodeFinalUnknown, text) }
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
			unknown("its objects are not known, because without what is told below it fails: " + made.failure)
		case !isBefore:
			one := add(finding.SeverityError, wording.CodeFinalFails, "it fails: "+made.failure)
			if p.before.isMade() && !strings.HasPrefix(made.failure, endless) {
				one.key = one.detail
			}
		case made.failure != p.after.failure:
			unknown("what changes is not known, because before the change it fails: " + made.failure)
		}
		for _, text := range made.unknown {
			unknown(text)
		}
	}
	return all
}

// consequences returns which objects of a pair nobody serves, and what its changes do to what runs. Gone are the names of
// the objects that go, by kind.
func (r *runner) consequences(p *pair, changes []*printing.Change) (all []problem, gone map[string][]string) {
	if p.after != nil && !p.Same {
		for _, o := range r.class(p.after.class) {
			if o.unserved != "" {
				all = append(all, problem{finding.SeverityError, wording.CodeFinalAPI, o.unserved, o.unserved, nil})
			}
		}
	}
	gone = map[string][]string{}
	var owner struct{ Spec map[string]any }
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
			name := strings.ReplaceAll(strings.TrimPrefix(c.Namespace+"/"+c.Name, "/"), wording.OwnName, p.Cluster)
			gone[c.Kind] = append(gone[c.Kind], name)
		}
		for _, found := range effects.Of(e) {
			one := problem{found.Severity, found.Code, c.String() + ": " + found.Detail, "", c}
			if !p.reinstalls {
				one.key = fmt.Sprintf("%s %s %s", found.Code, c, found.Path)
			}
			all = append(all, one)
		}
	}
	return all, gone
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
		r.tell(one.pair, problem{severity: finding.SeverityError, code: wording.CodeFinalTwice,
			detail: wording.OwnValue(detail, one.Cluster)})
	}
}
