package reference

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Removal is the string that, in a layer of an entry, removes what the layers below it have under its key.
const Removal = "$(remove)"

// IsRemoval reports whether a value is a string that removes what lies below it.
func IsRemoval(n tree.Node) bool { return n.Kind() == tree.String && n.Text() == Removal }

func isRemovalOrEscape(n tree.Node) bool {
	return n.Kind() == tree.String && strings.TrimLeft(n.Text(), "$") == Removal[1:]
}

// UnescapedRemoval returns the text of a string that escapes a removal: the same with one $ less. It is false for any
// other string.
func UnescapedRemoval(n tree.Node) (text string, ok bool) {
	if !isRemovalOrEscape(n) || !strings.HasPrefix(n.Text(), "$$") {
		return "", false
	}
	return n.Text()[1:], true
}

// IsRemovalSlip reports whether a text is nearly a removal: with spaces, with capital letters or without the
// parentheses.
func IsRemovalSlip(text string) bool {
	inner, marked := strings.CutPrefix(text, "$")
	inner, opened := strings.CutPrefix(inner, "(")
	inner, ended := strings.CutSuffix(inner, ")")
	return marked && opened == ended && text != Removal && strings.EqualFold(strings.TrimSpace(inner), "remove")
}

// MayHaveRemovalSlip reports whether a value of a document may be nearly a removal.
func MayHaveRemovalSlip(document string) bool {
	const word = "remove"
	for {
		_, behind, found := strings.Cut(document, "$")
		if !found {
			return false
		}
		text := strings.TrimLeft(behind, "( ")
		if !strings.HasPrefix(behind, Removal[1:]) && len(text) >= len(word) && strings.EqualFold(text[:len(word)], word) {
			return true
		}
		document = behind
	}
}
