package change

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Handover are the objects of before that another Kustomization of delivery applies after the change.
type Handover struct {
	// All of them, in the order of their IDs.
	All []*Object
	// Unmarked are those that the first Kustomization deletes if it is faster than the second one: they do not have the
	// annotation kustomize.toolkit.fluxcd.io/prune: disabled.
	Unmarked []*Object
	// Released are those that have lost the annotation although their files stay where they are: the first Kustomization
	// reads them too until it is gone, and then deletes them.
	Released []*Object
	// Kept are those that have the annotation still, because the first Kustomization reads their files too.
	Kept []*Object
	// Ordered are the applications that delivery applies in an order now, or no longer so, where nothing else is unmarked.
	Ordered []string
}

// Handover returns what delivery moves. That Flux then uninstalls releases was measured: with the same source, all 5
// where the first Kustomization is faster, and some of them in 5 of 10 rounds where both run at once. Of released ones,
// all 5 are uninstalled where the first Kustomization reads the folder once more before it is deleted.
func (c Changes) Handover() (moved Handover) {
	onlyOrders := true
	for before, after := range c.Objects() {
		if before == nil || after == nil || before.Delivers || before.Bootstrap || before.DeliveredBy == after.DeliveredBy {
			continue
		}
		moved.All = append(moved.All, before)
		switch {
		case !before.isMarked():
			moved.Unmarked = append(moved.Unmarked, before)
			moved.Ordered = append(moved.Ordered, before.Application)
			from, to := c.before.folderOf(before), c.after.folderOf(after)
			onlyOrders = onlyOrders && kinds.IsOrdered(from) != kinds.IsOrdered(to)
		case !c.staysInFolder(before, after):
		case after.isMarked():
			moved.Kept = append(moved.Kept, before)
		default:
			moved.Released = append(moved.Released, before)
		}
	}
	slices.Sort(moved.Ordered)
	if moved.Ordered = slices.Compact(moved.Ordered); !onlyOrders {
		moved.Ordered = nil
	}
	for _, all := range [][]*Object{moved.All, moved.Unmarked, moved.Released, moved.Kept} {
		slices.SortFunc(all, func(a, b *Object) int { return a.ID.Compare(b.ID) })
	}
	return moved
}

// staysInFolder reports whether the Kustomizations before and after a change read the same folder.
func (c Changes) staysInFolder(before, after *Object) bool {
	folder := c.before.folderOf(before)
	return folder != "" && folder == c.after.folderOf(after)
}

// folderOf returns the folder that the Kustomization of delivery of an object applies; empty where the side does not
// have it. Without delivery, a cluster with a Flux of its own has its folder too.
func (s side) folderOf(o *Object) string {
	if by := s.byKey[key{ID: o.DeliveredBy}]; by != nil {
		return by.Content().At("metadata", "annotations", kinds.AnnotationDelivers).Text()
	}
	return o.Server
}
