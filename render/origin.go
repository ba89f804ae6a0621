package render

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// origin is where a field of an object comes from: the first of because, entry and written that somebody wrote. A value
// has the place where it is written, so that a field without a place is one that fluxapp writes.
type origin struct {
	entry   []string  // the field of an entry that has the value; nil where none has it
	because []string  // the field of an entry for which fluxapp writes the value in place of entry's; nil in most
	prefix  string    // in front of the layer that has because
	over    bool      // fluxapp writes the value in place of entry's, whoever wrote that
	made    bool      // fluxapp makes the value of what is written: it completes a list, or writes a reference
	layer   string    // what has written
	written tree.Node // the value as it is written where no layer has it
	closing string    // which object closes a wave, where the value follows from that
}

func (e FieldExplainer) origin(n tree.Node, path []string) (from origin) {
	switch kind := e.p.Common.Kind; {
	case path[0] == fileField:
		from = origin{entry: []string{fileField}, layer: "source", written: e.p.FileNode()}
		if e.p.SaysFile() { // of its source
			from.entry = []string{"source", fileField}
		}
	case path[0] == "metadata" && len(path) > 1:
		from = e.ofMetadata(n, path)
	case path[0] != "spec" || e.p.Alert != nil:
		from = e.ofSection(n, path)
	case e.p.IsEntry():
		from = e.ofEntry(n, path)
	case kind.Is(kinds.Source):
		from = e.ofSource(path)
	case kind == kinds.Kustomization: // delivers in an order: by the RenderConfig, or the dependsOn that asks for it
		ofDependsOn := []string{"dependsOn", "retryInterval", "timeout", "wait"}
		if from.layer = "delivery"; len(path) > 1 && slices.Contains(ofDependsOn, path[1]) {
			from = origin{layer: "dependsOn", made: true}
		}
	case kind != kinds.HelmChart: // the releases that share it tell its layers
		from = e.ofSection(n, path)
	}
	if !from.written.Exists() {
		from.written = n
	}
	if from.written.Position().Line == 0 {
		from.layer = ""
	}
	return from
}

func (e FieldExplainer) ofMetadata(n tree.Node, path []string) (from origin) {
	other, isMade := e.p.Common.Other, n.Exists() && n.Position().Line == 0
	ofChart := map[string][]tree.Field{"labels": other.Labels, "annotations": other.Annotations}[path[1]]
	isIt := func(f tree.Field) bool { return len(path) > 2 && f.Key == path[2] }
	switch {
	case path[1] == "namespace":
		return e.ofNamespace()
	case path[1] == "name" && e.p.IsEntry():
		from.entry = path[1:]
	case slices.ContainsFunc(ofChart, isIt):
		from.layer = "chart"
	default:
		from.layer = "commonMetadata"
		if e.p.IsEntry() && !isMade {
			from.entry = path
		}
	}
	return from
}

func (e FieldExplainer) ofNamespace() origin {
	p, from := e.p, origin{layer: "fleet"}
	if p.NamespaceNode().Same(p.Common.App.Document.Root().At("metadata", "namespace")) {
		from.layer = "application"
	}
	switch {
	case p.IsEntry():
		from.entry = []string{"namespace"}
	case p.NamespaceNode().Exists():
		from.layer = e.sourceLayer()
		if p.Common.Template != nil {
			from.entry = []string{"source", "namespace"}
		}
	}
	return from
}

// ofEntry is the origin of a field of the spec of a workload. Most have the same place in an entry.
func (e FieldExplainer) ofEntry(n tree.Node, path []string) origin {
	from := origin{entry: path[1:]}
	if len(path) == 1 {
		return from
	}
	switch path[1] {
	case "chart":
		return e.ofChart(path[2:])
	case "chartRef", "sourceRef":
		if path[1] == "sourceRef" || !e.p.Common.App.Document.Facts().SharesChart() {
			return e.ofSourceRef(path[2:])
		}
		from = origin{layer: e.sourceLayer(), made: true}
		if e.p.Common.Chart.Get("kind").Text() == kinds.HelmChart.Name || e.p.Instance.Template.ChartIsSource {
			from.because = []string{"chart"} // from which a HelmChart follows
		}
	case "dependsOn":
		return e.ofDependsOn(from)
	case "interval":
		if !e.own && e.p.Closes != nil && n.Exists() && n.Position().Line == 0 { // the author's is longer
			from.over, from.closing = true, "it closes its wave, and Flux must look at it each minute"
		}
	case "kubeConfig": // the entry has it, or the fleet, or it follows from a cluster's document
		member := e.p.Instance.Member
		from.layer, from.made = "fleet", member != nil && member.Facts().HasDocument()
		fallthrough
	case "targetNamespace":
		from.entry = slices.Insert(slices.Clone(from.entry), 0, "destination")
	}
	return from
}

// ofDependsOn is the origin of what an object waits for: of dependsOn, waves, and what delivery leaves of these.
func (e FieldExplainer) ofDependsOn(from origin) origin {
	gates, closes := e.p.Common.Gates, e.p.Closes
	switch {
	case e.own:
		return from
	case gates == nil && closes == nil:
		if e.p.Waits() { // delivery waits in place of the object
			from.because, from.prefix = from.entry, "delivery of "
		}
		return from
	}
	var closing []string
	if gates != nil && gates.Closing != nil {
		closing = append(closing, gates.Closing.ObjectKey().String()+" closes the wave before")
	}
	if closes != nil {
		closing = append(closing, "it closes its wave and waits for all others of it")
	}
	return origin{entry: from.entry[:1], because: []string{"wave"}, prefix: "wave of ", over: true,
		closing: strings.Join(closing, ", and ")}
}

// ofChart is the origin of the chart of a release: the fields of its spec are beside metadata in an entry.
func (e FieldExplainer) ofChart(below []string) origin {
	if len(below) > 0 && below[0] == "spec" {
		below = below[1:]
	}
	if len(below) > 0 && below[0] == "sourceRef" {
		return e.ofSourceRef(below[1:])
	}
	return origin{entry: append([]string{"chart"}, below...)}
}

// ofSourceRef is the origin of the reference to the source of an entry. The one to an inline source follows from it.
func (e FieldExplainer) ofSourceRef(below []string) origin {
	source := e.p.Instance.Template.Source()
	from := origin{layer: e.sourceLayer(), made: !source.Written}
	switch {
	case !e.p.Common.App.LayersSource:
		from.entry = append([]string{"sourceRef"}, below...)
	case source.Inline != nil && len(below) > 0 && below[0] == "namespace" && source.Given.Exists():
		from.entry = []string{"source", "namespace"}
	case source.Inline != nil:
		from.because = []string{"source", source.Inline.Field}
	default:
		from.entry = append([]string{"source", "sourceRef"}, below...)
	}
	return from
}

// ofSource is the origin of the spec of a source. The layers of an entry that brings it have it.
func (e FieldExplainer) ofSource(path []string) origin {
	c, below := e.p.Common, path[1:]
	isRepository := c.App.Document.Class() != schema.ClassApplication
	from := origin{layer: e.sourceLayer(), made: c.Kind == kinds.ArtifactGenerator || isRepository}
	switch t := c.Template; {
	case t != nil && t.ChartIsSource:
		shared, own := t.App.Document.Facts().Chart().Get("interval"), t.Field.Chart.Get("interval")
		isOfEntry := slices.Equal(below, []string{"interval"}) && !shared.Exists() && !own.Exists()
		return origin{entry: append([]string{"chart"}, below...), layer: "chart", made: isOfEntry}
	case t != nil:
		from.entry = append([]string{"source", c.Kind.Field}, below...)
	}
	return from
}

// sourceLayer is what has the source of the object where no layer of an entry has it.
func (e FieldExplainer) sourceLayer() string {
	names := func(l overlay.Layer) bool { return names.IsReference(l.Fields.At("source", "sourceRef", "name")) }
	if len(e.p.Common.App.Named) > 0 && slices.ContainsFunc(e.stack.Layers, names) {
		return "sources"
	}
	return "source"
}

// holds reports whether keys lead to a field, or to a value that the field is below.
func holds(keys, field []string) bool {
	return len(keys) > 0 && len(keys) <= len(field) && slices.Equal(keys, field[:len(keys)])
}

// ofSection is the origin of an object around the workload. A string has the text as it is written. A string of
// another place belongs to the source to which the object refers.
func (e FieldExplainer) ofSection(n tree.Node, path []string) origin {
	c := e.p.Common
	from := origin{layer: c.Kind.Field, made: n.Kind() == tree.List}
	if n.Kind() != tree.String {
		return from
	}
	refers := func(r kinds.Reference) bool {
		return r.Relation != "" && r.Relation != kinds.Precedes && holds(r.At.Keys(), path)
	}
	isWritten := func(value tree.Node) bool { return value.Kind() == tree.String && value.Position() == n.Position() }
	from.written = each.First(c.App.Document.Spec().Get(c.Kind.Field).All(), isWritten)
	if !from.written.Exists() && slices.ContainsFunc(c.Kind.References, refers) {
		from.layer, from.made = "source", true
	}
	return from
}
