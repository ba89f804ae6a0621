package reference

import (
	"strings"

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

// Escape returns a text as it is written so that no part is read as a reference, and all of it not as [Removal].
func Escape(text string) string {
	if strings.HasPrefix(text, "$") && strings.TrimLeft(text, "$") == Removal[1:] {
		return "$" + text
	}
	for _, root := range Roots {
		text = strings.ReplaceAll(text, root, "$"+root)
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

// Placeholder reports whether a string holds ${…}, which is replaced later. Only the rules of its type apply to it.
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

// Example returns, for messages, a reference to one of the labels, annotations or params; empty for other steps.
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
