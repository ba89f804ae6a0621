package change

import "slices"

// Handover are the objects of before that another Kustomization of delivery applies after the change.
type Handover struct {
	// All of them, in the order of their IDs.
	All []*Object
	// Unmarked are those that the first Kustomization deletes if it is faster than the second one: they do not have the
	// annotation kustomize.toolkit.fluxcd.io/prune: disabled.
	Unmarked []*Object
}

// Handover returns what delivery moves. That Flux then uninstalls releases was measured: with the same source, all 5
// where the first Kustomization is faster, and some of them in 5 of 10 rounds where both run at once.
func (c Changes) Handover() (moved Handover) {
	for before, after := range c.Objects() {
		if before == nil || after == nil || before.Delivers || before.Bootstrap || before.DeliveredBy == after.DeliveredBy {
			continue
		}
		moved.All = append(moved.All, before)
		if !before.isMarked() {
			moved.Unmarked = append(moved.Unmarked, before)
		}
	}
	for _, all := range [][]*Object{moved.All, moved.Unmarked} {
		slices.SortFunc(all, func(a, b *Object) int { return a.ID.Compare(b.ID) })
	}
	return moved
}
