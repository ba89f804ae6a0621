package entries

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// unexpanded is what an entry and its layers have, with references that are replaced before there is a template.
type unexpanded struct {
	fields tree.Node
	// shared is what they have from what all entries share, where that has references.
	shared     tree.Node
	sharedType validate.Type
	marked     map[tree.Node]bool // strings that are replaced, and the maps and lists that hold them
}

// replace returns the fields, and what it has from all entries, with references replaced for a cluster.
func (u *unexpanded) replace(b *tree.Builder, r *fleet.Resolver, workload terms.Workload) (fields, shared tree.Node) {
	return r.Replace(b, u.fields, validate.EntryType(workload), u.marked), r.Replace(b, u.shared, u.sharedType, u.marked)
}

// overShared returns the fields of an entry over those that it has from what all entries share.
func overShared(b *tree.Builder, app *inventory.Application, shared, fields tree.Node) tree.Node {
	if !shared.Get("metadata").Exists() && !shared.Get("chart").Exists() {
		return fields
	}
	below := b.Without(shared, "template")
	return overlay.New(b, overlay.OfShared(validate.EntryType(app.Workload))).Over(below, fields, fields)
}
