package finding

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Severity is what a finding means for the run. The words are those of KRM function results.
type Severity string

const (
	// SeverityError means that nothing is rendered.
	SeverityError Severity = "error"
	// SeverityWarning means that a person should look at the finding.
	SeverityWarning Severity = "warning"
	// SeverityInfo means that the run only tells something.
	SeverityInfo Severity = "info"
)

// Subject is the document that a finding is about. Two findings are about one document if their subjects are the same pointer.
type Subject struct {
	file                              string
	root                              tree.Node
	apiVersion, kind, namespace, name string
}

// NewSubject returns the subject for the document with a root, which was read from a file. The file may be empty.
func NewSubject(file string, root tree.Node) Subject {
	metadata := root.Get("metadata")
	return Subject{
		file: file, root: root,
		apiVersion: root.Get("apiVersion").Text(), kind: root.Get("kind").Text(),
		namespace: metadata.Get("namespace").Text(), name: metadata.Get("name").Text(),
	}
}

// File returns the name of the file, as Parse was given it.
func (s *Subject) File() string { return s.file }

// Root returns the document as it was written; absent if it could not be read.
func (s *Subject) Root() tree.Node { return s.root }

// APIVersion returns the apiVersion of the document.
func (s *Subject) APIVersion() string { return s.apiVersion }

// Kind returns the kind of the document.
func (s *Subject) Kind() string { return s.kind }

// Namespace returns the namespace of the document; empty if it has none.
func (s *Subject) Namespace() string { return s.namespace }

// Name returns the name of the document.
func (s *Subject) Name() string { return s.name }

// Owner returns what rendered objects call the document: namespace/name, or the name alone.
func (s *Subject) Owner() string { return strings.TrimPrefix(s.namespace+"/"+s.name, "/") }

// String returns the kind and the name of the document, for messages.
func (s *Subject) String() string { return s.kind + " " + s.Owner() }

// Finding is an error, a warning or an information about a place of a document.
type Finding struct {
	Severity Severity
	// Code is the stable name of the rule, FA and three digits.
	Code Code
	// File, Line and Column are the place. Lines and columns count from one, columns in characters. Line is 0 if the finding is about no
	// place of a file.
	File         string
	Line, Column int
	// Path leads from the document to the field, for example spec.config.kustomization[0].path. It is empty for a whole document.
	Path string
	// Detail is what is wrong and, behind a semicolon, what to write instead.
	Detail string
	// Current and Proposed are the value of the field and the right one. They are empty if there is no single answer.
	Current, Proposed string
	// Subject is the document that the finding is about; nil if the document could not be read.
	Subject *Subject

	text *tree.Tree // the text of the place: two documents can have one file name
}

// String returns the finding as one line: file:line:column: path: detail [code]. The severity is before the path unless it is an error.
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
	if f.Severity != SeverityError {
		b.WriteString(string(f.Severity) + ": ")
	}
	if f.Path != "" {
		b.WriteString(f.Path + ": ")
	}
	return oneLine(b.String() + f.Detail + " [" + string(f.Code) + "]")
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

// Findings are findings of any severity, in file order. They are no error: [Findings.Err] is one if an error is among them.
type Findings []Finding

// String returns one line for each finding.
func (l Findings) String() string {
	lines := make([]string, len(l))
	for i, f := range l {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// Only returns the findings of one severity.
func (l Findings) Only(s Severity) Findings {
	return slices.DeleteFunc(slices.Clone(l), func(f Finding) bool { return f.Severity != s })
}

// Err returns an error with one line for each finding of [SeverityError]; nil if there is none. [From] gets these findings back.
func (l Findings) Err() error {
	if wrong := l.Only(SeverityError); len(wrong) > 0 {
		return failure{wrong}
	}
	return nil
}

// From returns the findings of an error that [Findings.Err] made, or that wraps one; nil for any other error.
func From(err error) Findings {
	var f failure
	errors.As(err, &f)
	return f.findings
}

// failure is the error of a run whose documents are wrong.
type failure struct{ findings Findings }

func (f failure) Error() string { return f.findings.String() }
