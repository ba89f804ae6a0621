package emit

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Origin is where a field of an object comes from: the first of Entry, Because and Written that somebody wrote.
type Origin struct {
	// Entry is the field of an entry that the field has the value of; nil where it has the value of none.
	Entry []string
	// Because is the field of an entry for which fluxapp writes the value in place of Entry's; nil where it writes none.
	Because []string
	// Prefix is in front of the layer that has Because.
	Prefix string
	// Over is true where fluxapp writes the value in place of Entry's, whoever wrote that.
	Over bool
	// Made is true where fluxapp makes the value of what is written: it completes a list, or writes a reference.
	Made bool
	// Layer is what has Written, if that has a place.
	Layer string
	// Written is the value as it is written where no layer of the entry has it.
	Written tree.Node
	// Reason is why fluxapp writes the value where nobody has written it.
	Reason string
	// Closing tells which object closes a wave, where the value follows from that; empty for all others.
	Closing string
}

// Origins tells where the fields of an object come from.
type Origins struct {
	// Placed is the object, or another one of the same template, which has the same origins.
	Placed *plan.Placement
	object part
	own    bool // as Own builds it
	// Stack is what the entry was merged from. A source that entries bring has the stack of the first entry.
	Stack overlay.Stack
}

// NewOrigins returns the origins of the fields of an object as [Object] builds it, or as [Own] does.
func NewOrigins(p *plan.Placement, own bool) Origins {
	b := tree.NewBuilder()
	v := ownVariables(p, b)
	if !own {
		v = variablesOf(p, b)
	}
	return Origins{Placed: p, object: objectOf(p, b, templateOf(p), &v), own: own, Stack: stackOf(p)}
}

// Of returns the origin of a field of the object, which the object may not have.
func (o Origins) Of(n tree.Node, path []string) Origin {
	from, below := o.object.find(path)
	found, isOwn := Origin{Layer: from.layer, Reason: from.reason}, from.over && n.Exists() && n.Position().Line == 0
	if from.tell != nil {
		found = from.tell(o, n, below)
	} else if from.entry != "" && !isOwn && (o.Placed.IsEntry() || path[0] == "spec") {
		found.Entry = append(strings.Split(from.entry, "."), below...)
	}
	if !found.Written.Exists() {
		found.Written = n
	}
	if found.Written.Position().Line == 0 {
		found.Layer = ""
	}
	return found
}

func stackOf(p *plan.Placement) overlay.Stack {
	switch {
	case p.Common.Template != nil:
		return p.Common.Template.Stack()
	case !p.IsEntry():
		return overlay.Stack{}
	}
	return p.Instance.Template.Stack()
}

// fromEntry is the origin of the fields of an entry that have the same place in the spec.
func fromEntry(_ Origins, _ tree.Node, below []string) Origin {
	found := Origin{Entry: below}
	if len(below) == 1 && below[0] == "prune" {
		found.Reason = "Flux requires it, and no layer has it"
	}
	return found
}

func fromNamespace(o Origins, _ tree.Node, _ []string) Origin {
	p, found := o.Placed, Origin{Layer: "fleet", Reason: "the options have it, or the application of a shared object"}
	if p.NamespaceNode().Same(p.Common.App.Document.Root().At("metadata", "namespace")) {
		found.Layer = "application"
	}
	switch {
	case p.IsEntry():
		found.Entry = []string{"namespace"}
	case p.NamespaceNode().Exists():
		found.Layer = o.sourceLayer()
		if p.Common.Template != nil {
			found.Entry = []string{"source", "namespace"}
		}
	}
	return found
}

// fromKubeConfig is the origin of how Flux reaches a cluster: the entry, the fleet, or what follows from its document.
func fromKubeConfig(o Origins, _ tree.Node, below []string) Origin {
	member := o.Placed.Instance.Member
	made := member != nil && member.HasDocument()
	return Origin{Entry: append([]string{"destination", "kubeConfig"}, below...), Layer: "fleet", Made: made}
}

// fromDependsOn is the origin of what an object waits for: delivery leaves out what it waits for itself.
func fromDependsOn(o Origins, _ tree.Node, below []string) Origin {
	found := Origin{Entry: append([]string{"dependsOn"}, below...)}
	if !o.own && o.Placed.Waits() {
		found.Because, found.Prefix = found.Entry, "delivery of "
	}
	return found
}

// LeftOut returns the path of the field of the object that delivery leaves out, because it waits for all of it; nil for
// none.
func (o Origins) LeftOut(spec tree.Node) []string {
	const field = "dependsOn"
	if o.own || spec.Find(field).Exists() || !o.Placed.Waits() {
		return nil
	}
	return []string{"spec", field}
}

// fromOrder is the origin of the spec of a Kustomization that delivers an application in an order: the RenderConfig,
// and the dependsOn that asks for the order.
func fromOrder(_ Origins, _ tree.Node, below []string) Origin {
	switch below[0] {
	case "dependsOn":
		return Origin{Layer: "dependsOn", Made: true}
	case "retryInterval", "timeout", "wait":
		return Origin{Layer: "dependsOn", Made: true, Reason: "another application waits for it"}
	}
	return Origin{Layer: "delivery", Reason: "delivery has it"}
}

func fromGates(o Origins, _ tree.Node, _ []string) Origin {
	found := Origin{Entry: []string{"dependsOn"}, Because: []string{"wave"}, Prefix: "wave of ", Over: true,
		Reason: "an earlier wave must be ready"}
	var closing []string
	if gates := o.Placed.Common.Gates; gates != nil && gates.Closing != nil {
		closing = append(closing, gates.Closing.ObjectKey().String()+" closes the wave before")
	}
	if o.Placed.Closes != nil {
		closing = append(closing, "it closes its wave and waits for all others of it")
	}
	found.Closing = strings.Join(closing, ", and ")
	return found
}

func fromInterval(Origins, tree.Node, []string) Origin {
	return Origin{Entry: []string{"interval"}, Reason: "Flux requires it, and no layer has it"}
}

// fromClosing is the origin of the interval of an object that closes its wave, where the author's is longer.
func fromClosing(Origins, tree.Node, []string) Origin {
	const reason = "it closes its wave, and Flux must look at it each minute"
	return Origin{Entry: []string{"interval"}, Over: true, Reason: reason, Closing: reason}
}

// fromChart is the origin of the chart of a release: the fields of its spec are beside metadata in an entry.
func fromChart(o Origins, n tree.Node, below []string) Origin {
	if len(below) > 0 && below[0] == "spec" {
		below = below[1:]
	}
	if len(below) > 0 && below[0] == "sourceRef" {
		return fromSourceRef(o, n, below[1:])
	}
	return Origin{Entry: append([]string{"chart"}, below...)}
}

// fromSourceRef is the origin of the reference to the source of an entry. The one to an inline source follows from it.
func fromSourceRef(o Origins, _ tree.Node, below []string) Origin {
	source := o.Placed.Instance.Template.Source()
	found := Origin{Layer: o.sourceLayer(), Made: !source.Written}
	switch {
	case !o.Placed.Common.App.LayersSource:
		found.Entry = append([]string{"sourceRef"}, below...)
	case source.Inline != nil && len(below) > 0 && below[0] == "namespace" && source.Given.Exists():
		found.Entry = []string{"source", "namespace"}
	case source.Inline != nil:
		found.Because = []string{"source", source.Inline.Field}
	default:
		found.Entry = append([]string{"source", "sourceRef"}, below...)
	}
	return found
}

// fromSharedChart is the origin of a reference where releases share charts: a HelmChart's follows from the chart.
func fromSharedChart(o Origins, _ tree.Node, _ []string) Origin {
	found := Origin{Layer: o.sourceLayer(), Made: true}
	if o.Placed.Common.Chart.Get("kind").Text() == kinds.HelmChart.Name || o.Placed.Instance.Template.ChartIsSource {
		found.Because = []string{"chart"}
	}
	return found
}

// fromChartMetadata is the origin of the labels and annotations that a chart has, and of what KubeSphere looks for.
func fromChartMetadata(Origins, tree.Node, []string) Origin {
	return Origin{Layer: "chart", Reason: "Flux or KubeSphere looks for it at objects of the kind"}
}

// fromSource is the origin of the spec of a source. The layers of an entry that brings it have it.
func fromSource(o Origins, _ tree.Node, below []string) Origin {
	c := o.Placed.Common
	isRepository := c.App.Document.Class() != schema.ClassApplication
	found := Origin{Layer: o.sourceLayer(), Made: c.Kind == kinds.ArtifactGenerator || isRepository}
	if t := c.Template; t != nil && t.ChartIsSource {
		shared, own := t.App.Document.Chart().Get("interval"), t.Field.Chart.Get("interval")
		return Origin{Entry: append([]string{"chart"}, below...), Layer: "chart",
			Made: below[0] == "interval" && !shared.Exists() && !own.Exists()}
	}
	if c.Template != nil {
		found.Entry = append([]string{"source", c.Kind.Field}, below...)
	}
	return found
}

// sourceLayer is what has the source of the object where no layer of an entry has it.
func (o Origins) sourceLayer() string {
	names := func(l overlay.Layer) bool { return names.IsReference(l.Fields.At("source", "sourceRef", "name")) }
	if len(o.Placed.Common.App.Named) > 0 && slices.ContainsFunc(o.Stack.Layers, names) {
		return "sources"
	}
	return "source"
}

// refers reports whether a field of a spec is part of a reference to another object of Flux.
func refers(kind *kinds.Kind, below []string) bool {
	return slices.ContainsFunc(kind.References, func(r kinds.Reference) bool {
		return r.Relation != "" && r.Relation != kinds.Precedes && r.At.Holds(append([]string{"spec"}, below...))
	})
}

// fromSection is the origin of an object around the workload. A string has the text as it is written. A string of
// another place belongs to the source to which the object refers.
func fromSection(o Origins, n tree.Node, below []string) Origin {
	c := o.Placed.Common
	found := Origin{Layer: c.Kind.Field, Reason: "the section leaves it out", Made: n.Kind() == tree.List}
	if n.Kind() == tree.String {
		found.Written = stringAt(c.App.Document.Spec().Get(c.Kind.Field), n.Position())
	}
	if n.Kind() == tree.String && !found.Written.Exists() && refers(c.Kind, below) {
		found.Layer, found.Made = "source", true
	}
	return found
}

func stringAt(n tree.Node, place tree.Position) tree.Node {
	for value := range n.All() {
		if value.Kind() == tree.String && value.Position() == place {
			return value
		}
	}
	return tree.Node{}
}

type part struct {
	tree.Field
	origin
	parts []part // of a map: the fields that have origins of their own
}

// origin is where a part comes from, with all below it that is no part. Without entry and tell, the map around has it.
type origin struct {
	entry  string // the field of an entry, with dots
	layer  string // what has the value where no layer of an entry has it
	reason string // why fluxapp writes it where nobody has written it
	over   bool   // fluxapp writes it over what the entry has
	// tell returns the origin of a field below the part where it takes more than that; nil for most.
	tell func(o Origins, n tree.Node, below []string) Origin
}

func field(key string, value tree.Node, from origin) part {
	return part{Field: tree.Field{Key: key, Value: value}, origin: from}
}

// mapOf returns a map of fields and parts. Of those with one key the last one that has a value counts.
func mapOf(b *tree.Builder, key string, place tree.Node, from origin, fields []tree.Field, parts ...part) part {
	for _, p := range parts {
		fields = append(fields, p.Field)
	}
	return part{Field: tree.Field{Key: key, Value: b.Map(place, fields...)}, origin: from, parts: parts}
}

// find returns the origin of the field at a path, and what of the path leads from there to the field.
func (p part) find(path []string) (from origin, below []string) {
	for _, child := range p.parts {
		if len(path) == 0 || child.Key != path[0] {
			continue
		}
		if from, below = child.find(path[1:]); from.entry == "" && from.tell == nil {
			return origin{entry: p.entry, layer: p.layer, reason: from.reason, over: true, tell: p.tell}, path
		}
		return from, below
	}
	return p.origin, path
}
