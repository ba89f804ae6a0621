package rules

import (
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Compiler returns what keeps Flux from using the text of a field as an expression of CEL; nil if nothing does.
type Compiler = func(kinds.Expression, string) *kinds.ExpressionError

// expressions returns what is wrong with the expressions of a spec. Flux takes an empty one for none.
func (c *checker) expressions(app *inventory.Application, k *kinds.Kind, spec tree.Node) (problems []finding.Problem) {
	if c.compile == nil {
		return nil
	}
	for _, e := range k.Expressions {
		for n := range e.At.Each(kinds.Of(spec)) {
			text, known := names.PlainText(n)
			if !known || text == "" || names.IsReference(n) {
				continue
			}
			if wrong := c.compileOnce(e, text); wrong != nil {
				problems = append(problems, finding.Problem{Code: CodeExpression, Subject: app.Document.Subject(),
					Node: n, Position: n.PositionIn(wrong.Line, wrong.Column), Detail: wrong.Detail})
			}
		}
	}
	return problems
}

// compileOnce knows the expressions of earlier entries.
func (c *checker) compileOnce(e kinds.Expression, text string) *kinds.ExpressionError {
	key := e.At.String() + " " + text
	wrong, known := c.compiled[key]
	if !known {
		if c.compiled == nil {
			c.compiled = map[string]*kinds.ExpressionError{}
		}
		wrong = c.compile(e, text)
		c.compiled[key] = wrong
	}
	return wrong
}
