package finding

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// How messages are written. A message has what is wrong, a semicolon, and what to write instead, which can be pasted. A path and a place
// are written before it, so that it does not repeat the name of its field. The sentences are few, and the same everywhere:
//
//	unknown field; did you mean "prune"?
//	this field has another place here; write it as destination.kubeConfig
//	this field belongs to the entry; write it beside destination
//	is required; add it
//	is a string, and a list belongs here; begin each item with "- "
//	"Web" is no valid name; write "web" (the rule)
//	would be called HelmRelease apps/web, as is in.yaml:9:7; set name on one of them
//	only a HelmRelease has this field; leave it out
//	Flux 2.6 does not have this field (new in 2.7); leave it out, or render for a newer Flux
//	cluster lab has no params.size (it has region); add it, or give a default: …
//
// The place is the value that is wrong. One mistake is one message. No message has a value that may be a secret; see MayBeSecret.

// Problem is what a rule reports. A rule knows nodes and neither lines nor paths: [Locate] makes findings of problems.
type Problem struct {
	// Severity is an error when empty.
	Severity Severity
	Code     Code
	// Subject is the document that the problem is about.
	Subject *Subject
	// Node is the value that is wrong. An absent node stands for the whole document.
	Node tree.Node
	// OnKey says that the key of the field is wrong rather than its value.
	OnKey bool
	// Child is a field below Node that is missing; it ends the path.
	Child string
	// Missing says that Node lacks something that has more than one name.
	Missing bool
	// Detail, Current and Proposed are those of the finding.
	Detail            string
	Current, Proposed string
	// Hiding is the Detail without the value, for a value that may be a secret. It is empty if Detail has the value in quotes only, and
	// the Detail itself if the value cannot be a secret.
	Hiding string
	// Position is the place of a problem of the text itself, which has no nodes.
	Position tree.Position
	// other is a second place, and rest is what follows it in the message; see Beside.
	other tree.Node
	rest  string
}

// Beside returns the problem with a second place, for example the first of two duplicates: the message is Detail, file, line and column
// of the place, and rest.
func (p Problem) Beside(place tree.Node, rest string) Problem {
	p.other, p.rest = place, rest
	return p
}

// MaxErrors is about how many errors are looked for. A document with more is refused for those that were found.
const MaxErrors = 10_000

// IsError reports whether the problem keeps anything from being rendered.
func (p Problem) IsError() bool { return p.Severity == SeverityError || p.Severity == "" }

// Locate returns the findings of problems, in file order. It adds file, line and path, and drops what repeats another problem or follows
// from one.
func Locate(problems []Problem) Findings {
	nodes := make([]tree.Node, len(problems))
	for i, p := range problems {
		nodes[i] = p.Node
	}
	problems, paths := dropCascades(problems, tree.Paths(nodes))
	list := make(Findings, 0, len(problems))
	for i, p := range problems {
		list = append(list, p.locate(paths[i]))
	}
	slices.SortStableFunc(list, compareFindings)
	return dedupe(slices.CompactFunc(list, func(later, earlier Finding) bool { return shadowed(later, earlier) }))
}

// shadowed reports whether a finding is a remark on the spelling of a scalar that an earlier one reports.
func shadowed(f, earlier Finding) bool {
	return earlier.Severity == SeverityError && (f.Code == CodeYAML11 || f.Code == CodeLostDigits) &&
		earlier.File == f.File && earlier.Line == f.Line && earlier.Column == f.Column
}

// dedupe drops findings that repeat another one about the same place: anchors and merge keys bring one field to several paths.
func dedupe(list Findings) Findings {
	type place struct {
		text          *tree.Tree
		code          Code
		line, column  int
		field, detail string
	}
	seen := map[place]bool{}
	return slices.DeleteFunc(list, func(f Finding) bool {
		at := place{f.text, f.Code, f.Line, f.Column, f.Path, f.Detail}
		if f.Line > 0 {
			at.field = f.Path[strings.LastIndexAny(f.Path, ".[")+1:]
		}
		repeated := seen[at]
		seen[at] = true
		return repeated
	})
}

func (p Problem) locate(path string) Finding {
	p = p.discreet(path)
	f := Finding{
		Severity: cmp.Or(p.Severity, SeverityError), Code: p.Code, Path: path, Detail: p.Detail,
		Current: p.Current, Proposed: p.Proposed, Subject: p.Subject, text: p.Node.Source(),
	}
	if f.text == nil && f.Subject != nil {
		f.text = f.Subject.root.Source()
	}
	if p.Child != "" {
		f.Path = strings.TrimPrefix(path+tree.Step(p.Child), ".")
	}
	at := p.position()
	f.File, f.Line, f.Column = at.File, at.Line, at.Column
	if p.other.Exists() {
		f.Detail += placeOf(p.other) + p.rest
	}
	return f
}

// placeOf returns the file, line and column of a node, or its document and path if no file has it.
func placeOf(n tree.Node) string {
	at := n.KeyPosition()
	if at.Line == 0 {
		document := NewSubject("", n.Tree().Root())
		return document.String() + " " + tree.Paths([]tree.Node{n})[0]
	}
	return fmt.Sprintf("%s:%d:%d", at.File, at.Line, at.Column)
}

// position returns the place that the problem is about: without a place of its own, that of its document.
func (p Problem) position() tree.Position {
	at := p.Position
	switch {
	case at.Line > 0:
	case p.OnKey:
		at = p.Node.KeyPosition()
	case p.Node.Exists():
		at = p.Node.Position()
	}
	if at.Line == 0 && p.Subject != nil {
		at = p.Subject.root.Position()
		at.File = p.Subject.file
	}
	return at
}

func compareFindings(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Detail, b.Detail),
	)
}

// discreet returns the problem without the value that it is about, if that may be a secret.
func (p Problem) discreet(path string) Problem {
	if p.OnKey || p.Current+p.Proposed+p.Hiding == "" || p.Hiding == p.Detail || !MayBeSecret(path) {
		return p
	}
	if p.Hiding == "" {
		p.Hiding = strings.ReplaceAll(p.Detail, strconv.Quote(p.Current), "the value")
	}
	p.Detail, p.Current, p.Proposed = p.Hiding, "", ""
	return p
}

// MayBeSecret reports whether the value at a path of a document or an object belongs to its author. Nothing keeps an author from writing
// a password there, and findings are printed into logs of builds: no finding has such a value.
func MayBeSecret(path string) bool {
	return slices.ContainsFunc(authorFields, func(field string) bool {
		above, below, found := strings.Cut("."+path, "."+field)
		ofSelector := strings.Contains(above[strings.LastIndexByte(above, '.')+1:], "matchExpressions[")
		return found && !ofSelector && below != "" && (below[0] == '.' || below[0] == '[')
	})
}

// authorFields are the fields below which all values belong to the author.
var authorFields = []string{"values", "params", "substitute", "annotations", "data", "stringData"}

// dropCascades drops problems that follow from another one: a misspelt field is missing where it belongs, a field of a wrong type lacks
// what its own type has, and an override matches nothing while something else is wrong. The places to repair are left.
func dropCascades(problems []Problem, paths []string) ([]Problem, []string) {
	causes := rootCauses{
		meant: map[fieldAt]bool{}, misplaced: map[*Subject]bool{}, unknown: map[fieldAt]bool{}, mistyped: map[fieldAt]bool{},
		wrong: map[*Subject]bool{}, defaults: map[*Subject]bool{},
	}
	for i, p := range problems {
		causes.add(p, paths[i])
	}
	if len(causes.wrong) == 0 {
		return problems, paths
	}
	var kept []Problem
	var keptPaths []string
	for i, p := range problems {
		if !causes.explain(p, paths[i]) {
			kept, keptPaths = append(kept, p), append(keptPaths, paths[i])
		}
	}
	return kept, keptPaths
}

// fieldAt is a field of the map at a path; without a name, the value at the path itself or any field of it.
type fieldAt struct {
	subject     *Subject
	path, field string
}

// rootCauses are the problems that others follow from.
type rootCauses struct {
	meant     map[fieldAt]bool  // fields that were written by another name
	misplaced map[*Subject]bool // documents with a word of Flux in the wrong place
	elsewhere []fieldAt         // these words
	unknown   map[fieldAt]bool  // fields that the Flux of the run does not know, and references: nothing else about them matters
	mistyped  map[fieldAt]bool  // fields of a wrong type: what they lack does not matter
	wrong     map[*Subject]bool // documents with an error
	defaults  map[*Subject]bool // documents whose defaults are misspelt or in the wrong place
}

func (c *rootCauses) add(p Problem, path string) {
	if !p.IsError() {
		return
	}
	c.wrong[p.Subject] = true
	switch p.Code {
	case CodeType:
		c.mistyped[fieldAt{p.Subject, path, ""}] = true
		return
	case CodeFluxField, CodeReference:
		if p.OnKey || p.Code == CodeReference {
			c.unknown[fieldAt{p.Subject, path, ""}] = true
		}
		return
	case CodeUnknownField, CodeMisplaced, CodeNotYet:
	default:
		return
	}
	c.defaults[p.Subject] = c.defaults[p.Subject] || p.Node.Key() == "defaults" || p.Proposed == "defaults"
	above := strings.TrimPrefix(strings.TrimSuffix("."+path, tree.Step(p.Node.WrittenKey())), ".")
	c.meant[fieldAt{p.Subject, above, ""}] = true
	if p.Code == CodeUnknownField {
		field, _, _ := strings.Cut(p.Proposed, ".")
		c.meant[fieldAt{p.Subject, above, field}] = true
		return
	}
	c.meant[fieldAt{p.Subject, above, anyField}] = true
	c.elsewhere = append(c.elsewhere, fieldAt{p.Subject, above, p.Node.Key()})
	c.misplaced[p.Subject] = c.misplaced[p.Subject] || p.Code == CodeMisplaced
}

// below reports whether a problem is in one of these fields.
func (p Problem) below(fields map[fieldAt]bool, path string) bool {
	for len(fields) > 0 && path != "" {
		if fields[fieldAt{p.Subject, path, ""}] {
			return true
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return false
}

// anyField is the name of what a misplaced field, or one that is not read yet, may have been meant to be.
const anyField = "*"

// explain reports whether a problem follows from one of the causes.
func (c rootCauses) explain(p Problem, path string) bool {
	at := func(field string) bool { return c.meant[fieldAt{p.Subject, path, field}] }
	switch {
	case p.Code != CodeFluxField && p.Code != CodeReference && p.below(c.unknown, path):
		return true
	case p.Code == CodeUnusedOverride && c.wrong[p.Subject], p.Code == CodeFilled && c.defaults[p.Subject]:
		return true
	case (p.Child != "" || p.Code == CodeNoSource) && p.below(c.mistyped, path):
		return true
	case p.Code == CodeNoSource, p.Code == CodeNoChart:
		return c.misplaced[p.Subject] || at("")
	case p.Missing, p.Code == CodeKubeConfig && p.Child != "":
		return at("")
	case p.Child != "":
		return at(p.Child) || at(anyField) || c.inPlaceOf(fieldAt{p.Subject, path, p.Child})
	}
	return false
}

// inPlaceOf reports whether a missing field was written further out or further in.
func (c rootCauses) inPlaceOf(missing fieldAt) bool {
	return slices.ContainsFunc(c.elsewhere, func(found fieldAt) bool {
		return found.subject == missing.subject && found.field == missing.field &&
			(strings.HasPrefix(found.path+".", missing.path+".") || strings.HasPrefix(missing.path+".", found.path+"."))
	})
}
