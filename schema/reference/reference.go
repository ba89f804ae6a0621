package reference

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Roots begin a reference, and behind another $ the text itself.
var Roots = []string{"$(cluster.", "$(app."}

// In reports whether a text may hold a reference, or the escape of one.
func In(text string) bool {
	return strings.Contains(text, Roots[0]) || strings.Contains(text, Roots[1])
}

// Unescaped returns a text without the escapes of references in it.
func Unescaped(text string) string {
	for _, root := range Roots {
		text = strings.ReplaceAll(text, "$"+root, "")
	}
	return text
}

func rootOf(text string) string {
	for _, root := range Roots {
		if strings.HasPrefix(text, root) {
			return root
		}
	}
	return ""
}

// Is reports whether a value is a string that may hold a reference.
func Is(n tree.Node) bool {
	return n.Kind() == tree.String && In(n.Text())
}

// Contains reports whether a value is a string that may hold a reference, or has one below it.
func Contains(n tree.Node) bool {
	if Is(n) {
		return true
	}
	for child := range n.Children() {
		if Contains(child) {
			return true
		}
	}
	return false
}

// Placeholder reports whether a string holds ${…}, which Flux or another tool replaces later. Only the rules of its type apply to it.
func Placeholder(s string) bool {
	_, rest, found := strings.Cut(s, "${")
	return found && strings.Contains(rest, "}")
}

// PlainText returns the text of a value; false for one that is no string, or has a placeholder.
func PlainText(n tree.Node) (string, bool) {
	return n.Text(), n.Kind() == tree.String && !Placeholder(n.Text())
}

// IsWhole reports whether a value is a string of one reference and nothing else. It may stand for a value of any type.
func IsWhole(n tree.Node) bool {
	if !Is(n) {
		return false
	}
	parts, err := Split(n.Text())
	return err == nil && len(parts) == 1 && parts[0].Reference != nil
}

// brackets are what authors write around references in this language and in others.
var brackets = []struct{ open, end string }{{"$(", ")"}, {"${", "}"}, {"{{", "}}"}}

// Slip returns a piece of a text that is nearly a reference, and the reference that it most likely means; empty when there is
// none. A reference is none, and neither is what is escaped.
func Slip(text string) (written, right string) {
	if written, right = slipBehind(text, "$"); written == "" {
		written, right = slipBehind(text, "{{")
	}
	return written, right
}

// slipBehind returns the first piece that begins with a mark.
func slipBehind(text, mark string) (written, right string) {
	for {
		next := strings.Index(text, mark)
		if next < 0 {
			return "", ""
		}
		if text = text[next:]; strings.HasPrefix(text, "$$") {
			text = text[len("$$"):]
			continue
		}
		if written, right = slipAt(text); written != "" {
			return written, right
		}
		text = text[len(mark):]
	}
}

// maxSlip is how long a piece can be, in bytes. Without it, each of many brackets that are not closed is searched for up to the end of
// the text.
const maxSlip = 256

// slipAt returns the piece that a text begins with, and the reference that it means.
func slipAt(text string) (written, right string) {
	if rootOf(text) != "" {
		return "", ""
	}
	text = text[:min(len(text), maxSlip)]
	for _, b := range brackets {
		rest, opened := strings.CutPrefix(text, b.open)
		inner, _, ended := strings.Cut(rest, b.end)
		if !opened || !ended {
			continue
		}
		if right = meantReference(strings.TrimSpace(inner), b.open); right != "" {
			return b.open + inner + b.end, right
		}
	}
	return "", ""
}

// meantReference returns the reference that the text in some brackets means; empty when it means none.
func meantReference(inner, open string) string {
	if open == "{{" {
		inner = strings.TrimPrefix(strings.Trim(inner, "- "), ".")
	}
	s := scanner{rest: inner}
	root := meantRoot(s.word(), open)
	if root == "" || !s.take(".") {
		return ""
	}
	step := meantSteps[root][strings.ToLower(s.word())]
	switch {
	case step == "":
		return ""
	case step == "name", step == "namespace":
		if strings.Trim(s.rest, " ") != "" {
			return ""
		}
		return "$(" + root + "." + step + ")"
	}
	right := "$(" + root + "." + step + strings.ReplaceAll(s.rest, `"`, "'") + ")"
	if parts, err := Split(right); err == nil && len(parts) == 1 && len(parts[0].Reference.Steps) > 1 {
		return right
	}
	return Example(step)
}

// meantRoot returns what a reference begins with that begins with a word. Other languages have an app too, but not in $( ).
func meantRoot(word, open string) string {
	switch lower := strings.ToLower(word); {
	case lower != "" && names.Distance(lower, "cluster") <= 1:
		return "cluster"
	case open == "$(" && slices.Contains([]string{"app", "apps", "application", "applications"}, lower):
		return "app"
	}
	return ""
}

// meantSteps are what authors write behind the first dot of a reference.
var meantSteps = map[string]map[string]string{
	"cluster": {
		"name": "name", "label": "labels", "labels": "labels", "annotation": "annotations", "annotations": "annotations",
		"param": "params", "params": "params", "parameters": "params",
	},
	"app": {"name": "name", "namespace": "namespace"},
}

// Example returns a reference to one of the labels, annotations or params of a cluster, to show in messages how it is written.
// It is empty for any other step.
func Example(step string) string {
	switch step {
	case "labels":
		return "$(cluster.labels['stage'])"
	case "annotations":
		return "$(cluster.annotations['contact'])"
	case "params":
		return "$(cluster.params.size)"
	}
	return ""
}
