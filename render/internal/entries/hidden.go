package entries

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// preferred are, by the field of a source, the fields of its ref that Flux takes before another one. Of the semver and
// the tag of a GitRepository, its documentation prefers the semver, and its code the tag.
var preferred = map[string][]struct {
	field  string
	before []string
}{
	kinds.GitRepository.Field: {
		{"name", []string{"commit"}},
		{"semver", []string{"commit", "name", "tag"}},
		{"tag", []string{"commit", "name", "semver"}},
		{"branch", []string{"commit", "name", "semver", "tag"}},
	},
	kinds.OCIRepository.Field: {
		{"semver", []string{"digest"}},
		{"tag", []string{"digest", "semver"}},
	},
}

// reportHidden warns of each field of the ref of an inline source that has no effect, because Flux takes another one,
// which a lower layer has. Both in one layer are the matter of Flux.
func (s *sources) reportHidden(source tree.Node, layers []tree.Node) {
	for inline, fields := range preferred {
		ref := source.At(inline, "ref")
		for _, hidden := range fields {
			n := ref.Get(hidden.field)
			for _, field := range hidden.before {
				taken := ref.Get(field)
				if n.Exists() && taken.Exists() && layerOf(layers, inline, taken) < layerOf(layers, inline, n) {
					s.reportHiddenBy(inline, n, taken)
					break
				}
			}
		}
	}
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
func (s *sources) reportHiddenBy(inline string, n, taken tree.Node) {
	if !s.first(n.Value()) {
		return
	}
	takes, removal, of := "takes", reference.Removal, taken.Key()
	if inline == kinds.GitRepository.Field && (of == "tag" || of == "semver") && n.Key() != "branch" {
		takes = "may take"
	}
	if layerOf(s.ofDocuments(), inline, n) >= 0 {
		removal = "null"
	}
	s.reportIn(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeNoEffect, Node: n, OnKey: true,
		Detail: fmt.Sprintf("Flux %s %s, which is set at ", takes, of),
	}.Beside(taken, fmt.Sprintf(", and not this %s; write %s: %s beside it", n.Key(), of, removal)))
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
	for _, d := range slices.Concat(s.app.Document.Bases(), []*schema.Document{s.app.Written}) {
		all = append(all, d.Spec().Get("source"))
		all = slices.AppendSeq(all, d.Spec().Get("sources").Children())
	}
	return all
}
