package validate

import (
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/scalar"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// substitutes reports each variable of postBuild.substitute that can reach a manifest as something else than a string, once. Those with
// references are for [CheckVariable].
func (c *validator) substitutes() {
	if c.document.QuotesVariables() {
		return
	}
	reported := map[string]bool{}
	for variable := range c.document.Variables {
		if p, ok := Variable(variable, variable.Text()); ok && !reported[variable.Key()] {
			reported[variable.Key()] = true
			c.Report(p)
		}
	}
}

// Variable tells of a variable with a text that a manifest reads as a number, a boolean or null. Flux writes the text into the
// manifest after kustomize has printed it, and kustomize prints "${n}" without the quotes. It is false for any other text.
func Variable(variable tree.Node, text string) (finding.Problem, bool) {
	what, name := "", variable.Key()
	switch kind, _ := scalar.Resolve(strings.TrimSpace(text)); kind {
	case scalar.Number:
		what = "a number"
	case scalar.Bool:
		what = "a boolean"
	case scalar.Null:
		what = "null"
	}
	if what == "" || text == "" || variable.Kind() != tree.String {
		return finding.Problem{}, false
	}
	return finding.Problem{
		Severity: finding.SeverityInfo, Code: finding.CodeVariable, Node: variable,
		Detail: fmt.Sprintf(`a value "${%s}" in a manifest becomes %s, because kustomize drops its quotes; where it must stay a string, `+
			`write ${quote}${%s}${quote} there, and quote: '"' beside this variable`, name, what, name),
	}, true
}
