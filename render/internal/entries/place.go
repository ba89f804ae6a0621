package entries

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// HasPlace reports whether the template has a value at a place of a file. Other findings are about cluster values.
func (t *Template) HasPlace(at tree.Position) bool {
	if t.before != nil {
		return HasPlace(t.before.fields, at) || HasPlace(t.before.shared, at)
	}
	return HasPlace(t.Fields, at)
}

// HasPlace reports whether a value, or one below it, is at a place of a file.
func HasPlace(n tree.Node, at tree.Position) bool {
	if !n.Exists() {
		return false
	}
	if n.Position() == at {
		return true
	}
	for child := range n.Children() {
		if HasPlace(child, at) {
			return true
		}
	}
	return false
}

// ExpandAnew returns what Expand does, with the values of the instance's own cluster also where the template has the
// values of another cluster: these are the same, but have another place, which findings are about.
func (i Instance) ExpandAnew(b *tree.Builder) tree.Node {
	t := i.Template
	if t.before == nil {
		return i.Expand(b)
	}
	r := i.Resolver()
	r.References = fleet.NewReferences(func(finding.Problem) {}) // merging has reported them
	own, shared := t.before.replace(b, r, t.App.Workload)
	fields := t.App.WithNamedSource(b, overShared(b, t.App, shared, own))
	fields = b.Map(t.Fields, append(fields.Fields(), missing(b, t.App, fields)...)...)
	return b.Fill(fields, t.Indexes, i.Values(b, nil))
}
