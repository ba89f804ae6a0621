package names

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// brackets are what authors write around references in this language and in others.
var brackets = []struct{ open, end string }{{"$(", ")"}, {"${", "}"}, {"$[", "]"}, {"{{", "}}"}}

// ReferenceSlip returns a piece of a text that is nearly a reference, and the reference that it most likely means;
// empty when there is none. A reference is none, and neither is what is escaped. Beside references, what lacks the word
// cluster is one too: without them, $(params.x) most likely belongs to another tool. Alone means that $(cluster) and
// $(app) are, too: in values and patches they may be variables of a container.
func ReferenceSlip(text string, beside, alone bool) (written, right string) {
	if written, right = slipBehind(text, "$", beside); written == "" {
		written, right = slipBehind(text, "{{", beside)
	}
	for _, word := range []string{"clusters", "cluster", "applications", "application", "apps", "app"} {
		before, _, found := strings.Cut(text, "$("+word+")")
		if found && written == "" && !strings.HasSuffix(before, "$") && (alone || word == "clusters") {
			return "$(" + word + ")", "$(" + meantRoot(word, "$(") + ".name)"
		}
	}
	return written, right
}

func slipBehind(text, mark string, beside bool) (written, right string) {
	for at := 0; ; {
		next := strings.Index(text[at:], mark)
		if next < 0 {
			return "", ""
		}
		if at += next; strings.HasPrefix(text[at:], "$$") {
			at += len("$$")
			continue
		}
		if written, right = slipAt(text[at:], beside); written == "" && beside {
			written, right = bareSlip(text[at:])
			if written != "" && inTemplate(text[:at]) {
				written, right = "", ""
			}
		}
		if written != "" {
			return written, right
		}
		at += len(mark)
	}
}

// maxTemplate is how far before a variable {{ is looked for, in bytes: a text may have many variables.
const maxTemplate = 1024

// inTemplate reports whether what follows a text is between {{ and }}, where $ begins a variable.
func inTemplate(before string) bool {
	before = before[max(0, len(before)-maxTemplate):]
	return strings.LastIndex(before, "{{") > strings.LastIndex(before, "}}")
}

// maxSlip is how long a piece can be, in bytes: no bracket is searched for to the end of the text.
const maxSlip = 256

func slipAt(text string, beside bool) (written, right string) {
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
		if right = meantReference(strings.TrimSpace(inner), b.open, beside); right != "" {
			return b.open + inner + b.end, right
		}
	}
	return "", ""
}

func bareSlip(text string) (written, right string) {
	const root = "$cluster"
	rest, found := strings.CutPrefix(text[:min(len(text), maxSlip)], root)
	length := len(root)
	for found && strings.HasPrefix(rest, ".") {
		s := scanner{rest: rest[1:]}
		word := s.word()
		if word == "" { // the end of a sentence
			break
		}
		length, rest = length+1+len(word), s.rest
	}
	if !found || length == len(root) {
		return "", ""
	}
	if right = meantReference(text[1:length], "$", false); right == "" {
		return "", ""
	}
	return text[:length], right
}

func meantReference(inner, open string, beside bool) string {
	switch open {
	case "{{":
		inner = strings.TrimPrefix(strings.Trim(inner, "- "), ".")
	case "$(":
		inner = strings.TrimLeft(inner, "(. ")
	}
	if beside {
		inner = withRoot(inner, open)
	}
	s := scanner{rest: inner}
	root := meantRoot(s.word(), open)
	s.rest = strings.TrimLeft(s.rest, " ")
	if root == "" || !s.take(".") {
		return ""
	}
	s.rest = strings.TrimLeft(s.rest, " ")
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
	if parts, err := SplitReferences(right); err == nil && len(parts) == 1 && len(parts[0].Reference.Steps) > 1 {
		return right
	}
	return ReferenceExample(step)
}

// withRoot adds the word cluster where it is missing. What Argo CD has for a cluster begins with metadata.
func withRoot(inner, open string) string {
	if open == "$(" && slices.Contains([]string{"clusterName", "cluster-name", "cluster_name", "cluster/name",
		"cluster:name"}, inner) {
		return "cluster.name"
	}
	below, argo := strings.CutPrefix(inner, "metadata.")
	s := scanner{rest: below}
	step := meantSteps["cluster"][s.word()]
	if step == "" || s.rest != "" && !strings.HasPrefix(s.rest, ".") && !strings.HasPrefix(s.rest, "[") {
		return inner
	}
	if argo && step != "params" || open == "$(" && step != "name" {
		return "cluster." + below
	}
	return inner
}

// meantRoot takes app in $( ) only: other languages have an app too.
func meantRoot(word, open string) string {
	switch lower := strings.ToLower(word); {
	case lower != "" && distance(lower, "cluster") <= 1:
		return "cluster"
	case open == "$(" && slices.Contains([]string{"app", "apps", "application", "applications"}, lower):
		return "app"
	}
	return ""
}

var meantSteps = map[string]map[string]string{
	"cluster": {
		"name": "name", "label": "labels", "labels": "labels", "annotation": "annotations", "annotations": "annotations",
		"param": "params", "params": "params", "parameters": "params",
	},
	"app": {"name": "name", "namespace": "namespace"},
}

// Removal is the string that, in a layer of an entry, removes what the layers below it have under its key.
const Removal = "$(remove)"

// IsRemoval reports whether a value is a string that removes what lies below it.
func IsRemoval(n tree.Node) bool { return n.Kind() == tree.String && n.Text() == Removal }

// UnescapedRemoval returns the text of a string that escapes a removal, with one $ less; false for any other.
func UnescapedRemoval(n tree.Node) (text string, ok bool) {
	if n.Kind() != tree.String || !isEscapedRemoval(n.Text()) {
		return "", false
	}
	return n.Text()[1:], true
}
