package schema

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// substitutes tells of each variable of postBuild.substitute that can reach a manifest as something else than a string, once. Those
// with references are for [CheckVariable].
func (c *check) substitutes() {
	var found []Problem
	told := map[string]bool{}
	for variable := range c.document.variables {
		if isQuote(variable.Text()) {
			return
		}
		if p, ok := CheckVariable(variable, variable.Text()); ok && !told[variable.Key()] {
			told[variable.Key()] = true
			found = append(found, p)
		}
	}
	for _, p := range found {
		c.refuse(p)
	}
}

// QuotesVariables reports whether a variable of the application holds a quote and nothing else. Its author knows how to keep a
// string a string: "${quote}${n}${quote}".
func (d *Document) QuotesVariables() bool {
	for variable := range d.variables {
		if isQuote(variable.Text()) {
			return true
		}
	}
	return false
}

func isQuote(text string) bool { return text == `"` || text == "'" }

// variables yields what the entries and layers of the application write in postBuild.substitute.
func (d *Document) variables(yield func(tree.Node) bool) {
	for _, n := range d.written() {
		for variable := range n.At("postBuild", "substitute").Children() {
			if !yield(variable) {
				return
			}
		}
	}
}

// CheckVariable tells of a variable with a text that a manifest reads as a number, a boolean or null. Flux writes the text into the
// manifest after kustomize has printed it, and kustomize prints "${n}" without the quotes. It is false for any other text.
func CheckVariable(variable tree.Node, text string) (Problem, bool) {
	what, name := "", variable.Key()
	switch tree.PlainKind(text) {
	case tree.Number:
		what = "a number"
	case tree.Bool:
		what = "a boolean"
	case tree.Null:
		what = "null"
	}
	if what == "" || text == "" || variable.Kind() != tree.String {
		return Problem{}, false
	}
	return Problem{
		Severity: SeverityInfo, Code: CodeVariable, Node: variable,
		Detail: fmt.Sprintf(`a value "${%s}" in a manifest becomes %s, because kustomize drops its quotes; where it must stay a string, `+
			`write ${quote}${%s}${quote} there, and quote: '"' beside this variable`, name, what, name),
	}, true
}
