package reference

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Removal is the string that, in a layer of an entry, removes what the layers below it have under its key.
const Removal = "$(remove)"

// IsRemoval reports whether a value is a string that removes what lies below it.
func IsRemoval(n tree.Node) bool { return n.Kind() == tree.String && n.Text() == Removal }

// MentionsRemoval reports whether a value is a removal, or a string that escapes one.
func MentionsRemoval(n tree.Node) bool {
	return n.Kind() == tree.String && strings.TrimLeft(n.Text(), "$") == Removal[1:]
}

// UnescapedRemoval returns the text of a string that escapes a removal: the same with one $ less. It is false for any other string.
func UnescapedRemoval(n tree.Node) (text string, ok bool) {
	if !MentionsRemoval(n) || !strings.HasPrefix(n.Text(), "$$") {
		return "", false
	}
	return n.Text()[1:], true
}
