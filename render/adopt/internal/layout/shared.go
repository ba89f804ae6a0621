package layout

import (
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/divide"
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout/internal/page"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Shared reports whether the members of a group are one application to a reader. Members that have nearly nothing in
// common but the name are several ones.
func Shared(g Group) bool {
	b := tree.NewBuilder()
	w := newWriter(g, b, reader{group: g, b: b}.readAll())
	w.divide(false)
	return w.isShared()
}

// isShared reports whether the members are one application to a reader: they have the same chart or the same manifests,
// or at least a quarter of what they have. Releases of charts with different names are several applications.
func (w *writer) isShared() bool {
	if len(w.members) < 2 {
		return true
	}
	what := []string{"path"}
	if w.members[0].fields.Get("chart").Exists() {
		what = []string{"chart", "chart"}
	} else if !w.members[0].fields.Get("path").Exists() {
		what = []string{"sourceRef"}
	}
	if w.common.At(what...).Exists() {
		return true
	}
	known := map[string]bool{}
	for _, m := range w.members {
		known[string(divide.AppendKey(nil, m.fields.At(what...)))] = true
	}
	if what[0] == "chart" && len(known) == len(w.members) {
		return false
	}
	all := 0
	for _, m := range w.members {
		all += countScalars(m.fields)
	}
	return minShare*countScalars(w.common)*len(w.members) >= all
}

// minShare is the part of what the members have that they must have in common: one in so many.
const minShare = 4

func countScalars(fields tree.Node) (count int) {
	for child := range fields.Children() {
		if child.Key() != "name" && child.Key() != "namespace" {
			scalars, _ := page.ValueOf(child).Size()
			count += scalars
		}
	}
	return count
}
