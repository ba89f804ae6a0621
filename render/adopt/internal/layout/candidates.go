package layout

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/divide"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type draft struct {
	common    tree.Node   // of all entries
	own       []tree.Node // of the entry of each member; nil where one entry selects all of them
	long      tree.Node   // of the one entry, what the defaults have
	overrides []override
	listed    bool // the document lists the clusters, although no selector needs them
	last      bool // only where the others are longer than the files
	namespace bool // the list of clusters has the namespaces of the objects

	params      []divide.Param
	listsParams bool // the list of clusters has their params
}

// maxOverrides is how many overrides a reader can follow.
const maxOverrides = 12

// candidates are the documents to choose from, the one that is the easiest to read first.
func (w *writer) candidates() []draft {
	switch {
	case len(w.members) == 1:
		return w.single()
	case w.selector.Kind == tree.Map &&
		!slices.ContainsFunc(w.differences, func(d divide.Difference) bool { return !w.listsNamespaces(d) }):
		return w.selected()
	}
	drafts := w.all()
	for i, d := range drafts {
		labelled, ok := w.labelled(d)
		if ok && w.areAllInFleet() { // the next cluster with these labels gets the same
			drafts[i] = labelled
		} else if ok { // the labels take room in the list of clusters
			drafts = append(drafts, labelled)
		}
	}
	return drafts
}

// withParams returns the drafts whose texts have params: in entries and overrides, and in the list of clusters.
func (w *writer) withParams() []draft {
	drafts := w.candidates()
	if w.unique && w.listable && !slices.ContainsFunc(w.members, func(m reached) bool { return m.inFleet || m.hub }) {
		w.differences = slices.DeleteFunc(w.differences, func(d divide.Difference) bool { return d.Path[0] == "params" })
		for _, d := range w.candidates() {
			if w.lists(d) {
				d.listsParams = true
				drafts = append(drafts, d)
			}
		}
	}
	for i := range drafts {
		drafts[i].params = w.params
	}
	return drafts
}

// single returns the drafts for one member. In the last one, the defaults have what does not fit on a line.
func (w *writer) single() []draft {
	shared, own, short, long := sorted(w.common)
	made := func(common, own []tree.Field, last bool) draft {
		return draft{common: w.b.Map(tree.Node{}, common...), own: []tree.Node{w.b.Map(tree.Node{}, own...)}, last: last}
	}
	return []draft{made(shared, slices.Concat(own, short, long), false),
		made(slices.Concat(shared, long), slices.Concat(own, short), true)}
}

// sorted returns the fields of an entry that are above all entries, those that no layer has, and the other ones: those
// of which several are on a line, and long ones.
func sorted(entry tree.Node) (shared, own, short, long []tree.Field) {
	for _, f := range entry.Fields() {
		switch {
		case slices.Contains(divide.AboveEntries, f.Key):
			shared = append(shared, f)
		case f.Key == "name" || f.Key == "destination":
			own = append(own, f)
		case !f.Value.First().Exists() && len(f.Value.Text()) < shortText:
			short = append(short, f)
		default:
			long = append(long, f)
		}
	}
	return shared, own, short, long
}

// shortText is the length of texts of which several are on a line.
const shortText = 20

// areAllInFleet reports whether documents of the run have the clusters of all members.
func (w *writer) areAllInFleet() bool {
	return !slices.ContainsFunc(w.members, func(m reached) bool { return !m.inFleet })
}

// all returns the drafts with names in overrides.
func (w *writer) all() []draft {
	drafts := []draft{w.separate(noVariant)}
	if w.unique {
		drafts = append(drafts, w.separate(hasLines), w.separate(anyVariant))
	}
	for _, d := range drafts {
		if d.listed = true; w.unique && w.listable && !w.lists(draft{own: d.own}) {
			drafts = append(drafts, d)
		}
	}
	if w.selector.Kind == tree.Map {
		drafts = append(drafts, w.selected()...)
	}
	return slices.DeleteFunc(drafts, func(d draft) bool { return len(d.overrides) > maxOverrides })
}

// labelled returns a draft whose overrides select their clusters by labels, where there are such labels.
func (w *writer) labelled(d draft) (draft, bool) {
	if !w.lists(d) && !w.areAllInFleet() {
		return d, false
	}
	d.overrides = slices.Clone(d.overrides)
	found := false
	for i, o := range d.overrides {
		var in, out []map[string]string
		for m := range w.members {
			if _, isMember := slices.BinarySearch(o.members, m); isMember {
				in = append(in, w.members[m].labels)
			} else {
				out = append(out, w.members[m].labels)
			}
		}
		if len(in) > 1 {
			d.overrides[i].selector, _ = require(in, out)
			found = found || d.overrides[i].selector.key != ""
		}
	}
	return d, found
}

// separate returns the draft with an entry for each member, and overrides for the wanted variants of several members.
func (w *writer) separate(wanted func(divide.Variant) bool) draft {
	own, base, layers := make([]patch, len(w.members)), patch{}, layers{}
	for _, d := range w.bySize() {
		below := -1 // the variant that all have in common, unless a layer has another one
		if len(d.Nodes) > 2 && 2*len(d.Variants[0].Members) > len(d.Nodes) && d.Variants[0].Below {
			below = 0 // more than half of several clusters have it
		}
		if i := layers.base(d, true); below < 0 && i >= 0 && len(d.Variants[i].Members) > 1 && wanted(d.Variants[i]) {
			below = i
		}
		for i, v := range d.Variants {
			switch {
			case i == below:
				base.set(d.Path, v.Value)
			case len(v.Members) > 1 && d.InLayers(v) && wanted(v):
				layers.add(d.Path, v)
			default:
				for _, m := range v.Members {
					own[m].set(d.Path, d.Nodes[m])
				}
			}
		}
	}
	common := w.named(overlay.Merge(w.b, w.common, base.tree(w.b)), own)
	made := draft{common: common, own: make([]tree.Node, len(own)), overrides: layers.overrides(w.b)}
	for i := range own {
		made.own[i] = own[i].tree(w.b)
	}
	return made
}

// noVariant, hasLines and anyVariant choose the variants that get an override.
func noVariant(divide.Variant) bool  { return false }
func hasLines(v divide.Variant) bool { return divide.IsLong(v.Value) }
func anyVariant(divide.Variant) bool { return true }

// named returns what all entries have in common, without a name that a layer cannot have: it needs a reference there.
func (w *writer) named(common tree.Node, own []patch) tree.Node {
	name := common.Get("name")
	if !name.Exists() || names.IsReference(name) {
		return common
	}
	common = w.b.Without(common, "name")
	if name.Text() == w.group.Name {
		own := tree.Field{Key: "name", Value: w.b.String("$(app.name)", name)}
		return w.b.Map(tree.Node{}, append(common.Fields(), own)...)
	}
	for i := range own {
		if own[i].fields["name"] == nil {
			own[i].set([]string{"name"}, name)
		}
	}
	return common
}

// selected returns the draft with one entry for all members, and overrides; none where that is not possible. One value
// of each field that all clusters have is in the entry: that of a single cluster, if there is one.
func (w *writer) selected() []draft {
	entry, above, made := patch{}, layers{}, draft{}
	for _, d := range w.bySize() {
		if w.listsNamespaces(d) {
			made.namespace = true
			continue
		}
		below := above.base(d, false)
		for i, v := range d.Variants {
			switch {
			case i == below:
				entry.set(d.Path, v.Value)
			case !d.InLayers(v):
				return nil
			default:
				above.add(d.Path, v)
			}
		}
	}
	made.common, made.overrides = overlay.Merge(w.b, w.common, entry.tree(w.b)), above.overrides(w.b)
	drafts := []draft{made}
	if _, _, _, long := sorted(made.common); len(long) > 0 {
		made.last, made.long = true, w.b.Map(tree.Node{}, long...)
		drafts = append(drafts, made)
	}
	return drafts
}

// bySize returns the differences, those with the fewest choices for an entry first.
func (w *writer) bySize() []divide.Difference {
	all := len(w.members)
	return slices.SortedStableFunc(slices.Values(w.differences), func(x, y divide.Difference) int {
		return cmp.Or(cmp.Compare(x.Count/all, y.Count/all), cmp.Compare(len(y.Variants), len(x.Variants)))
	})
}

// listsNamespaces reports whether a difference is in the namespaces, which the list of clusters can have.
func (w *writer) listsNamespaces(d divide.Difference) bool {
	return d.Path[0] == "namespace" && !w.group.Standalone && w.group.Fleet == nil
}
