package adopt

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// texts returns an object as kustomize reads it, which builds what Flux applies: yes, on and the like are texts there
// (github.com/kubernetes-sigs/kustomize, kyaml), and booleans to kubectl.
func (a *adoption) texts(root tree.Node) tree.Node {
	r := textReader{build: a.build}
	made := r.read(root)
	if at := r.first.Position(); r.count > 0 && (a.textCount == 0 || at.Compare(a.firstText) < 0) {
		a.firstText = at
	}
	a.textCount += r.count
	return made
}

type textReader struct {
	build *tree.Builder
	first tree.Node
	count int
}

func (r *textReader) note(n tree.Node) {
	if r.count++; r.count == 1 {
		r.first = n
	}
}

func (r *textReader) read(n tree.Node) tree.Node {
	if n.Kind() == tree.Bool && !isBool(n.Written()) {
		r.note(n)
		return r.build.WithSetter(r.build.String(n.Written(), n), n.Setter())
	}
	made := r.build.Rebuild(n, r.read)
	if n.Kind() != tree.Map {
		return made
	}
	fields, changed := made.Fields(), false
	for i, f := range n.Fields() {
		if written := f.Value.WrittenKey(); isBool(f.Key) && !isBool(written) {
			r.note(f.Value)
			fields[i].Key, changed = written, true
		}
	}
	if !changed {
		return made
	}
	return r.build.Map(n, fields...)
}

// isBool reports whether all readers take a text for a boolean.
func isBool(text string) bool {
	return strings.EqualFold(text, "true") || strings.EqualFold(text, "false")
}

// tellTexts informs, once, of texts that are quoted in the documents.
func (a *adoption) tellTexts() {
	if a.textCount == 0 {
		return
	}
	what := "this is a text"
	if a.textCount > 1 {
		what = "this and " + names.Counted(a.textCount-1, "other value") + " are texts"
	}
	a.found = append(a.found, finding.Finding{Severity: finding.SeverityInfo, Code: finding.CodeYAML11,
		File: a.firstText.File, Line: a.firstText.Line, Column: a.firstText.Column,
		Detail: what + " to kustomize, and a boolean to kubectl; the document has the text in quotes"})
}
