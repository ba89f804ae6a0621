package names

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// ReferenceRoots begin a reference, and behind another $ the text itself.
var ReferenceRoots = []string{"$(cluster.", "$(app."}

// MayHaveReference reports whether a text may hold a reference, or the escape of one.
func MayHaveReference(text string) bool {
	return strings.Contains(text, ReferenceRoots[0]) || strings.Contains(text, ReferenceRoots[1])
}

// WithoutEscapes returns a text without the escapes of references in it.
func WithoutEscapes(text string) string {
	for _, root := range ReferenceRoots {
		text = strings.ReplaceAll(text, "$"+root, "")
	}
	return text
}

// EscapeReferences returns a text as it is written so that it is read neither as references nor as [Removal].
func EscapeReferences(text string) string {
	if strings.HasPrefix(text, "$") && strings.TrimLeft(text, "$") == Removal[1:] {
		return "$" + text
	}
	for _, root := range ReferenceRoots {
		text = strings.ReplaceAll(text, root, "$"+root)
	}
	return text
}

func rootOf(text string) string {
	for _, root := range ReferenceRoots {
		if strings.HasPrefix(text, root) {
			return root
		}
	}
	return ""
}

// IsReference reports whether a value is a string that may hold a reference.
func IsReference(n tree.Node) bool { return n.Kind() == tree.String && MayHaveReference(n.Text()) }

// HasReferences reports whether a value is a string that may hold a reference, or has one below it.
func HasReferences(n tree.Node) bool { return n.Has(IsReference) }

// Placeholder reports whether a string holds ${…}, which is replaced later. Only the rules of its type apply to it.
func Placeholder(s string) bool {
	_, rest, found := strings.Cut(s, "${")
	return found && strings.Contains(rest, "}")
}

// PlainText returns the text of a value; false for one that is no string, or has a placeholder.
func PlainText(n tree.Node) (string, bool) {
	return n.Text(), n.Kind() == tree.String && !Placeholder(n.Text())
}

// IsWholeReference reports whether a value is a string of one reference alone. It may stand for any type.
func IsWholeReference(n tree.Node) bool {
	if !IsReference(n) {
		return false
	}
	parts, err := SplitReferences(n.Text())
	return err == nil && len(parts) == 1 && parts[0].Reference != nil
}

// ReferenceExample returns, for messages, a reference to a label, annotation or param; or empty.
func ReferenceExample(step string) string {
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
