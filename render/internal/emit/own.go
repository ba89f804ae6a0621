package emit

import (
	"strconv"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// Own builds the object of a placement without what follows from limits and from other objects: the annotation of
// protected clusters, the digest and the gates of waves, what closing a wave makes of an object, the objects of an
// application in dependsOn, what an Alert lists, the label that Alerts select, and the name for KubeSphere's console.
// In place of these it has the author's wave, interval and application in dependsOn. It is absent for nil.
func Own(p *plan.Placement, b *tree.Builder) tree.Node { return built(p, b, writtenVariables) }

func writtenVariables(p *plan.Placement, b *tree.Builder) variables {
	v := ownVariables(p, b)
	if wave := p.Field().Wave; wave != 0 {
		v[variableWave] = b.Number(strconv.Itoa(wave), p.MergedEntry().Get("wave"))
	}
	return v
}

func ownVariables(p *plan.Placement, b *tree.Builder) (v variables) {
	v[variableName] = b.String(p.Name, tree.Node{})
	v.text(b, variableShard, p.Shard() != "", p.Shard())
	v.text(b, variableLiteral, p.Literal, "disabled")
	v.text(b, variableMoves, p.Moves, "disabled")
	if p.Alert != nil {
		v[variableSpec] = ownAlertSpec(p, b)
	}
	v[variableKubeConfig] = p.KubeConfig(b)
	return v
}

// OwnReader reads many objects as [Own] builds them. Their shared part is compiled once, the last object built once.
type OwnReader struct {
	printer *printer
	build   *tree.Builder
	last    *plan.Placement
	root    tree.Node // of the last object
}

// NewOwnReader returns a reader that has read nothing.
func NewOwnReader() *OwnReader {
	p := newPrinter()
	p.own, p.valuesOf = true, writtenVariables
	return &OwnReader{printer: p, build: tree.NewBuilder()}
}

// Text returns the text of an object without setter comments, which is valid until the next call.
func (r *OwnReader) Text(placed *plan.Placement) []byte {
	r.printer.out = r.printer.out[:0]
	if placed != nil && placed.Common.Copies > 1 {
		r.printer.object(placed)
	} else {
		r.printer.out = tree.AppendContent(r.printer.out, r.Tree(placed))
	}
	return r.printer.out
}

// Tree returns an object, which is valid until the next call of Tree or Text for another one.
func (r *OwnReader) Tree(placed *plan.Placement) tree.Node {
	if r.last != placed {
		r.build.Reset()
		r.last, r.root = placed, Own(placed, r.build)
	}
	return r.root
}

// SpecValue returns the scalar at a path of a spec without building it; absent for what follows from other objects.
func SpecValue(p *plan.Placement, path ...string) tree.Node {
	switch {
	case p.Alert != nil:
		return ownAlertSpec(p, tree.NewBuilder()).At(path...)
	case !p.IsEntry():
		return p.Common.Spec.At(path...)
	}
	found := tree.Node{}
	switch key := path[0]; {
	case key == "dependsOn":
		found = p.Field().DependsOn
	case key == "chart" || key == "sourceRef" || !outsideSpec(key):
		found = p.Written("spec", key)
	}
	return valueAt(p, found, path[1:])
}

// MetadataValue returns the string at a path of the metadata without building the object, see [Own].
func MetadataValue(p *plan.Placement, path ...string) tree.Node {
	b := tree.NewBuilder()
	v := writtenVariables(p, b)
	return valueAt(p, metadataOf(p, b, templateOf(p), &v), path)
}

func valueAt(p *plan.Placement, n tree.Node, path []string) tree.Node {
	for _, key := range path {
		n = p.Instance.Value(n).Get(key)
	}
	return p.Instance.Value(n)
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
