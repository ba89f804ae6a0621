package entries

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// sources are the sources of entries over the application's source; all is empty where that is no layer.
type sources struct {
	*scope
	lowest tree.Node       // the source of the application
	varies bool            // see [schema.Document.VariesSource]
	used   map[string]bool // the items of spec.sources, by their names
	read   map[tree.Node]*inventory.Source
}

func newSources(s *scope) *sources {
	from := &sources{scope: s}
	update := s.app.Around.ImageAutomation.At("update", "sourceRef")
	from.varies = s.app.Document.VariesSource()
	from.used, from.read = map[string]bool{update.Get("name").Text(): true}, map[tree.Node]*inventory.Source{}
	if source := s.app.Document.Spec().Get("source"); source.Exists() {
		from.lowest = from.named(source)
	}
	return from
}

// in returns a layer with its source in one field: a sourceRef is a source that has this reference.
func (s *sources) in(layer tree.Node) tree.Node {
	source, ref := layer.Find("source"), layer.Find("sourceRef")
	if !source.Exists() && !ref.Exists() {
		return layer
	}
	b := s.inv.Build
	switch {
	case source.Kind() == tree.Map || !ref.Exists(): // an error reports both
	case ref.Kind() == tree.Null || reference.IsRemoval(ref):
		source = ref
	default:
		source = b.Map(ref, tree.Field{Key: "sourceRef", Value: ref})
	}
	rest := b.Without(layer, "source", "sourceRef")
	return b.Map(layer, append(rest.Fields(), tree.Field{Key: "source", Value: s.named(source)})...)
}

// named returns the item of spec.sources that a source names; the source itself where it names none.
func (s *sources) named(source tree.Node) tree.Node {
	named := s.app.NamedSource(source)
	if !named.Same(source) {
		s.used[named.Get("name").Text()] = true
	}
	return named
}

// reportNamed refuses a named item of spec.sources that has references of its own.
func (s *sources) reportNamed(source tree.Node) {
	if named := s.named(source); reference.Contains(named) && !named.Same(source) {
		name := source.At("sourceRef", "name")
		s.report(finding.Problem{Code: finding.CodeReference, Node: name, Detail: fmt.Sprintf(
			"the source %s has references itself; write its name without a reference", name.Text())})
	}
}

// reportUnused warns of items of spec.sources that no entry or layer names. A base's may be for other applications.
func (s *sources) reportUnused() {
	for item := range s.app.Written.Spec().Get("sources").Children() {
		if name := item.Get("name"); !s.app.Refused && name.Text() != "" && !s.used[name.Text()] {
			s.report(finding.Problem{
				Severity: finding.SeverityWarning, Code: finding.CodeUnusedSource, Node: name, Current: name.Text(),
				Detail: fmt.Sprintf("nothing names this source, so it is not rendered; "+
					"write sourceRef: {name: %s} in an entry or a layer, or leave it out", name.Text()),
			})
		}
	}
}

// of reads the source of a merged entry, in which references have their values. A name with references in what is
// written tells itself which clusters share a source. All others get a digest unless they are as they are written: an
// entry that has a source of its own does not rename the source of others.
func (s *sources) of(merged, written tree.Node) *inventory.Source {
	read, done := s.read[merged.Value()]
	if !done {
		made := s.inv.ReadSource(s.app, merged, false)
		if !reference.Is(written.Get("name")) && !s.isAsWritten(made, merged.Get("name").Text()) {
			made = s.inv.ReadSource(s.app, merged, true)
		}
		for _, item := range made.Needs {
			s.used[item] = true
		}
		read = &made
		s.read[merged.Value()] = read
	}
	return read
}

// isAsWritten reports whether a source with a name is the application's, or an item of spec.sources.
func (s *sources) isAsWritten(made inventory.Source, name string) bool {
	if item, ok := s.app.Named[name]; ok {
		return made.Equal(item)
	}
	return !s.varies && made.Equal(s.app.Source)
}
