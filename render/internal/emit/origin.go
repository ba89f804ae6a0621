package emit

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Origin is where a field of an object comes from. The first of Entry, Because and Written that somebody has written
// tells.
type Origin struct {
	// Entry is the field of an entry that the field has the value of; nil where it has that of none.
	Entry []string
	// Because is the field of an entry because of which fluxapp writes the value, over that of Entry; nil where it
	// writes none.
	Because []string
	// Prefix is in front of the layer that has Because.
	Prefix string
	// Completed is true where fluxapp completes what the entry has.
	Completed bool
	// Layer is what has Written, if that has a place.
	Layer string
	// Written is the value as it is written where no layer of the entry has it.
	Written tree.Node
	// Reason is why fluxapp writes the value where nobody has written it.
	Reason string
}

// Origins tells where the fields of an object come from.
type Origins struct {
	placed *plan.Placement
	object part
	// Layers are what the entry was merged from, the lowest first. A source that entries bring has the layers of the
	// first entry.
	Layers []entries.Layer
}

// originFunc returns the origin of a field of an object.
type originFunc func(o Origins, n tree.Node, path []string) Origin

// NewOrigins returns the origins of the fields of an object as [Object] builds it, or as [Own] does.
func NewOrigins(p *plan.Placement, own bool) Origins {
	b := tree.NewBuilder()
	v := ownVariables(p, b)
	if !own {
		v = variablesOf(p, b)
	}
	return Origins{placed: p, object: objectOf(p, b, templateOf(p), &v), Layers: layersOf(p)}
}

// Alike returns the origins of the fields of another object of the same template.
func (o Origins) Alike(p *plan.Placement) Origins {
	o.placed = p
	return o
}

// Of returns the origin of a field of the object, which the object may not have.
func (o Origins) Of(n tree.Node, path []string) Origin {
	found := o.object.find(path)
	origin := found.from(o, n, path)
	if found.reason != "" {
		origin.Reason = found.reason
	}
	if origin.Written == (tree.Node{}) {
		origin.Written = n
	}
	if origin.Written.Position().Line == 0 {
		origin.Layer = ""
	}
	return origin
}

func layersOf(p *plan.Placement) []entries.Layer {
	switch {
	case p.Common.Template != nil:
		return p.Common.Template.Stack()
	case !p.IsEntry():
		return nil
	}
	return p.Instance.Template.Stack()
}

// fromKind is the origin of what all objects of a kind have.
func fromKind(Origins, tree.Node, []string) Origin {
	return Origin{Reason: "each object of the kind has it"}
}

// fromEntry is the origin of the fields of an entry that have the same place in the object, below its spec or its
// metadata.
func fromEntry(o Origins, _ tree.Node, path []string) Origin {
	return Origin{Entry: path[1:], Reason: "Flux requires it"}
}

// fromMetadata is the origin of labels and annotations.
func fromMetadata(o Origins, _ tree.Node, path []string) Origin {
	origin := Origin{Layer: "commonMetadata", Reason: "a rule of Kubernetes or Flux"}
	if o.placed.IsEntry() {
		origin.Entry = path
	}
	return origin
}

func fromName(o Origins, _ tree.Node, _ []string) Origin {
	origin := Origin{Reason: "each object of an application needs a name of its own"}
	if o.placed.IsEntry() {
		origin.Entry = []string{"name"}
	}
	return origin
}

func fromNamespace(o Origins, _ tree.Node, _ []string) Origin {
	p := o.placed
	origin := Origin{Layer: "fleet", Reason: "it is that of the application, or of the options"}
	if p.IsEntry() {
		origin.Entry = []string{"namespace"}
	}
	if p.NamespaceNode().Same(p.Common.App.Document.Root().At("metadata", "namespace")) {
		origin.Layer = "application"
	}
	return origin
}

func fromDestination(_ Origins, _ tree.Node, path []string) Origin {
	return Origin{Entry: append([]string{"destination"}, path[1:]...)}
}

// fromKubeConfig is the origin of what reaches a cluster, which the fleet has where the entry selects it.
func fromKubeConfig(o Origins, n tree.Node, path []string) Origin {
	origin := fromDestination(o, n, path)
	origin.Layer, origin.Reason = "fleet", "the kubeConfig of a cluster that a document describes"
	return origin
}

func fromGates(_ Origins, _ tree.Node, path []string) Origin {
	return Origin{Entry: path[1:], Because: []string{"wave"}, Prefix: "wave of ",
		Reason: "an earlier wave must be ready first"}
}

// fromChart is the origin of the chart of a release: the fields of its spec are beside metadata in an entry.
func fromChart(o Origins, n tree.Node, path []string) Origin {
	switch {
	case isBelow(path, "spec", "chart", "spec", "sourceRef"):
		return o.sourceRef(path[4:])
	case isBelow(path, "spec", "chart", "spec"):
		return Origin{Entry: append([]string{"chart"}, path[3:]...)}
	}
	return fromEntry(o, n, path)
}

// fromChartRef is the origin of the reference to what has the chart: a source, or a HelmChart that releases share.
func fromChartRef(o Origins, n tree.Node, path []string) Origin {
	if o.placed.Common.App.Document.SharesChart() {
		return Origin{Layer: o.sourceLayer(), Reason: "releases share the chart"}
	}
	return fromSourceRef(o, n, path)
}

func fromSourceRef(o Origins, _ tree.Node, path []string) Origin { return o.sourceRef(path[2:]) }

// sourceRef is the origin of a field of the reference to the source of an entry. The reference to an inline source
// follows from it.
func (o Origins) sourceRef(path []string) Origin {
	origin := Origin{Layer: o.sourceLayer(), Reason: "the name of the source"}
	if !o.placed.Common.App.LayersSource {
		origin.Entry = append([]string{"sourceRef"}, path...)
	} else if inline := o.placed.Instance.Template.Source().Inline; inline != nil {
		origin.Because = []string{"source", inline.Field}
	} else {
		origin.Entry = append([]string{"source", "sourceRef"}, path...)
	}
	return origin
}

// sourceLayer is what has the source of the object where no layer of an entry has it.
func (o Origins) sourceLayer() string {
	names := func(l entries.Layer) bool { return reference.Is(l.Fields.At("source", "sourceRef", "name")) }
	if len(o.placed.Common.App.Named) > 0 && slices.ContainsFunc(o.Layers, names) {
		return "sources"
	}
	return "source"
}

// fromSource is the origin of the spec of a source. The layers of an entry that brings it have it.
func fromSource(o Origins, _ tree.Node, path []string) Origin {
	c := o.placed.Common
	origin := Origin{Layer: o.sourceLayer(), Reason: "KubeSphere's interval of its repositories"}
	if c.Template != nil {
		origin.Entry = append([]string{"source", c.Kind.Field}, path[1:]...)
		origin.Completed = c.Kind == kinds.ArtifactGenerator
	}
	return origin
}

// fromHelmChart is the origin of a chart that releases share. Each of them tells its layers.
func fromHelmChart(Origins, tree.Node, []string) Origin {
	return Origin{Reason: "releases share the chart, or an application saves it"}
}

// fromSection is the origin of an object around the workload. A string has the text as it is written. One of another
// place is that of the source to which the object refers.
func fromSection(o Origins, n tree.Node, path []string) Origin {
	c := o.placed.Common
	origin := Origin{Layer: c.Kind.Field, Reason: "fluxapp completes what the section leaves out"}
	if n.Kind() != tree.String {
		return origin
	}
	if origin.Written = stringAt(c.App.Document.Spec().Get(c.Kind.Field), n.Position()); !origin.Written.Exists() &&
		path[1] == "sourceRef" {
		origin.Layer = "source"
	}
	return origin
}

// stringAt returns the string at a place in a value; absent when there is none.
func stringAt(n tree.Node, place tree.Position) tree.Node {
	if n.Kind() == tree.String && n.Position() == place {
		return n
	}
	for child := range n.Children() {
		if found := stringAt(child, place); found.Exists() {
			return found
		}
	}
	return tree.Node{}
}

func isBelow(path []string, above ...string) bool {
	return len(path) >= len(above) && slices.Equal(path[:len(above)], above)
}
