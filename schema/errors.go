package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// How messages are written. A message has what is wrong, a semicolon, and what to write instead, which can be pasted; a path and a place
// go before it, so that it does not repeat the name of its field. The sentences are few, and the same everywhere:
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

// Severity says what a finding means for the run.
type Severity string

// The severities: an Error keeps anything from being rendered, a Warning wants to be read, an Info only tells. The words
// are those of KRM function results.
const (
	SeverityError   Severity = "error"
	SeverityWarning Severity = "warning"
	SeverityInfo    Severity = "info"
)

// Error is one finding, placed: an error, a warning or an information, as Severity says.
type Error struct {
	Severity Severity
	// Code is the rule's stable name, FA and three digits; see the constants.
	Code Code
	// File, Line and Column say where. Lines and columns count from one, columns in characters; Line is 0 when the finding
	// is about no place of a file.
	File         string
	Line, Column int
	// Path leads from the document to the field, as `spec.config.kustomization[0].path`; empty for a whole document.
	Path string
	// Detail says what is wrong and, behind a semicolon, what to write instead.
	Detail string
	// Current and Proposed are the field's value and what would be right; empty when there is no single answer.
	Current, Proposed string
	// Document is the document that the finding is about; nil when it could not be read.
	Document *Document

	text *tree.Tree // where the place is: two documents can have one file's name
}

// Error returns the finding as one line: file:line:column: path: detail [code], with the severity before the path unless it
// is an error.
func (e Error) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File + ":")
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, "%d:%d:", e.Line, e.Column)
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	if e.Severity != SeverityError {
		b.WriteString(string(e.Severity) + ": ")
	}
	if e.Path != "" {
		b.WriteString(e.Path + ": ")
	}
	return oneLine(b.String() + e.Detail + " [" + string(e.Code) + "]")
}

// oneLine escapes what would break a line: keys of a document may hold anything.
func oneLine(s string) string {
	if !strings.ContainsFunc(s, unicode.IsControl) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unicode.IsControl(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// ErrorList holds findings in file order. As an error it is all of their lines.
type ErrorList []Error

// Error returns one line for each finding.
func (l ErrorList) Error() string {
	lines := make([]string, len(l))
	for i, e := range l {
		lines[i] = e.Error()
	}
	return strings.Join(lines, "\n")
}

// Only returns the findings of one severity.
func (l ErrorList) Only(s Severity) ErrorList {
	return slices.DeleteFunc(slices.Clone(l), func(e Error) bool { return e.Severity != s })
}

// Problem is a finding of a rule, which knows nodes and neither lines nor paths. [Explain] places it.
type Problem struct {
	// Severity is an error when empty.
	Severity Severity
	Code     Code
	// Document is where the problem lies.
	Document *Document
	// Node is the value to blame. An absent node stands for the whole document.
	Node tree.Node
	// OnKey says that the field's key is to blame rather than its value.
	OnKey bool
	// Child is a field below Node that is missing; it ends the path.
	Child string
	// Missing says that Node lacks something that has more than one name.
	Missing bool
	// Other is a second place to name, as the first of two duplicates; its file and line are put where Detail has %s.
	Other tree.Node
	// Detail, Current and Proposed are those of the Error.
	Detail            string
	Current, Proposed string
	// Hiding is the Detail without the value, for a value that may be a secret; empty where the words name none in other form than in
	// quotes, and the Detail itself where the value cannot be one.
	Hiding string
	// position is set by problems of the text itself, which has no nodes.
	position tree.Position
}

// Explain places problems: it joins each with its file, line and path, drops what was said twice or follows from a misspelt
// field, and sorts in file order.
func Explain(problems []Problem) ErrorList {
	nodes := make([]tree.Node, len(problems))
	for i, p := range problems {
		nodes[i] = p.Node
	}
	problems, paths := withoutFollowers(problems, tree.Paths(nodes))
	list := make(ErrorList, 0, len(problems))
	for i, p := range problems {
		list = append(list, p.explain(paths[i]))
	}
	slices.SortStableFunc(list, compareErrors)
	return once(slices.CompactFunc(list, func(later, earlier Error) bool { return saysNothingNew(earlier, later) }))
}

// saysNothingNew reports whether b is a remark on the spelling of a scalar that a refuses.
func saysNothingNew(a, b Error) bool {
	return a.Severity == SeverityError && (b.Code == CodeYAML11 || b.Code == CodeLostDigits) &&
		a.File == b.File && a.Line == b.Line && a.Column == b.Column
}

// once leaves out what was said of the same place already: anchors and merge keys bring one field to several paths.
func once(list ErrorList) ErrorList {
	type saying struct {
		text          *tree.Tree
		code          Code
		line, column  int
		field, detail string
	}
	said := map[saying]bool{}
	return slices.DeleteFunc(list, func(e Error) bool {
		s := saying{e.text, e.Code, e.Line, e.Column, e.Path[strings.LastIndexAny(e.Path, ".[")+1:], e.Detail}
		twice := said[s]
		said[s] = true
		return twice
	})
}

func (p Problem) explain(path string) Error {
	p = p.discreet(path)
	e := Error{
		Severity: cmp.Or(p.Severity, SeverityError), Code: p.Code, Path: path, Detail: p.Detail,
		Current: p.Current, Proposed: p.Proposed, Document: p.Document, text: p.Node.Source(),
	}
	if e.text == nil && p.Document != nil {
		e.text = p.Document.Root.Source()
	}
	if p.Child != "" {
		e.Path = strings.TrimPrefix(path+tree.Step(p.Child), ".")
	}
	at := p.position
	switch {
	case at.Line > 0:
	case p.OnKey:
		at = p.Node.KeyPosition()
	case p.Node.Exists():
		at = p.Node.Position()
	}
	if at.Line == 0 && p.Document != nil {
		at = p.Document.Root.Position()
		at.File = p.Document.File
	}
	e.File, e.Line, e.Column = at.File, at.Line, at.Column
	if p.Other.Exists() {
		other := p.Other.KeyPosition()
		before, after := cutLast(e.Detail, "%s")
		e.Detail = fmt.Sprintf("%s%s:%d:%d%s", before, other.File, other.Line, other.Column, after)
	}
	return e
}

// cutLast cuts around the last sep: the author's own words, which may hold one too, stand before it.
func cutLast(s, sep string) (before, after string) {
	i := strings.LastIndex(s, sep)
	return s[:i], s[i+len(sep):]
}

func compareErrors(a, b Error) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Detail, b.Detail),
	)
}
