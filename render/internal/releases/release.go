package releases

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func (r *release) findHoles(t *entries.Template, n tree.Node, path []string) {
	if index, isHole := t.Indexes[n.Value()]; isHole {
		r.holes = append(r.holes, hole{slices.Clone(path), index})
	}
	for key, child := range fields(n) {
		r.findHoles(t, child, append(path, key))
	}
}

// release returns the problems of a HelmRelease. Releases with the same values have the same problems.
func (c *valuesChecker) release(r *release, p *plan.Placement) []finding.Problem {
	key := ""
	if len(r.holes) > 0 {
		c.builder.Reset()
		filled := p.Instance.Values(c.builder, nil)
		for _, h := range r.holes {
			if value := filled[h.index]; !r.check.Accepts(h.path, value) {
				key += fmt.Sprintf("%d:%s\x00", h.index, tree.AppendJSON(nil, value))
			}
		}
	}
	known, done := r.known[key]
	if !done {
		values := r.given(p)
		if known = r.check.problems(values); len(known) > 0 {
			place(known, p.Instance.Template, values.Inline)
		}
		r.known[key] = known
	}
	return known
}

func (r *release) given(p *plan.Placement) Values {
	t, b := p.Instance.Template, tree.NewBuilder() // problems keep what they are about
	v := Values{Inline: valuesOf(t), SchemaDisabled: true}
	for _, action := range []string{"install", "upgrade"} {
		disabled := p.Instance.Text(t.Fields.At(action, "disableSchemaValidation")) == "true"
		v.SchemaDisabled = v.SchemaDisabled && disabled
	}
	if len(r.holes) > 0 {
		v.Inline = b.Fill(v.Inline, t.Indexes, p.Instance.Values(b, nil))
	}
	for item := range valuesFrom(t) {
		v.From = true
		v.Inline = withoutTarget(b, v.Inline, p.Instance.Text(item.Get("targetPath")))
	}
	return v
}

// problems returns the problems of values, without a check where they are as right as others.
func (c *chartCheck) problems(v Values) []finding.Problem {
	flags := [2]bool{v.From, v.SchemaDisabled}
	isAsRight := func(right tree.Node) bool { return c.areAsRight(right, v.Inline, nil) }
	if slices.ContainsFunc(c.right[flags], isAsRight) {
		return nil
	}
	problems := c.Problems(v)
	if len(problems) == 0 {
		right := append(c.right[flags], v.Inline)
		c.right[flags] = right[max(0, len(right)-maxRight):]
	}
	return problems
}

// areAsRight reports whether values are the same as right ones, except scalars that are right in any case.
func (c *chartCheck) areAsRight(right, n tree.Node, path []string) bool {
	switch {
	case right.Value() == n.Value():
		return true
	case right.Len() != n.Len():
		return false
	case n.Kind() != tree.Map && n.Kind() != tree.List:
		isScalar := n.Exists() && right.Exists() && right.Kind() != tree.Map && right.Kind() != tree.List
		same := right.Kind() == n.Kind() && right.Text() == n.Text()
		return isScalar && (same || c.Accepts(path, n))
	case right.Kind() != n.Kind():
		return false
	}
	other := right.First()
	for key, child := range fields(n) {
		if other.Key() != child.Key() || !c.areAsRight(other, child, append(path, key)) {
			return false
		}
		other = other.Next()
	}
	return true
}

func valuesFrom(t *entries.Template) iter.Seq[tree.Node] {
	i := slices.IndexFunc(kinds.HelmRelease.References, func(r kinds.Reference) bool { return r.Reason == kinds.Values })
	return kinds.HelmRelease.References[i].At.Each(kinds.Of(t.Fields))
}

// withoutTarget returns values without the one at the targetPath of an item of valuesFrom. Flux sets it in the maps of
// the inline values themselves, unless it is one of the first level (ChartValuesFromReferences of
// fluxcd/pkg/chartutil). Of a list that has it, nothing is left.
func withoutTarget(b *tree.Builder, n tree.Node, targetPath string) tree.Node {
	const dot = "\x00"
	steps := strings.Split(strings.ReplaceAll(targetPath, `\.`, dot), ".")
	if targetPath == "" || len(steps) == 1 && !strings.Contains(targetPath, "[") {
		return n
	}
	var without func(n tree.Node, steps []string) tree.Node
	without = func(n tree.Node, steps []string) tree.Node {
		key, _, isList := strings.Cut(strings.ReplaceAll(steps[0], dot, "."), "[")
		below := n.Find(key)
		switch {
		case !below.Exists():
			return n
		case isList || len(steps) == 1 || below.Kind() != tree.Map:
			return b.Without(n, key)
		}
		return b.Map(n, append(n.Fields(), tree.Field{Key: key, Value: without(below, steps[1:])})...)
	}
	return without(n, steps)
}

// place gives problems of values the places that authors know: a key that a reference fills is where the layer has it,
// and a value that a reference reads is where the fleet has it, with the path that reads it.
func place(problems []finding.Problem, t *entries.Template, values tree.Node) {
	all := sites{}
	all.add(valuesOf(t), values, "values")
	for i := range problems {
		p := &problems[i]
		at := all[p.Node]
		if p.OnKey && at.written.Exists() {
			p.Node = at.written
		}
		isRead := !at.written.Exists() || at.written.Position() != p.Node.Position() ||
			t.Replaced && !t.HasPlace(p.Node.Position())
		if p.Node.Exists() && at.path != "" && isRead {
			as := fmt.Sprintf("as %s: ", at.path)
			if p.Detail = as + p.Detail; p.Hiding != "" {
				p.Hiding = as + p.Hiding
			}
		}
	}
}

// sites tell of the values that Helm gets where they come from.
type sites map[tree.Node]site

type site struct {
	written tree.Node // in the place of the value, as layers have it; absent where a reference has brought that
	path    string
}

// add pairs values with those of layers, which have the same order: replaced references and left out fields keep it.
func (s sites) add(written, filled tree.Node, path string) {
	s[filled] = site{written, path}
	isMap := filled.Kind() == tree.Map
	if written.Kind() != filled.Kind() || !isMap && written.Len() != filled.Len() {
		written = tree.Node{}
	}
	below := written.First()
	for key, child := range fields(filled) {
		step := "[" + key + "]"
		if isMap {
			step = tree.Step(key)
			for below.Exists() && below.Key() != key { // it is left out
				below = below.Next()
			}
		}
		s.add(below, child, path+step)
		below = below.Next()
	}
}

// fields yields the values of a map by their keys, and those of a list by their indexes.
func fields(n tree.Node) iter.Seq2[string, tree.Node] {
	return func(yield func(string, tree.Node) bool) {
		i := 0
		for child := range n.Children() {
			key := child.Key()
			if n.Kind() == tree.List {
				key = strconv.Itoa(i)
				i++
			}
			if !yield(key, child) {
				return
			}
		}
	}
}
