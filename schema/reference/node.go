package reference

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// reference reports whether a string holds a reference to the fleet or the application.
func Is(n tree.Node) bool {
	return n.Kind() == tree.String && In(n.Text())
}

// HoldsReference reports whether a value is a reference, or has one below it.
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

// Placeholder reports whether a string holds ${…}, which an outer substitution of Flux replaces. Such a string is exempt
// from all rules but those of its type.
func Placeholder(s string) bool {
	_, rest, found := strings.Cut(s, "${")
	return found && strings.Contains(rest, "}")
}

// text returns a string to judge: one that is there, has the right type and no placeholder.
func PlainText(n tree.Node) (string, bool) {
	return n.Text(), n.Kind() == tree.String && !Placeholder(n.Text())
}

// wholeReference reports whether a string is one reference, which may stand for a value of any type.
func IsWhole(n tree.Node) bool {
	if !Is(n) {
		return false
	}
	parts, err := Split(n.Text())
	return err == nil && len(parts) == 1 && parts[0].Reference != nil
}
