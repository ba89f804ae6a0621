package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Setting is a value that something set, and where.
type Setting struct {
	// Layer is what set it: template, chart, defaults, entry or overrides[0] of the application, source, sources,
	// commonMetadata or fleet; imageAutomation, notification or tenancy; all layers of a list that grew, for example
	// defaults + overrides[0]; of what a base has, the same with the name of the base, for example base web defaults;
	// application for the namespace of its document; of what an object waits for because of its wave, that of the wave,
	// as wave of entry; empty for what fluxapp writes itself.
	Layer string
	// Value is the value as compact JSON, with its references as they are written.
	Value string
	// At is the place of the value; without a line for what fluxapp writes itself.
	At tree.Position
}

// Leaf is a field of an object that holds no further fields, with what set it. A list is one: layers replace lists.
type Leaf struct {
	// Path leads from the object to the field, as spec.values.replicas.
	Path string
	// Value is the value in the object, as compact JSON; empty for a field that a $(remove) has removed.
	Value string
	// Setting is what set it.
	Setting Setting
	// Covered are the settings that it covers, those next to it first. What an object waits for because of its wave
	// follows what they contain.
	Covered []Setting
	// Params are what the references in the setting read, the uppermost of each first: what layers have for a param, and
	// what the fleet has for a param, a label or an annotation. The name of a cluster is not among them.
	Params []Setting
}

// Explain returns every leaf of the object's metadata and spec, or of what it has in place of a spec, in the order in
// which they are printed, and behind those of a map what a $(remove) has removed from it. A null outside of values is
// a field that a layer removed.
func (o Object) Explain() (leaves []Leaf) {
	if o.p == nil {
		return nil
	}
	e := explainerOf(o.p)
	for top := range o.Tree().Children() {
		if key := top.Key(); key != "apiVersion" && key != "kind" {
			e.walk(top, []string{key}, &leaves)
		}
	}
	return leaves
}

type explainer struct {
	p      *plan.Placement
	layers overlay.Stack // what the entry was merged from
	own    bool          // the object is explained as Own returns it
}

func explainerOf(p *plan.Placement) explainer {
	return explainer{p: p, layers: layersOf(p)}
}

func (e explainer) walk(n tree.Node, path []string, leaves *[]Leaf) {
	if e.layers.Removals {
		defer func() { *leaves = append(*leaves, e.removed(n, path)...) }()
	}
	if n.Kind() == tree.Map && n.Len() > 0 {
		for child := range n.Children() {
			e.walk(child, append(path[:len(path):len(path)], child.Key()), leaves)
		}
		return
	}
	*leaves = append(*leaves, e.leaf(n, path))
}

// leaf explains a value.
func (e explainer) leaf(n tree.Node, path []string) Leaf {
	leaf := Leaf{Path: joined(path), Value: compact(n)}
	if n.Kind() == tree.Null && n.Written() == reference.Removal {
		leaf.Value = ""
	}
	leaf.Covered = e.settings(path)
	set := slices.IndexFunc(leaf.Covered, func(s Setting) bool { return s.At == n.Position() })
	// What a layer has is printed from its place, also below a null that removes nothing. A value that was made anew has
	// another place.
	if set < 0 && len(leaf.Covered) > 0 && (!leaf.Covered[0].removes() || leaf.Value == "null") {
		set = 0
	}
	switch {
	case e.p.Common.Gates != nil && !e.own && leaf.Path == "spec.dependsOn":
		leaf.Setting = e.wave(leaf.Value)
	case set >= 0 && e.p.Common.Kind == kinds.ArtifactGenerator: // fluxapp has completed its lists
		leaf.Setting, leaf.Covered = Setting{leaf.Covered[set].Layer, leaf.Value, leaf.Covered[set].At}, leaf.Covered[set+1:]
	case set >= 0 && e.refersInline(path):
		leaf.Setting, leaf.Covered = Setting{leaf.Covered[set].Layer, leaf.Value, leaf.Covered[set].At}, nil
	case set >= 0:
		leaf.Setting, leaf.Covered = leaf.Covered[set], leaf.Covered[set+1:]
	default: // nobody has written it, or a layer has removed what was written
		leaf.Setting = e.outside(n, path)
	}
	leaf.Params = e.params(leaf.Setting.Value)
	leaf.Setting = e.ofBase(leaf.Setting)
	for i, s := range leaf.Covered {
		leaf.Covered[i] = e.ofBase(s)
	}
	return leaf
}

// refersInline reports whether a field is part of the reference to an inline source, which fluxapp writes.
func (e explainer) refersInline(path []string) bool {
	if !e.p.IsEntry() || !e.p.Common.App.LayersSource || e.p.Instance.Template.Source().Inline == nil {
		return false
	}
	return e.names(path)
}

// names reports whether a field is part of a reference to another object of Flux.
func (e explainer) names(path []string) bool {
	return slices.ContainsFunc(e.p.Common.Kind.References, func(r kinds.Reference) bool {
		return r.Relation != "" && r.Relation != kinds.Precedes && r.At.Holds(path)
	})
}

// removed returns what a $(remove) has removed from a map in the values of the object. Elsewhere it leaves a null.
func (e explainer) removed(n tree.Node, path []string) (leaves []Leaf) {
	if path[0] != "spec" || len(path) > 1 && path[1] != "values" {
		return nil
	}
	for _, key := range e.layers.Removed(e.entryPath(path)...) {
		below := append(path[:len(path):len(path)], key)
		if below[1] != "values" || n.Find(key).Exists() {
			continue
		}
		if settings := e.settings(below); len(settings) > 1 && settings[0].removes() {
			leaves = append(leaves, Leaf{Path: joined(below), Setting: settings[0], Covered: settings[1:]})
		}
	}
	return leaves
}

// wave names what put the entry into a wave after others; fluxapp, where no layer has a wave.
func (e explainer) wave(value string) Setting {
	settings := e.settings([]string{"spec", "wave"})
	if len(settings) == 0 {
		return Setting{Value: value}
	}
	return Setting{Layer: "wave of " + settings[0].Layer, Value: value, At: settings[0].At}
}

// settings returns what the layers of the entry have for a field of the object, the uppermost first. The layers of a
// list that grew are one setting.
func (e explainer) settings(path []string) []Setting { return e.entrySettings(e.entryPath(path)) }

// entrySettings is settings by the path of the field in an entry; none without one. A map that only removes adds
// nothing. Of the values above the field only a reference, a null and a $(remove) are told.
func (e explainer) entrySettings(written []string) (all []Setting) {
	if len(written) == 0 {
		return nil
	}
	for _, o := range e.layers.Origins(written...) {
		isAbove := o.Depth < len(written) && !o.Removes() && !reference.Is(o.Value)
		if !isAbove && !overlay.RemovesOnly(o.Value) {
			all = append(all, Setting{o.Layer, compact(o.Value), o.Value.Position()})
		}
	}
	return all
}

// entryPath returns where in an entry a field of the object is written; nil where it is written in none.
func (e explainer) entryPath(path []string) []string {
	begins := func(prefix ...string) bool {
		return len(path) >= len(prefix) && strings.Join(path[:len(prefix)], "\x00") == strings.Join(prefix, "\x00")
	}
	switch {
	case !e.p.IsEntry():
		return e.sourcePath(path)
	case begins("metadata", "labels"), begins("metadata", "annotations"):
		return path
	case begins("spec", "kubeConfig"), begins("spec", "targetNamespace"):
		return append([]string{"destination"}, path[1:]...)
	case begins("spec", "chart", "spec", "sourceRef"):
		return e.refPath(path[4:])
	case begins("spec", "sourceRef"):
		return e.refPath(path[2:])
	case begins("spec", "chartRef") && e.p.Common.App.Document.SharesChart():
		return nil
	case begins("spec", "chartRef"):
		return e.refPath(path[2:])
	case begins("spec", "chart", "spec"):
		return append([]string{"chart"}, path[3:]...)
	}
	return path[1:]
}

// sourcePath returns where in an entry a field of the inline source is written that the entry brings.
func (e explainer) sourcePath(path []string) []string {
	if path[0] != "spec" || e.p.Common.Template == nil {
		return nil
	}
	return append([]string{"source", e.p.Common.Kind.Field}, path[1:]...)
}

// refPath returns where in an entry a field of the reference to its source is written: all of an inline source.
func (e explainer) refPath(path []string) []string {
	if !e.p.Common.App.LayersSource {
		return append([]string{"sourceRef"}, path...)
	}
	if inline := e.p.Instance.Template.Source().Inline; inline != nil {
		return []string{"source", inline.Field}
	}
	return append([]string{"source", "sourceRef"}, path...)
}

// ofBase returns a setting with the base in its layer, where a base has what the application shares.
func (e explainer) ofBase(s Setting) Setting {
	for _, base := range e.p.Common.App.Document.Bases() {
		if !strings.HasPrefix(s.Layer, "base ") && s.At.Line > 0 && entries.HasPlace(base.Spec(), s.At) {
			s.Layer = strings.TrimSpace("base " + base.Name() + " " + s.Layer)
		}
	}
	return s
}

// outside names what set a field that no layer of an entry has.
func (e explainer) outside(n tree.Node, path []string) Setting {
	s := Setting{Value: compact(n), At: n.Position()}
	switch {
	case s.At.Line == 0: // fluxapp has written it
	case path[0] == "metadata" && len(path) > 2:
		s.Layer = "commonMetadata"
	case path[0] == "metadata" && e.p.NamespaceNode().Same(e.p.Common.App.Document.Root().At("metadata", "namespace")):
		s.Layer = "application"
	case path[0] == "metadata":
		s.Layer = "fleet"
	case len(path) > 1 && path[1] == "kubeConfig":
		s.Layer = "fleet"
	case e.p.Common.Kind == kinds.HelmChart: // made of a chart, whose layers each release explains
	case e.p.Common.Kind.Is(kinds.Around):
		return e.around(n, path)
	case e.p.Common.Spec.Exists(), e.names(path):
		s.Layer = "source"
		if named := slices.ContainsFunc(e.layers.Layers, e.namesSource); named {
			s.Layer = "sources"
		}
	}
	return s
}

// namesSource reports whether a layer names an item of spec.sources by a reference.
func (e explainer) namesSource(l overlay.Layer) bool {
	return len(e.p.Common.App.Named) > 0 && reference.Is(l.Fields.At("source", "sourceRef", "name"))
}

func joined(path []string) string {
	var b strings.Builder
	for _, key := range path {
		b.WriteString(tree.Step(key))
	}
	return strings.TrimPrefix(b.String(), ".")
}

func compact(n tree.Node) string { return string(tree.AppendJSON(nil, n)) }

// layersOf returns what the entry was merged from. A source that entries bring has the layers of the first entry.
func layersOf(p *plan.Placement) overlay.Stack {
	switch {
	case p.Common.Template != nil:
		return p.Common.Template.Stack()
	case !p.IsEntry():
		return overlay.Stack{}
	}
	return p.Instance.Template.Stack()
}

// removes reports whether the setting removes the field.
func (s Setting) removes() bool {
	return s.Value == "null" || s.Value == strconv.Quote(reference.Removal)
}

// String prints the setting as explain does: the layer and its place.
func (s Setting) String() string {
	who := s.Layer
	if who == "" {
		who = "fluxapp"
	}
	if s.At.Line == 0 {
		return who
	}
	return fmt.Sprintf("%s %s:%d:%d", who, s.At.File, s.At.Line, s.At.Column)
}
