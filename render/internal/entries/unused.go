package entries

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// reportUnused reports overrides for no entry, and refuses clusters that neither the fleet nor an entry (named) has.
func (l *layers) reportUnused(named []string) {
	if l.app.Refused || l.inv.RefusedFleet {
		return
	}
	ofEntries := each.Once(named, each.Itself)
	for _, o := range l.overrides {
		if isCommon := len(l.app.Document.Members()) == 0; o.used && (o.base == nil || isCommon) {
			l.report(l.clusters().Doubts(o.written.Get("clusterSelector"))...) // of a base, others may have other fleets
		}
		if o.base != nil || o.allowsEmpty() {
			continue
		}
		unknown := false
		for _, n := range o.clusters() {
			name := n.Text()
			if (!o.used || o.named > 1) && names.Valid(name) && l.clusters().Find(name) == nil && !ofEntries[name] {
				l.reportUnknown(n, named)
				unknown = true
			}
		}
		if !o.used && !unknown {
			there := ""
			if o.selector != nil && l.clusters().Selects(o.selector) {
				there = " (it matches others of the fleet)"
			} else if o.written.Get("clusterSelector").Exists() {
				there = l.clusters().Labels(o.written.Get("clusterSelector"))
			}
			l.report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.UnusedOverride, Node: o.written,
				Detail: "matches no cluster that any entry targets" + there + "; fix the selector, remove the override, " +
					"or add allowEmpty: true"})
		}
	}
}

func (o *override) allowsEmpty() bool { return o.written.Get("allowEmpty").Text() == "true" }

func (l *layers) reportUnknown(name tree.Node, named []string) {
	p := finding.Problem{Code: wording.CodeUnknownCluster, Node: name, Current: name.Text()}
	p.Proposed = l.nearest(p.Current, named)
	p.Detail = fmt.Sprintf("neither the fleet nor an entry has a cluster %q; ", p.Current)
	if len(l.clusters().Members) == 0 {
		p.Detail = fmt.Sprintf("no entry has a cluster %q; ", p.Current)
	}
	known := ""
	if all := l.clusters().Names(); all != "" {
		known = " (the fleet has " + all + ")"
	}
	switch {
	case p.Proposed != "":
		p.Detail += fmt.Sprintf("did you mean %q?", p.Proposed)
	case p.Current == "all":
		p.Detail += "write clusterSelector: {} for every cluster of the fleet"
	case name.Key() == "cluster":
		p.Detail += "correct the name" + known + ", leave the override out, or write allowEmpty: true beside it"
	default:
		p.Detail += "correct the name" + known + ", leave it out, or write allowEmpty: true beside clusters"
	}
	l.report(p)
}

// uses are the overrides of bases and the $(remove) of layers, with what all applications make of them: several may
// have the same ones from a base, and one that none of them uses is reported.
type uses map[useKey]*use

// useKey identifies an override by its base (another document per workload) and its name, a $(remove) by its value.
type useKey struct {
	base    *finding.Subject
	name    string
	removal tree.Node
}

type use struct {
	used   bool
	unused finding.Problem // reported where it is not used
}

func (all uses) add(key useKey, used bool, unused finding.Problem) *use {
	known := all[key]
	if known == nil {
		known = &use{unused: unused}
		all[key] = known
	}
	known.used = known.used || used
	return known
}

// addRemoval takes over whether a $(remove) of a layer, or an item with one, has removed anything for an application.
func (all uses) addRemoval(s *scope, n tree.Node, removes bool) {
	p := finding.Problem{Severity: finding.SeverityWarning, Code: CodeUnusedRemoval,
		Subject: s.app.Document.Subject(), Node: n, OnKey: true}
	p.Detail = "removes nothing, because no layer below has " + n.Key() + " here, on any cluster; leave it out"
	if n.Key() == "" {
		p.OnKey, p.Detail = false, "removes nothing, because no list below has this item, on any cluster; leave it out"
	}
	all.add(useKey{removal: n.Value()}, removes || s.app.Refused, p)
}

// addOverride takes over whether an application uses an override of a base. Entries have the clusters that are named.
func (all uses) addOverride(l *layers, o *override, named []string) {
	u := all.add(useKey{base: o.base.Subject(), name: o.Name}, o.used || l.app.Refused || o.allowsEmpty(), finding.Problem{
		Severity: finding.SeverityInfo, Code: codes.UnusedBase, Subject: o.base.Subject(), Node: o.written,
		Detail: "matches no cluster of the applications that name this base; fix it, remove it, or add allowEmpty: true",
	})
	for _, n := range o.clusters() {
		if near := l.nearest(n.Text(), named); u.unused.Proposed == "" && !u.used && near != "" {
			u.unused.Node, u.unused.Current, u.unused.Proposed = n, n.Text(), near
			u.unused.Detail = fmt.Sprintf("no application that names this base has a cluster %q; did you mean %q?",
				n.Text(), near)
		}
	}
}

// unused reports what no application uses. One that is not rendered may use it.
func (all uses) unused(inv inventory.Inventory) (problems []finding.Problem) {
	for key, u := range all {
		if !u.used && len(inv.Unwanted) == 0 && (key.base == nil || !inv.RefusedFleet) {
			problems = append(problems, u.unused)
		}
	}
	return problems
}

// coverage is what becomes of the fields of a layer on the clusters that it reaches.
type coverage struct {
	written tree.Node
	by      tree.Node // a later layer that has all of its fields
	shows   bool      // on a cluster no later layer has them
}

func (l *layers) watch(layer *overlay.Layer, written tree.Node) {
	if layer.Fields.First().Exists() {
		l.watched = append(l.watched, &coverage{written: written})
		l.coverages[layer] = l.watched[len(l.watched)-1]
	}
}

// reportReplaced informs of lists that a layer grows and that a later layer replaces, once for two layers.
func (l *layers) reportReplaced(s *stack) {
	for upper := s; upper.layer != nil; upper = upper.below {
		for lower := upper.below; lower.layer != nil; lower = lower.below {
			if !l.first([2]*overlay.Layer{lower.layer, upper.layer}) {
				continue
			}
			if grown, by := replaced(upper.layer.Fields, lower.layer.Fields); by.Exists() {
				l.report(finding.Problem{Severity: finding.SeverityInfo, Code: CodeCoveredLayer, Node: by, OnKey: true,
					Proposed: grown.Key(), Detail: "replaces the list with the items that a layer below adds at "}.Beside(grown,
					"; write "+grown.Key()+" to keep them"))
			}
		}
	}
}

// replaced returns the first KEY+ of a layer whose list another layer writes as KEY, and that list.
func replaced(upper, lower tree.Node) (grown, by tree.Node) {
	for field := range lower.Children() {
		name := names.ReadLayerKey(field.Key()).Name
		switch over := upper.Find(name); {
		case over.Kind() == tree.List && name != field.Key():
			return field, over
		case over.Kind() == tree.Map && field.Kind() == tree.Map && !by.Exists():
			grown, by = replaced(over, field)
		}
	}
	return grown, by
}

// cover looks at the layers of some clusters. A layer that has an effect on one of them is not looked at again.
func (l *layers) cover(s *stack) {
	l.reportReplaced(s)
	for lower := s; lower.layer != nil; lower = lower.below {
		c := l.coverages[lower.layer]
		if c == nil || c.shows {
			continue
		}
		c.shows = true
		for upper := s; upper != lower && c.shows; upper = upper.below {
			if covers(upper.layer.Fields, lower.layer.Fields) {
				c.shows, c.by = false, upper.layer.Fields
			}
		}
	}
}

// covers reports whether a layer has a value for each value of a lower layer's map, which then makes no difference.
func covers(upper, lower tree.Node) bool {
	for field := range lower.Children() {
		over := upper.Find(field.Key())
		switch isMap := over.Kind() == tree.Map; {
		case !over.Exists() || over.Kind() == tree.Null || names.IsRemoval(over):
			return false
		case names.ReadLayerKey(field.Key()).Name != field.Key() || isMap && field.Kind() != tree.Map:
			return false
		case isMap && (field.Len() == 0 || !covers(over, field)):
			return false
		}
	}
	return true
}

func (l *layers) reportCovered() {
	if l.app.Refused || l.inv.RefusedFleet {
		return
	}
	for _, c := range l.watched {
		if !c.shows && c.by.Exists() {
			l.report(finding.Problem{Severity: finding.SeverityInfo, Code: CodeCoveredLayer, Node: c.written,
				Detail: "has no effect, because on each of its clusters a later layer has all of its fields, for example "}.
				Beside(c.by, "; leave it out, or write it behind that one"))
		}
	}
}
