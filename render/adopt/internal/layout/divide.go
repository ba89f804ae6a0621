package layout

import (
	"cmp"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// divider separates what the entries of all members have in common from what each has besides.
type divider struct {
	clusters []string // of the members; empty of one without a name
	require  func(some []int) (requirement, bool)
	selected []layer
	params   *value // of each name, the list of what the members have
}

// layer is what the clusters with some labels have besides.
type layer struct {
	requirement
	fields *value
}

// variant is a value with the members that have it, in order, each with its own comments.
type variant struct {
	value   *value
	members []int
	values  []*value
}

// divide returns the fields that an entry for all members has, and those that each member has over it.
func (d *divider) divide(path []string, maps []*value) (common *value, own []*value) {
	common, own = mapOf(), each.Of(maps, func(*value) *value { return mapOf() })
	for _, key := range keysOf(maps) {
		at := append(slices.Clip(path), key)
		shared, rest := d.split(at, each.Of(maps, func(m *value) *value { return m.field(key) }))
		common.put(key, shared)
		for i := range own {
			own[i].put(key, rest[i])
		}
	}
	for i, m := range maps {
		own[i].orderAs(m)
	}
	return common, own
}

// keysOf returns the keys of maps, in the order of the first one that has each.
func keysOf(maps []*value) (keys []string) {
	known := map[string]bool{}
	for _, m := range maps {
		if m == nil {
			continue
		}
		for _, f := range m.below {
			if each.Add(known, f.key) {
				keys = append(keys, f.key)
			}
		}
	}
	return keys
}

// split is divide for the values of one field.
func (d *divider) split(at []string, values []*value) (shared *value, rest []*value) {
	if one, ok := d.unify(values); ok {
		return one, make([]*value, len(values))
	}
	isWhole := func(v *value) bool { return v != nil && (v.kind != tree.Map || len(v.below) == 0) }
	if at[len(at)-1] == "sourceRef" || slices.ContainsFunc(values, isWhole) { // a reference is one value
		return d.choose(at, values)
	}
	shared, rest = d.divide(at, values)
	if shared.isEmpty() {
		shared = nil
	} else {
		shared.note = sharedNote(values)
	}
	for i, v := range values {
		if rest[i].isEmpty() {
			rest[i] = nil
		} else if shared == nil {
			rest[i].note = v.note
		}
	}
	return shared, rest
}

// unify returns the value that is values[i] on the cluster of member i. It is false where there is none.
func (d *divider) unify(values []*value) (*value, bool) {
	first := values[0]
	if slices.ContainsFunc(values, func(v *value) bool { return !first.isLike(v) }) {
		return nil, false
	}
	made := *first
	made.note = sharedNote(values)
	if first.kind < tree.List {
		scalar, ok := d.unifyScalars(values)
		made.scalar = scalar
		return &made, ok
	}
	made.below = make([]*value, len(first.below))
	for i, child := range first.below {
		one, ok := d.unify(each.Of(values, func(v *value) *value {
			if v.kind == tree.Map {
				return v.field(child.key)
			}
			return v.below[i]
		}))
		if !ok {
			return nil, false
		}
		made.below[i] = one
	}
	return &made, true
}

// isLike reports whether two values may be one: they have one kind, number of children and setter comment.
func (v *value) isLike(other *value) bool {
	return v != nil && other != nil && v.kind == other.kind && len(v.below) == len(other.below) &&
		v.scalar.Setter() == other.scalar.Setter()
}

func (d *divider) unifyScalars(values []*value) (tree.Node, bool) {
	first, texts := values[0].scalar, each.Of(values, (*value).text)
	if !slices.ContainsFunc(texts, func(text string) bool { return text != texts[0] }) {
		return first, true
	}
	found, ok := pattern(d.clusters, texts)
	if !ok || values[0].kind != tree.String {
		return tree.Node{}, false
	}
	return MapStrings(tree.NewBuilder(), first, func(string) string { return found }), true
}

// choose puts the value of most members, and of two at least, below all of them, and returns what the others have over
// it. Where one of them does not have the field, none is below: layers add and replace. Fields of several members that
// labels tell apart are in a layer of these labels.
func (d *divider) choose(at []string, values []*value) (below *value, rest []*value) {
	variants := d.variants(values)
	rest = make([]*value, len(values))
	if most := variants[0]; len(most.members) > 1 && !slices.Contains(values, nil) && isBelow(at, most.value, variants) {
		below, variants = most.value, variants[1:]
	} else if len(most.members) == 1 {
		if line, ok := d.param(at, values); ok {
			return line, rest
		}
	}
	for _, v := range variants {
		if d.selectedBy(at, v) {
			continue
		}
		for i, member := range v.members {
			rest[member] = v.values[i]
		}
	}
	return below, rest
}

// isBelow reports whether layers can put all other variants over a value.
func isBelow(at []string, most *value, variants []variant) bool {
	switch {
	case at[0] == "name": // of all entries: only one with a reference
		return most.hasReference()
	case at[0] == "sourceRef": // one that lacks a field would take it from below
		keys := keysOf([]*value{most})
		return !slices.ContainsFunc(variants, func(v variant) bool { return !slices.Equal(keysOf([]*value{v.value}), keys) })
	case most.kind == tree.Map && len(most.below) > 0: // a layer merges maps
		return !slices.ContainsFunc(variants[1:], func(v variant) bool { return v.value.kind == tree.Map })
	}
	return true
}

// selectedBy puts a variant of several members into the layer of the labels that tell them apart, where there are such.
func (d *divider) selectedBy(at []string, v variant) bool {
	if len(v.members) < 2 || at[0] == "name" && !v.value.hasReference() {
		return false
	}
	labels, ok := d.require(v.members)
	if !ok {
		return false
	}
	i := slices.IndexFunc(d.selected, func(l layer) bool {
		return l.key == labels.key && slices.Equal(l.values, labels.values)
	})
	if i < 0 {
		i = len(d.selected)
		d.selected = append(d.selected, layer{labels, mapOf()})
	}
	in := d.selected[i].fields
	for _, key := range at[:len(at)-1] {
		in.put(key, cmp.Or(in.field(key), mapOf()))
		in = in.field(key)
	}
	in.put(at[len(at)-1], v.value)
	return true
}

// variants returns the values with their members, those of most members first. Values that only one member has are one
// variant where they are equal, except the name of the cluster.
func (d *divider) variants(values []*value) (all []variant) {
	alone := make([]*value, len(values))
	for _, v := range group(values) {
		if member := v.members[0]; len(v.members) > 1 {
			all = append(all, v)
		} else {
			alone[member] = generalized(v.value, d.clusters[member])
		}
	}
	for _, v := range group(alone) {
		if member := v.members[0]; len(v.members) == 1 {
			v.value, v.values[0] = values[member], values[member]
		}
		all = append(all, v)
	}
	slices.SortFunc(all, func(x, y variant) int {
		return cmp.Or(cmp.Compare(len(y.members), len(x.members)), cmp.Compare(x.members[0], y.members[0]))
	})
	return all
}

// group returns equal values with their members, in the order of the first ones.
func group(values []*value) (all []variant) {
	places := map[string]int{}
	for i, v := range values {
		if v == nil {
			continue
		}
		key := string(v.appendKey(nil))
		at, ok := places[key]
		if !ok {
			at = len(all)
			places[key] = at
			all = append(all, variant{})
		}
		all[at].members, all[at].values = append(all[at].members, i), append(all[at].values, v)
	}
	for i, v := range all {
		all[i].value, _ = (&divider{}).unify(v.values)
	}
	return all
}
