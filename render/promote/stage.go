package promote

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type layer struct {
	node  tree.Node
	entry bool
}

func (l layer) path() string { return tree.Paths([]tree.Node{l.node})[0] }

func (p *promotion) layersOf(s Selector) []layer {
	return slices.DeleteFunc(layersIn(p.document), func(l layer) bool {
		return !slices.Equal(s.requirements, readSelector(l.selector()))
	})
}

func layersIn(d *schema.Document) (all []layer) {
	for _, n := range slices.Backward(d.Facts().Overrides()) {
		all = append(all, layer{node: n})
	}
	_, entries := d.Facts().Entries()
	for _, n := range entries {
		all = append(all, layer{n, true})
	}
	return all
}

func (l layer) selector() tree.Node {
	n := l.node
	if l.entry {
		n = n.Get("destination")
	}
	if n.Get("placement").Exists() { // for a part of the stage, which a scheduler chooses
		return tree.Node{}
	}
	return n.Get("clusterSelector")
}

type place struct {
	layer layer
	value tree.Node
}

// find returns the value of the field in the uppermost layer of a stage that has it. No layer, no field, and several
// entries whose values are not alike are problems. Missing is the value to show in their remedy.
func (p *promotion) find(s Selector, f Field, missing string,
	alike func(a, b tree.Node) bool) (place, []finding.Problem) {
	layers := p.layersOf(s)
	if len(layers) == 0 {
		return place{}, []finding.Problem{p.noLayer(s, f, missing)}
	}
	var found []place
	for _, l := range layers {
		if n, _, _ := f.in(l.node); n.Exists() && n.Kind() != tree.Null {
			found = append(found, place{l, n})
		}
	}
	other := slices.IndexFunc(found, func(other place) bool { return !alike(found[0].value, other.value) })
	switch {
	case len(found) == 0:
		return place{}, []finding.Problem{p.noField(layers[0], s, f, missing)}
	case other >= 0 && found[0].layer.entry:
		return place{}, []finding.Problem{p.severalEntries(found[0], found[other], s, f, missing)}
	}
	return found[0], nil
}

func isSame(a, b tree.Node) bool { return a.Kind() == b.Kind() && a.Text() == b.Text() }

func isAtOnePlace(a, b tree.Node) bool { return a.Position() == b.Position() }

func (p *promotion) version(s Selector) (Field, []finding.Problem) {
	for _, l := range p.layersOf(s) {
		switch found := versionsIn(l.node); {
		case len(found) > 1:
			return nil, []finding.Problem{p.problem(wording.CodeSeveralValues, l.node,
				fmt.Sprintf("the layer of %s has several versions, %s; name one with --field %s", s,
					strings.Join(slices.Compact(each.Of(found, Field.String)), " and "), found[0]))}
		case len(found) == 1:
			return found[0], nil
		}
	}
	shared := p.sharedVersion()
	switch {
	case len(p.layersOf(s)) == 0:
		return nil, []finding.Problem{p.noLayer(s, shared, anyValue)}
	case shared != nil:
		return nil, []finding.Problem{p.noField(p.layersOf(s)[0], s, shared, anyValue)}
	}
	return nil, []finding.Problem{p.problem(wording.CodeNoStageField, p.document.Spec().Get("config"),
		"neither the application nor a layer of "+s.String()+" has a version; name the field with --field, for example "+
			"--field values.image.tag")}
}

func (p *promotion) problem(code finding.Code, n tree.Node, detail string) finding.Problem {
	return finding.Problem{Code: code, Subject: p.document.Subject(), Node: n, Detail: detail, Hiding: detail}
}

// Stages returns the different selectors of an application's overrides and entries, as [ParseSelector] reads them.
func Stages(d *schema.Document) (all []string) {
	for _, l := range slices.Backward(layersIn(d)) {
		if text := words(readSelector(l.selector())); text != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return all
}

func (p *promotion) stages() string {
	all := Stages(p.document)
	if len(all) == 0 {
		return "no layer has labels that select clusters"
	}
	const most = 5
	shown := "there are layers for " + strings.Join(all[:min(most, len(all))], "; ")
	if more := len(all) - most; more > 0 {
		shown += fmt.Sprintf(" and %d more", more)
	}
	return shown
}

// versions are the fields with a layer's version of a chart or of a source. A layer with several needs --field.
var versions = []Field{
	{"chart", "version"}, {"chart", "ref", "tag"}, {"chart", "ref", "semver"}, {"chart", "ref", "digest"},
	{"source", "ociRepository", "ref", "tag"}, {"source", "ociRepository", "ref", "semver"},
	{"source", "ociRepository", "ref", "digest"}, {"source", "gitRepository", "ref", "tag"},
	{"source", "gitRepository", "ref", "semver"}, {"source", "gitRepository", "ref", "commit"},
	{"source", "gitRepository", "ref", "name"}, {"source", "gitRepository", "ref", "branch"},
}

func versionsIn(layer tree.Node) []Field {
	return slices.DeleteFunc(slices.Clone(versions), func(f Field) bool {
		n, _, _ := f.in(layer)
		return !n.Exists() || n.Kind() == tree.Null
	})
}

// sharedVersion returns the field with the version of the application's chart or source; nil without one.
func (p *promotion) sharedVersion() Field {
	for _, layer := range []tree.Node{p.document.Spec().At("config", "helmRelease"), p.document.Facts().Defaults(),
		p.document.Spec()} {
		if found := versionsIn(layer); len(found) > 0 {
			return found[0]
		}
	}
	if p.document.Facts().Chart().Exists() {
		return versions[0]
	}
	return nil
}
