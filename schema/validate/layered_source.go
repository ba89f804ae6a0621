package validate

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// layeredSource validates a source that is the lowest layer. The merged ones are validated by themselves.
func (c *validator) layeredSource(d *schema.Document) {
	for _, layer := range d.EntriesAndLayers() {
		if own, ref := layer.Get("source"), layer.Get("sourceRef"); own.Exists() && ref.Exists() {
			c.Report(finding.Problem{Code: finding.CodeTwoSources, Node: ref, OnKey: true, Detail: "there is a source " +
				"already, source at "}.Beside(own, "; write this one as source.sourceRef, or keep one of them"))
		}
	}
	if label := d.SaveTemplateLabel(); label.Exists() && d.VariesSource() {
		c.RefuseKey(label, finding.CodeTwoSources, "the label saves the chart with its source, which may differ from "+
			"cluster to cluster here; write spec.source without references, and no source in entries and layers")
	}
}

// namedSources leaves out the specs of sources, which are validated where entries name them.
func (c *validator) namedSources(spec tree.Node) {
	seen := map[string]tree.Node{}
	if name := spec.At("source", "name"); name.Text() != "" {
		seen[name.Text()] = name
	}
	for item := range spec.Get("sources").Children() {
		name := item.Get("name")
		c.references(name)
		c.RequiredName(item, terms.MaxName)
		if first, again := seen[name.Text()]; again {
			c.Report(finding.Problem{Code: finding.CodeContradiction, Node: name, Current: name.Text(),
				Detail: fmt.Sprintf("a source %s is already at ", name.Text())}.Beside(first, "; write another name"))
		} else if name.Text() != "" {
			seen[name.Text()] = name
		}
		c.oneSource(item)
	}
}

func (c *validator) oneSource(item tree.Node) {
	var first tree.Node
	for inline := range kinds.Standard().With(kinds.Source) {
		spec := item.Get(inline.Field)
		switch {
		case !spec.Exists():
		case first.Exists():
			c.Report(finding.Problem{Code: finding.CodeTwoSources, Node: spec, OnKey: true,
				Detail: fmt.Sprintf("there is a source already, %s at ", first.Key())}.Beside(first, "; write one item for each"))
		default:
			first = spec
		}
	}
	if !first.Exists() && item.Kind() == tree.Map {
		c.Refuse(item, finding.CodeNoSource, "has no source; write one of gitRepository, helmRepository, ociRepository, "+
			"bucket and artifact")
	}
}
