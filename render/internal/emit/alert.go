package emit

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

func alertSpec(p *plan.Placement, b *tree.Builder) tree.Node {
	spec := ownAlertSpec(p, b)
	if p.Alert.Sources == nil {
		return spec
	}
	return b.Map(spec, append(spec.Fields(), tree.Field{Key: "eventSources", Value: eventSources(p, b)})...)
}

// ownAlertSpec returns the spec of an Alert without the objects that fluxapp lists. The author's own metadata wins.
func ownAlertSpec(p *plan.Placement, b *tree.Builder) tree.Node {
	a, spec := p.Alert, p.Common.Spec
	if a.Refers {
		spec, _ = entries.Resolve(b, a.Instance.SharedResolver(p.Common.App), spec, validate.AlertType())
	}
	fields := spec.Fields()
	if a.Cluster != "" {
		own := spec.Get("eventMetadata")
		metadata := append([]tree.Field{plan.TextField(b, "cluster", a.Cluster)}, own.Fields()...)
		fields = append(fields, tree.Field{Key: "eventMetadata", Value: b.Map(own, metadata...)})
	}
	return b.Map(spec, fields...)
}

// eventSources returns the objects that an Alert is about. Objects of its own namespace are written without it.
func eventSources(p *plan.Placement, b *tree.Builder) tree.Node {
	var items []tree.Node
	for _, s := range p.Alert.Sources {
		fields := []tree.Field{plan.TextField(b, "kind", s.Kind.Name)}
		if s.Namespace != p.Common.Namespace {
			fields = append(fields, plan.TextField(b, "namespace", s.Namespace))
		}
		name := s.Name
		if name == "" {
			name = "*"
			labels := b.Map(tree.Node{}, plan.TextField(b, kinds.LabelApplication, p.Common.App.Label()))
			fields = append(fields, tree.Field{Key: "matchLabels", Value: labels})
		}
		items = append(items, b.Map(tree.Node{}, append(fields, plan.TextField(b, "name", name))...))
	}
	return b.List(tree.Node{}, items...)
}
