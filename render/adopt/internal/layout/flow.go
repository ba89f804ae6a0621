package layout

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// short returns a list or map in flow style, where it is easy to read on a line from a column on.
func (p *printer) short(v *value, column int) (string, bool) {
	if len(v.below) == 0 || !v.isSimple() || slices.ContainsFunc(v.below, (*value).hasNote) {
		return "", false
	}
	flow, ok := p.flow(v)
	return flow, ok && column+utf8.RuneCountInString(flow) <= maxLine
}

// isSimple reports whether a reader takes in a list or map on one line.
func (v *value) isSimple() bool {
	scalars, depth := v.size()
	isSmall := depth <= 2 && scalars <= 6 || depth == 3 && scalars <= 2 || depth == 4 && scalars == 1
	return v.style == oneLine || v.style == small && isSmall
}

// hasNote reports whether there are comments about a value, or in it.
func (v *value) hasNote() bool {
	return !v.note.isEmpty() || slices.ContainsFunc(v.below, (*value).hasNote)
}

// flow returns a value in flow style. It is false where that is not possible.
func (p *printer) flow(v *value) (string, bool) {
	if v.kind < tree.List {
		return p.flowScalar(v.scalar)
	}
	var parts []string
	for _, child := range v.below {
		text, ok := p.flow(child)
		if !ok {
			return "", false
		}
		if v.kind == tree.Map {
			text = p.key(child.key) + ": " + text
		}
		parts = append(parts, text)
	}
	if v.kind == tree.Map {
		return "{" + strings.Join(parts, ", ") + "}", true
	}
	return "[" + strings.Join(parts, ", ") + "]", true
}

// flowScalar returns a scalar in flow style; none for one with a setter comment or several lines.
func (p *printer) flowScalar(n tree.Node) (string, bool) {
	if n.Setter() != "" || strings.Contains(n.Text(), "\n") {
		return "", false
	}
	text := strings.TrimSuffix(string(tree.AppendYAML(nil, p.b.Verbatim(n))), "\n")
	if strings.Contains(text, "\n") {
		return "", false
	}
	if n.Kind() == tree.String && text[0] != '\'' && text[0] != '"' && !plainInFlow().MatchString(text) {
		text = "'" + strings.ReplaceAll(text, "'", "''") + "'"
	}
	return text, true
}

// plainInFlow matches strings that are one plain scalar in flow style too, if they are one in block style.
var plainInFlow = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[\pL\pN./_$(~][\pL\pN./_$()~:@%+=<>*&!^;"' -]*$`)
})
