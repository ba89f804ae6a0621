package entries

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// preferred are, by the field of a source, the fields of its ref that Flux takes before another one. Of the semver
// and the tag of a GitRepository, its documentation prefers the semver, and its code the tag.
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
func (m *merger) reportHidden(source tree.Node, layers []tree.Node) {
	for inline, fields := range preferred {
		ref := source.At(inline, "ref")
		for _, hidden := range fields {
			n := ref.Get(hidden.field)
			for _, field := range hidden.before {
				taken := ref.Get(field)
				if n.Exists() && taken.Exists() && layerOf(layers, inline, taken) < layerOf(layers, inline, n) {
					m.reportHiddenBy(n, taken, verb(inline, field, hidden.field))
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

// reportHiddenBy does so once for a value, whichever clusters have it. Outside of layers, a null removes what a base
// has.
func (m *merger) reportHiddenBy(n, taken tree.Node, takes string) {
	if slices.ContainsFunc(m.hidden, n.Same) {
		return
	}
	m.hidden = append(m.hidden, n)
	removal := reference.Removal
	if slices.ContainsFunc(m.documentSources(), func(source tree.Node) bool { return holds(source, n) }) {
		removal = "null"
	}
	m.reportIn(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeNoEffect, Node: n, OnKey: true,
		Detail: fmt.Sprintf("Flux %s %s, which is set at ", takes, taken.Key()),
	}.Beside(taken, fmt.Sprintf(", and not this %s; write %s: %s beside it", n.Key(), taken.Key(), removal)))
}

// verb tells how sure it is that Flux takes a field before another one.
func verb(inline, field, hidden string) string {
	if inline == kinds.GitRepository.Field && (field == "tag" || field == "semver") && hidden != "branch" {
		return "may take"
	}
	return "takes"
}

// sourcesOf returns the sources that the source of a merged entry was merged from, the lowest first.
func (m *merger) sourcesOf(e *mergedEntry, l *layered) []tree.Node {
	sources := m.documentSources()
	for _, layer := range stacked(l.below, e.entry, l.above) {
		if source := layer.Fields.Get("source"); !source.Same(m.sources.shared) {
			sources = append(sources, source)
		}
	}
	return sources
}

// documentSources returns the sources outside of the layers, as bases and the application write them, the lowest first.
func (m *merger) documentSources() (sources []tree.Node) {
	for _, d := range slices.Concat(m.app.Document.Bases(), []*schema.Document{m.app.Written}) {
		sources = append(sources, d.Spec().Get("source"))
		sources = slices.AppendSeq(sources, d.Spec().Get("sources").Children())
	}
	return sources
}

// holds reports whether a source has a field in the ref of its spec.
func holds(source, n tree.Node) bool {
	return slices.ContainsFunc(slices.Collect(source.Children()),
		func(spec tree.Node) bool { return spec.At("ref", n.Key()).Same(n) })
}
