// Package check has the rules of names and of labels and annotations, which documents of all kinds share.
package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Checker collects the problems of one document.
type Checker struct {
	// Subject is the document that the problems are about.
	Subject *finding.Subject
	// Flux is the version of Flux that must accept what is rendered.
	Flux kinds.FluxVersion
	// Problems are those that were found.
	Problems []finding.Problem
}

// Report adds problems of the document.
func (c *Checker) Report(problems ...finding.Problem) {
	for _, p := range problems {
		p.Subject = c.Subject
		c.Problems = finding.Append(c.Problems, p)
	}
}

// Refuse reports the value of a field.
func (c *Checker) Refuse(n tree.Node, code finding.Code, format string, args ...any) {
	c.Report(finding.Problem{Code: code, Node: n, Current: n.Text(), Detail: fmt.Sprintf(format, args...)})
}

// RefuseKey reports a field that must not be there.
func (c *Checker) RefuseKey(n tree.Node, code finding.Code, format string, args ...any) {
	c.Report(finding.Problem{Code: code, Node: n, OnKey: true, Detail: fmt.Sprintf(format, args...)})
}

// WarnKey reports a field that needs a look.
func (c *Checker) WarnKey(n tree.Node, code finding.Code, format string, args ...any) {
	c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: code, Node: n, OnKey: true,
		Detail: fmt.Sprintf(format, args...)})
}

// Lacks reports the absence of a field.
func (c *Checker) Lacks(parent tree.Node, field, detail string) {
	c.Report(finding.Problem{Code: codes.Required, Node: parent, Child: field, Detail: detail})
}

// Add takes over problems of rules that know fields and not what they mean. Where a rule that does has refused the
// same field already, it has said it better, unless the Flux of the run does not know the field at all.
func (c *Checker) Add(problems []finding.Problem) {
	if len(problems) == 0 {
		return
	}
	type place struct {
		node  tree.Node
		child string
	}
	refused := map[place]int{}
	for i, p := range c.Problems {
		if p.IsError() {
			refused[place{p.Node, p.Child}] = i
		}
	}
	for _, p := range problems {
		i, reported := refused[place{p.Node, p.Child}]
		p.Subject = c.Subject
		switch {
		case !reported:
			c.Problems = append(c.Problems, p)
		case p.Code == codes.FluxField:
			c.Problems[i] = p
		}
	}
}

// Required reports the absence of a string that a rule needs, or an empty one.
func (c *Checker) Required(parent tree.Node, field string) {
	switch n := parent.Get(field); {
	case parent.Kind() != tree.Map:
	case !n.Exists():
		c.Lacks(parent, field, "is required; add it")
	case n.Kind() == tree.String && n.Text() == "":
		c.Refuse(n, CodeEmpty, "is empty; write a value")
	}
}

// RequiredName reports the absence of a name, and what is none.
func (c *Checker) RequiredName(parent tree.Node, limit int) {
	c.Required(parent, "name")
	if name := parent.Get("name"); name.Text() != "" {
		c.Name(name, limit)
	}
}

// Name reports what is no name of a Kubernetes object, or longer than limit.
func (c *Checker) Name(n tree.Node, limit int) {
	if value, ok := c.shortText(n, limit); ok && !names.Valid(value) {
		c.badName(n, codes.Name, "lower-case letters, digits, '-' and '.'")
	}
}

// shortText also reports a placeholder that leads to another file. It is ok for a text without a problem.
func (c *Checker) shortText(n tree.Node, limit int) (value string, ok bool) {
	value, ok = names.PlainText(n)
	switch {
	case !ok:
		c.pathSafe(n)
	case value == "":
		c.Refuse(n, CodeEmpty, "is empty; write a name, or leave the field out")
	case len(value) > limit:
		c.Refuse(n, codes.TooLong, "is %d characters long, and Flux can use at most %d; write a shorter one",
			len(value), limit)
	}
	return value, ok && value != "" && len(value) <= limit
}

// Namespace reports what is no name of a namespace.
func (c *Checker) Namespace(n tree.Node) {
	value, ok := names.PlainText(n)
	switch {
	case !ok:
		c.pathSafe(n)
	case value == "":
		c.Refuse(n, CodeEmpty, "is empty; write a namespace, or leave the field out")
	case !names.ValidLabel(value):
		c.badName(n, codes.Namespace, "at most 63 lower-case letters, digits and '-'")
	}
}

// PathSegment reports what is no name of a Role, or longer than limit. It can have all characters that one step of a
// path can have, but no backslash and no control character, because names become files.
func (c *Checker) PathSegment(n tree.Node, limit int) {
	forbidden := func(r rune) bool { return strings.ContainsRune(`/%\`, r) || unicode.IsControl(r) }
	if value, ok := c.shortText(n, limit); ok &&
		(value == "." || value == ".." || strings.ContainsFunc(value, forbidden)) {
		c.Refuse(n, codes.Name, "%q is no valid name; write one of letters, digits and characters that are no /, no "+
			"%% and no backslash", value)
	}
}

func (c *Checker) badName(n tree.Node, code finding.Code, rule string) {
	value := n.Text()
	rule += ", with a letter or digit at both ends"
	p := finding.Problem{Code: code, Node: n, Current: value}
	p.Detail = fmt.Sprintf("%q is no valid name; write %s", value, rule)
	p.Hiding = "the value is no valid name; write " + rule
	// nothing is ever renamed without the author
	repaired := strings.Trim(strings.NewReplacer("_", "-", " ", "-", "/", "-").Replace(strings.ToLower(value)), "-.")
	if len(content.IsDNS1123Label(repaired)) == 0 {
		p.Proposed = repaired
		p.Detail = fmt.Sprintf("%q is no valid name; write %q (%s)", value, repaired, rule)
	}
	c.Report(p)
}

// pathSafe reports a placeholder that hides a name's file, or leads out of its folder: the syntax of names passes it.
func (c *Checker) pathSafe(n tree.Node) {
	if value := n.Text(); strings.HasPrefix(value, ".") ||
		strings.ContainsFunc(value, func(r rune) bool { return r == '/' || r == '\\' || r < ' ' }) {
		c.Refuse(n, codes.Name, "%q would be the name of a file; write a placeholder that begins with no dot and has "+
			"no slash", value)
	}
}

// Count reports a number of some things that is not between two bounds.
func (c *Checker) Count(n tree.Node, things string, least, most int) {
	count, err := strconv.Atoi(n.Text())
	if n.Kind() == tree.Number && err == nil && (count < least || count > most) {
		c.Refuse(n, CodeRange, "%d is no number of %s; write one from %d to %d", count, things, least, most)
	}
}

// Contradicts reports a field that its neighbours make wrong, as the CEL rules of Flux's CRDs do.
func (c *Checker) Contradicts(n tree.Node, wrong bool, format string, args ...any) {
	if wrong && n.Exists() {
		c.RefuseKey(n, CodeContradiction, format, args...)
	}
}

// FluxMetadata checks labels and annotations that Flux itself sets on objects. None of them is reserved.
func (c *Checker) FluxMetadata(n tree.Node) {
	for entry := range Map(n.Get("labels")).Children() {
		c.Label(entry)
	}
	for entry := range Map(n.Get("annotations")).Children() {
		c.Annotation(entry)
	}
}

// Label validates a label.
func (c *Checker) Label(entry tree.Node) {
	c.QualifiedName(entry, entry.Key())
	value, ok := names.PlainText(entry)
	if !ok || names.PlainlyLabelValue(value) || len(content.IsLabelValue(value)) == 0 {
		return
	}
	c.Refuse(entry, CodeLabel, "%q is no valid label value; write at most 63 letters, digits, '-', '_' and '.', "+
		"with a letter or digit at both ends", value)
}

// Annotation validates the key of an annotation, where an API server overlooks case.
func (c *Checker) Annotation(entry tree.Node) { c.QualifiedName(entry, strings.ToLower(entry.Key())) }

func (c *Checker) QualifiedName(entry tree.Node, name string) {
	key := entry.Key()
	if names.PlainlyKey(name) || names.Placeholder(key) || len(content.IsLabelKey(name)) == 0 {
		return
	}
	c.Report(finding.Problem{Code: CodeLabel, Node: entry, OnKey: true, Current: key, Detail: fmt.Sprintf(
		"%q is no valid key; write [prefix/]name with at most 63 letters, digits, '-', '_' and '.' in the name, and the "+
			"prefix in lower case", key)})
}

// Map returns a map, for ranging over its fields; absent for anything else: the items of a list have no keys to check.
func Map(n tree.Node) tree.Node {
	if n.Kind() != tree.Map {
		return tree.Node{}
	}
	return n
}

// Misspelt reports a field that was meant by another name.
func Misspelt(field tree.Node, name string) finding.Problem {
	return finding.Problem{Code: codes.UnknownField, Node: field, OnKey: true, Current: field.Key(), Proposed: name,
		Detail: fmt.Sprintf("unknown field; did you mean %q?", name)}
}

// MisspeltKeys reports labels or annotations with nearly a key of fluxapp, or with the value "True": a slip that
// changes objects, for example the Secret of a kubeconfig. Other keys belong to others.
func MisspeltKeys(fields tree.Node, own ...string) (problems []finding.Problem) {
	for field := range Map(fields).Children() {
		isOwn := slices.Contains(own, field.Key())
		// "True" counts as false, and the label of the hub needs no value
		if isOwn && field.Key() != kinds.LabelHost && field.Kind() == tree.String && field.Text() != "true" &&
			strings.EqualFold(field.Text(), "true") {
			problems = append(problems, finding.Problem{Code: codes.Unsupported, Node: field, Current: field.Text(),
				Proposed: "true", Detail: fmt.Sprintf("this label does not take %q; write \"true\"", field.Text())})
		}
		near := slices.IndexFunc(own, func(name string) bool { return names.Differ(field.Key(), name, slackKey) <= slackKey })
		if near >= 0 && !isOwn {
			problems = append(problems, Misspelt(field, own[near]))
		}
	}
	return problems
}

// slackKey is how many letters a key may differ from one that fluxapp reads. Keys of others differ in more.
const slackKey = 2

// WorkloadOf returns the workload of a config: the first that it has a field of; empty when it has none.
func WorkloadOf(config tree.Node) kinds.WorkloadField {
	has := func(workload kinds.WorkloadField) bool { return config.Get(string(workload)).Exists() }
	return each.First(slices.Values(kinds.WorkloadFields), has)
}
