package finding

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/credential"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Severity is what a finding means for the run. The words are the words of KRM function results.
type Severity string

const (
	// SeverityError means that nothing is rendered.
	SeverityError Severity = "error"
	// SeverityWarning means that a person should look at the finding.
	SeverityWarning Severity = "warning"
	// SeverityInfo means that the run only tells something.
	SeverityInfo Severity = "info"
)

// Subject is the document that a finding is about. The same pointer is the same document.
type Subject struct {
	file string
	root tree.Node
	name string // which is asked for once for each object
}

// NewSubject returns the subject for the document with a root, which was read from a file. The file may be empty.
func NewSubject(file string, root tree.Node) Subject {
	return Subject{file: file, root: root, name: root.At("metadata", "name").Text()}
}

// File returns the name of the file, as Parse was given it.
func (s *Subject) File() string { return s.file }

// Root returns the document as it was written; absent if it could not be read.
func (s *Subject) Root() tree.Node { return s.root }

// APIVersion returns the apiVersion of the document.
func (s *Subject) APIVersion() string { return s.root.Get("apiVersion").Text() }

// Kind returns the kind of the document.
func (s *Subject) Kind() string { return s.root.Get("kind").Text() }

// Namespace returns the namespace of the document; empty if it has none.
func (s *Subject) Namespace() string { return s.root.At("metadata", "namespace").Text() }

// Name returns the name of the document.
func (s *Subject) Name() string { return s.name }

// Owner returns what rendered objects call the document: namespace/name, or the name alone.
func (s *Subject) Owner() string { return strings.TrimPrefix(s.Namespace()+"/"+s.name, "/") }

// String returns the kind and the name of the document, for messages.
func (s *Subject) String() string { return s.Kind() + " " + s.Owner() }

// MarshalJSON returns the document as JSON: apiVersion, kind, namespace and name, without those that are empty.
func (s *Subject) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		APIVersion string `json:"apiVersion,omitempty"`
		Kind       string `json:"kind,omitempty"`
		Namespace  string `json:"namespace,omitempty"`
		Name       string `json:"name,omitempty"`
	}{s.APIVersion(), s.Kind(), s.Namespace(), s.name})
}

// Finding is an error, a warning or a note about a place of a document. JSON has its fields that are not empty.
type Finding struct {
	Severity Severity `json:"severity"`
	// Code is the stable name of the rule, FA and three digits.
	Code Code `json:"code"`
	// File, Line and Column are the place. Both count from one, columns in characters. Line is 0 without a place.
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// Path leads from the document to the field: spec.config.kustomization[0].path. It is empty for a whole document.
	Path string `json:"path,omitempty"`
	// Detail is what is wrong and, behind a semicolon, what to write instead.
	Detail string `json:"detail"`
	// Current and Proposed are the value of the field and the right one. They are empty if there is no single answer.
	Current  string `json:"current,omitempty"`
	Proposed string `json:"proposed,omitempty"`
	// Subject is the document that the finding is about; nil if the document could not be read.
	Subject *Subject `json:"document,omitempty"`

	node    tree.Node // the value, or without one the document's: two documents can have one file name
	omitted *omission // of codes.ManyFindings
}

// String returns the finding as one line: file:line:column: path: detail [code]. A severity below error precedes path.
func (f Finding) String() string {
	var b strings.Builder
	if f.File != "" {
		b.WriteString(f.File + ":")
	}
	if f.Line > 0 {
		fmt.Fprintf(&b, "%d:%d:", f.Line, f.Column)
	}
	if b.Len() > 0 {
		b.WriteByte(' ')
	}
	return oneLine(b.String()) + f.about() + f.fitting(oneLine(f.Detail)) + " [" + string(f.Code) + "]"
}

// about returns what is before the detail and behind the place.
func (f Finding) about() (text string) {
	if f.Severity != SeverityError {
		text = string(f.Severity) + ": "
	}
	if f.Path != "" {
		text += clipped(oneLine(f.Path), maxPath) + ": "
	}
	return text
}

// fitting returns a detail of at most as many characters as a finding has left.
func (f Finding) fitting(detail string) string {
	return fitted(detail, maxLength-utf8.RuneCountInString(f.about())-len(" [] ")-len(f.Code))
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

// Findings are findings of any severity, in file order. The error of [Findings.Err] is a Findings, for errors.As.
type Findings []Finding

// Error is [Findings.String].
func (l Findings) Error() string { return l.String() }

// String returns one line for each finding.
func (l Findings) String() string {
	return strings.Join(each.Of(l, Finding.String), "\n")
}

// Only returns the findings of one severity.
func (l Findings) Only(s Severity) Findings {
	return slices.DeleteFunc(slices.Clone(l), func(f Finding) bool { return f.Severity != s })
}

// Err returns the findings of [SeverityError] as an error with a line for each, or nil. [From] gets them back.
func (l Findings) Err() error {
	if wrong := l.Only(SeverityError); len(wrong) > 0 {
		return wrong
	}
	return nil
}

// From returns the findings of an error that [Findings.Err] made, or that wraps one; nil for any other error.
func From(err error) (l Findings) {
	errors.As(err, &l)
	return l
}

// Problem is what a rule reports about a node; [Locate] adds the place. It is public because render has rules too.
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
	// Detail, Current and Proposed are the finding's.
	Detail            string
	Current, Proposed string
	// Hiding is the Detail without the value, for a value that may be a secret. It is empty if Detail has the value in
	// quotes only, and the Detail itself if the value cannot be a secret.
	Hiding string
	// Secret is what of the value is a credential; whoever prints values hides it wherever it gets to. See [SecretsIn].
	Secret string
	// Position is the place of a problem of the text itself, which has no nodes.
	Position tree.Position
	// other is a second place, and rest is what follows it in the message; see Beside.
	other tree.Node
	rest  string
	// omitted counts remarks that were not kept; see Append.
	omitted *omission
}

// Beside returns the problem with a second place, for example the first of two duplicates: the message is Detail,
// file, line and column of the place, and rest.
func (p Problem) Beside(place tree.Node, rest string) Problem {
	p.other, p.rest = place, rest
	return p
}

// MaxErrors is about how many errors of a document are looked for. It is public because package render looks too.
const MaxErrors = 10_000

// IsError reports whether the problem keeps anything from being rendered.
func (p Problem) IsError() bool { return p.Severity == SeverityError || p.Severity == "" }

// Locate returns findings in file order, with file, line and path. It drops what repeats or follows from a problem.
func Locate(problems []Problem) Findings {
	if len(problems) > maxRemarks || slices.ContainsFunc(problems, func(p Problem) bool { return p.omitted != nil }) {
		problems = bound(problems)
	}
	paths := tree.Paths(each.Of(problems, func(p Problem) tree.Node { return p.Node }))
	if slices.ContainsFunc(problems, Problem.IsError) {
		problems, paths = dropCascades(problems, paths)
	}
	sorted, secrets := make([]*Finding, len(problems)), SecretsIn(problems) // to sort large structs links 8 kB more
	for i, p := range problems {
		f := p.locate(paths[i], secrets)
		sorted[i] = &f
	}
	slices.SortStableFunc(sorted, compareFindings)
	list := each.Of(sorted, func(f *Finding) Finding { return *f })
	wrong := map[*tree.Tree]Finding{} // the last error of each text; remarks have later codes
	return dedupe(withoutUncounted(slices.DeleteFunc(list, func(f Finding) bool {
		isShadowed := shadowed(f, wrong[f.node.Source()]) || shadowed(f, wrong[nil])
		if f.Severity == SeverityError {
			wrong[f.node.Source()] = f
		}
		return isShadowed
	})))
}

// shadowed reports whether a finding is about a value, or about what it is merged with, that has an error already. Two
// texts can have one name, and places in them are no one place.
func shadowed(f, earlier Finding) bool {
	return earlier.Severity == SeverityError &&
		slices.Contains([]Code{codes.YAML11, codes.LostDigits, codes.Type, codes.ListOperator}, f.Code) &&
		earlier.File == f.File && earlier.Line == f.Line && earlier.Column == f.Column && earlier.Code != f.Code
}

func (p Problem) locate(path string, secrets Secrets) Finding {
	p = p.discreet(path, secrets)
	path = secrets.Hide(path)
	f := Finding{Severity: cmp.Or(p.Severity, SeverityError), Code: p.Code, Path: path, Detail: p.Detail,
		Current: p.Current, Proposed: p.Proposed, Subject: p.Subject, node: p.Node}
	if f.node.Source() == nil && f.Subject != nil {
		f.node = f.Subject.root
	}
	if p.omitted != nil {
		f.omitted, f.Detail = p.omitted, p.omitted.detail()
	}
	if p.Child != "" {
		f.Path = strings.TrimPrefix(path+tree.Step(p.Child), ".")
	}
	at := p.position()
	f.File, f.Line, f.Column = at.File, at.Line, at.Column
	if p.other.Exists() {
		f.Detail += placeOf(p.other) + p.rest
	}
	f.Detail = f.fitting(f.Detail)
	return f
}

// placeOf returns the file, line and column of a node for a message, or its document and path if no file has it.
func placeOf(n tree.Node) string {
	at := n.KeyPosition()
	if at.Line == 0 {
		document := NewSubject("", n.Tree().Root())
		return document.String() + " " + tree.Paths([]tree.Node{n})[0]
	}
	return fmt.Sprintf("%s:%d:%d", at.File, at.Line, at.Column)
}

// position returns the place that the problem is about: without a place of its own, the place of its document.
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

func compareFindings(a, b *Finding) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Column, b.Column),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Path, b.Path),
		cmp.Compare(a.Detail, b.Detail),
	)
}

func (p Problem) discreet(path string, secrets Secrets) Problem {
	isSecret := func(part string) bool {
		_, hidden := secrets.hide(part)
		return hidden || credential.Find(part) != ""
	}
	holds := slices.ContainsFunc([]string{p.Detail, p.rest, p.Current, p.Proposed}, isSecret)
	if !holds && (p.OnKey || p.Current+p.Proposed+p.Hiding == "" || p.Hiding == p.Detail ||
		!MayBeSecret(path) && !isSecret(p.Node.Text())) {
		return p
	}
	if p.Hiding == "" {
		p.Hiding = strings.ReplaceAll(p.Detail, strconv.Quote(p.Current), "the value")
	}
	if holds && (isSecret(p.Hiding) || isSecret(p.rest)) { // wherever it is written
		p.other = tree.Node{}
		p.Hiding = "the value is wrong here, and is not shown because it holds a credential; see the rule"
	}
	p.Detail, p.Current, p.Proposed = p.Hiding, "", ""
	return p
}

// MayBeSecret reports whether the value at a path of a document or an object belongs to its author, or is called like
// a secret. Nothing keeps an author from writing a password there, and findings are printed into logs of builds: no
// finding has such a value.
func MayBeSecret(path string) bool {
	if credential.KindOf(path[strings.LastIndexByte(path, '.')+1:]) != credential.None {
		return true
	}
	return slices.ContainsFunc(authorFields, func(field string) bool {
		above, below, found := strings.Cut("."+path, "."+field)
		ofSelector := strings.Contains(above[strings.LastIndexByte(above, '.')+1:], "matchExpressions[")
		return found && !ofSelector && below != "" && (below[0] == '.' || below[0] == '[')
	})
}

var authorFields = []string{"values", "params", "substitute", "annotations", "data", "stringData"}

// Code is the stable name of a rule; package codes has them.
type Code = codes.Code
