package entries

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// sources are the sources of entries over the application's source; all is empty where that is no layer.
type sources struct {
	*scope
	lowest tree.Node       // the source of the application
	varies bool            // the facts of its document say so
	used   map[string]bool // the items of spec.sources, by their names
	read   map[tree.Node]*inventory.Source
}

func newSources(s *scope) *sources {
	update := s.app.ImageAutomation.At("update", "sourceRef")
	from := &sources{scope: s, varies: s.app.Document.Facts().VariesSourceSpec(), read: map[tree.Node]*inventory.Source{},
		used: map[string]bool{update.Get("name").Text(): true}}
	if source := s.app.Document.Spec().Get("source"); source.Exists() {
		from.lowest = from.itemOf(source)
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
	case ref.Kind() == tree.Null || names.IsRemoval(ref):
		source = ref
	default:
		source = b.Map(ref, tree.Field{Key: "sourceRef", Value: ref})
	}
	rest := b.Without(layer, "source", "sourceRef")
	return b.Map(layer, append(rest.Fields(), tree.Field{Key: "source", Value: s.itemOf(source)})...)
}

// itemOf returns the item of spec.sources that a source names; the source itself where it names none.
func (s *sources) itemOf(source tree.Node) tree.Node {
	named := s.app.NamedSource(source)
	if !named.Same(source) {
		s.used[named.Get("name").Text()] = true
	}
	return named
}

// withNamedSource returns fields with the item of spec.sources that their source names. It refuses references in it.
func (s *sources) withNamedSource(fields tree.Node) tree.Node {
	if len(s.app.Named) == 0 {
		return fields
	}
	source := fields.Get("source")
	if named := s.itemOf(source); names.HasReferences(named) && !named.Same(source) {
		name := source.At("sourceRef", "name")
		s.report(finding.Problem{Code: codes.Reference, Node: name, Detail: fmt.Sprintf(
			"the source %s has references itself; write its name without a reference", name.Text())})
	}
	return s.app.WithNamedSource(s.inv.Build, fields)
}

// reportUnused warns of items of spec.sources that no entry or layer names, and validates them.
func (s *sources) reportUnused() {
	for item := range s.app.Written.Spec().Get("sources").Children() {
		if name := item.Get("name"); !s.app.Refused && name.Text() != "" && !s.used[name.Text()] {
			for kind := range kinds.With(kinds.Source) {
				if spec := item.Get(kind.Field); spec.Exists() && !names.HasReferences(spec) {
					s.report(validate.InlineSource(s.app.Document, kind, spec, s.inv.Flux)...)
				}
			}
			s.report(finding.Problem{Severity: finding.SeverityWarning, Code: wording.CodeUnusedSource, Node: name,
				Current: name.Text(), Detail: fmt.Sprintf("nothing names this source, so it is not rendered; write sourceRef: "+
					"{name: %s} in an entry or a layer, or leave it out", name.Text())})
		}
	}
}

// sourceOf reads the source of a merged entry, in which references have their values. A name with references in what is
// written tells itself which clusters share a source. All others get a digest unless they are as they are written: an
// entry that has a source of its own does not rename the source of others. It is nil if the application's is no layer.
func (s *sources) sourceOf(merged, written tree.Node) *inventory.Source {
	if !s.app.LayersSource {
		return nil
	}
	read, done := s.read[merged.Value()]
	if !done {
		made := s.inv.ReadSource(s.app, merged, false)
		if !names.IsReference(written.Get("name")) && !s.isAsWritten(made, merged.Get("name").Text()) {
			made = s.inv.ReadSource(s.app, merged, true)
		}
		for _, item := range made.Needs {
			s.used[item] = true
		}
		made.OfCluster = RefersToCluster(written.Get("name")) || RefersToCluster(written.Get("namespace"))
		read = &made
		s.read[merged.Value()] = read
	}
	return read
}

// RefersToCluster reports whether a string may have a reference to what a cluster has.
func RefersToCluster(n tree.Node) bool {
	return strings.Contains(names.WithoutEscapes(n.Text()), names.ReferenceRoots[0])
}

func (s *sources) isAsWritten(made inventory.Source, name string) bool {
	if item, ok := s.app.Named[name]; ok {
		return made.Equal(item)
	}
	return !s.varies && made.Equal(s.app.Source)
}

// reportHidden warns of each field of the ref of an inline source that has no effect, because Flux takes another one,
// which the same layer has, or a lower one. Of the semver and the tag of a GitRepository, its documentation prefers the
// semver, and its code the tag.
func (s *sources) reportHidden(source tree.Node, layers []tree.Node) {
	for _, k := range []*kinds.Kind{kinds.GitRepository, kinds.OCIRepository} {
		ref := source.At(k.Field, "ref")
		for i, hidden := range k.Revision.Fields {
			n, before := ref.Get(hidden), slices.Clip(k.Revision.Fields[:i])
			if k == kinds.GitRepository && hidden == "semver" {
				before = append(before, "tag")
			}
			for _, field := range before {
				taken := ref.Get(field)
				above := layerOf(layers, k.Field, n) - layerOf(layers, k.Field, taken)
				if n.Exists() && taken.Exists() && (above > 0 || above == 0 && isHiding(k, ref, taken, n)) {
					s.reportHiddenBy(k.Field, n, taken, above == 0)
					break
				}
			}
		}
	}
}

// isHiding reports whether a field makes another one useless that is written beside it. A tag beside a digest tells
// people what that is, as does the name or the tag of a commit; Flux looks for a commit on its branch.
func isHiding(k *kinds.Kind, ref, taken, n tree.Node) bool {
	text, known := names.PlainText(taken)
	switch exact := ref.Get(k.Revision.Exact); {
	case !known || text == "" || n.Text() == "" || names.IsReference(taken):
		return false
	case exact.Exists():
		return taken == exact && n.Key() == "semver"
	}
	// a GitRepository with both has the warning at its semver
	return taken.Key() != "semver" || n.Key() != "tag" || k == kinds.OCIRepository
}

// layerOf returns the place of the highest layer that has a field of ref; -1 for one that no layer has.
func layerOf(layers []tree.Node, inline string, n tree.Node) int {
	for i, source := range slices.Backward(layers) {
		if source.At(inline, "ref").Get(n.Key()).Same(n) {
			return i
		}
	}
	return -1
}

// reportHiddenBy does so once for a value. Outside of layers, a null removes what a base has.
func (s *sources) reportHiddenBy(inline string, n, taken tree.Node, beside bool) {
	if !s.first(n.Value()) {
		return
	}
	takes, removal, other := "takes", names.Removal, taken.Key()
	if inline == kinds.GitRepository.Field && (other == "tag" || other == "semver") && n.Key() != "branch" {
		takes = "may take"
	}
	if layerOf(s.ofDocuments(), inline, n) >= 0 {
		removal = "null"
	}
	p := finding.Problem{Severity: finding.SeverityWarning, Code: codes.NoEffect, Node: n, OnKey: true,
		Detail: fmt.Sprintf("Flux %s %s, which is set at ", takes, other)}
	remedy := fmt.Sprintf("write %s: %s beside it", other, removal)
	if beside {
		remedy = "keep one of them"
	}
	s.report(p.Beside(taken, fmt.Sprintf(", and not this %s; %s", n.Key(), remedy)))
}

// ofLayers returns the sources that the source of a merged entry was merged from, the lowest first.
func (s *sources) ofLayers(layers []overlay.Layer) []tree.Node {
	all := s.ofDocuments()
	for _, l := range layers {
		if source := l.Fields.Get("source"); !source.Same(s.lowest) {
			all = append(all, source)
		}
	}
	return all
}

// ofDocuments returns the sources outside of the layers, as bases and the application write them, the lowest first.
func (s *sources) ofDocuments() (all []tree.Node) {
	for _, d := range slices.Concat(s.app.Document.Facts().Bases(), []*schema.Document{s.app.Written}) {
		all = append(all, d.Spec().Get("source"))
		all = slices.AppendSeq(all, d.Spec().Get("sources").Children())
	}
	return all
}
