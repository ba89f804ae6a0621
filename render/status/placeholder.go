package status

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// fitsPlaceholders reports whether a value may be what Flux's substitution has made of a text with ${…}: nobody knows
// the values of variables, and a text of one variable only can become a number, a boolean or null.
func fitsPlaceholders(text string, observed tree.Node) bool {
	return reference.Placeholder(text) && observed.Kind() < tree.List && fits(text, observed.Text())
}

// fits reports whether a text has what another one has around its placeholders. $${ stands for ${ after a substitution.
func fits(pattern, text string) bool {
	between := literals(pattern)
	first, last := between[0], between[len(between)-1]
	if len(between) == 1 {
		return text == first
	}
	rest, begins := strings.CutPrefix(text, first)
	if !begins {
		return false
	}
	for _, literal := range between[1 : len(between)-1] {
		_, behind, found := strings.Cut(rest, literal)
		if !found {
			return false
		}
		rest = behind
	}
	return strings.HasSuffix(rest, last)
}

// literals returns the parts of a text around its placeholders, the first and the last perhaps empty.
func literals(pattern string) (parts []string) {
	var part strings.Builder
	for pattern != "" {
		if strings.HasPrefix(pattern, "$${") {
			part.WriteString("${")
			pattern = pattern[len("$${"):]
			continue
		}
		if end := strings.IndexByte(pattern, '}'); end > 0 && strings.HasPrefix(pattern, "${") {
			parts = append(parts, part.String())
			part.Reset()
			pattern = pattern[end+1:]
			continue
		}
		part.WriteByte(pattern[0])
		pattern = pattern[1:]
	}
	return append(parts, part.String())
}
