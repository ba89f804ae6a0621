package kinds

import (
	"iter"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Expression is a field that a controller reads as an expression of CEL.
type Expression struct {
	At Path
	// Variables are what the expression may use, and Result is the type that it must have. A field without variables is
	// parsed and not compiled: nothing is declared there, because the fields of any object are.
	Variables []string
	Result    string
}

// ExpressionError is what is wrong with an expression, and what to write instead. Line and Column are the place in its
// text, counted from one; they are 0 for all of it.
type ExpressionError struct {
	Line, Column int
	Detail       string
}

// The controllers take anything else for an error that no later attempt can repair: evalReadyExpr of
// kustomize-controller and helm-controller (internal/controller), NewStatusEvaluator of fluxcd/pkg/runtime/cel for
// both, and newCommitStatusExpression of notification-controller (internal/server).
var (
	ready = Expression{
		At: NewPath("spec.dependsOn[].readyExpr"), Variables: []string{"self", "dep"}, Result: "bool",
	}
	healthy      = Expression{At: NewPath("spec.healthCheckExprs[].current")}
	failed       = Expression{At: NewPath("spec.healthCheckExprs[].failed")}
	inProgress   = Expression{At: NewPath("spec.healthCheckExprs[].inProgress")}
	commitStatus = Expression{
		At: NewPath("spec.commitStatusExpr"), Variables: []string{"event", "alert", "provider"}, Result: "string",
	}
)

// Compiled yields the expressions of an object, each with its value.
func (k *Kind) Compiled(read Reader) iter.Seq2[Expression, tree.Node] {
	return func(yield func(Expression, tree.Node) bool) {
		for _, e := range k.Expressions {
			for n := range e.At.Each(read) {
				if !yield(e, n) {
					return
				}
			}
		}
	}
}
