package checks

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/ext"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// CompileExpression returns what keeps a Flux from using the text of a field as an expression; nil if nothing does. It
// does as NewExpression of fluxcd/pkg/runtime/cel, with a program at the end: some expressions cannot be planned. The
// newest library of CEL decides what is wrong; the controller of the kind may have an older one in this Flux, which does
// not know all of it yet.
func CompileExpression(k *kinds.Kind, e kinds.Expression, flux kinds.FluxVersion, text string) *kinds.ExpressionError {
	env := environment(e.Variables)
	parse := env.Parse
	if len(e.Variables) > 0 {
		parse = env.Compile
	}
	ast, issues := parse(text)
	if issues != nil {
		return located(issues.Errors(), text, e.Variables)
	}
	if want := results[e.Result]; want != nil && ast.OutputType() != want {
		return &kinds.ExpressionError{Detail: fmt.Sprintf("the expression is of type %s, and Flux takes a %s; %s",
			ast.OutputType(), want, instead[e.Result])}
	}
	// as Flux does, which folds constants
	if _, err := env.Program(ast, cel.EvalOptions(cel.OptOptimize), cel.InterruptCheckFrequency(100)); err != nil {
		return &kinds.ExpressionError{Detail: fmt.Sprintf("Flux cannot run the expression: %s; correct it",
			firstLine(err.Error()))}
	}
	return tooNew(k.Program, flux, text, ast)
}

// results are the types of cel by the names that they have in the table of Flux. Flux compares them as pointers.
var results = map[string]*cel.Type{"bool": cel.BoolType, "string": cel.StringType}

var instead = map[string]string{
	"bool":   "compare it, for example EXPRESSION == true",
	"string": "convert it, as string(EXPRESSION)",
}

// environments are made when they are asked for: one takes as long as a small rendering.
var environments sync.Map

func environment(variables []string) *cel.Env {
	key := strings.Join(variables, ",")
	if known, ok := environments.Load(key); ok {
		return known.(*cel.Env)
	}
	options := []cel.EnvOption{
		cel.HomogeneousAggregateLiterals(), cel.EagerlyValidateDeclarations(true), cel.DefaultUTCTimeZone(true),
		cel.CrossTypeNumericComparisons(true), cel.OptionalTypes(), ext.Strings(), ext.Sets(), ext.Encoders(),
	}
	for _, name := range variables {
		options = append(options, cel.Variable(name, cel.ObjectType("google.protobuf.Struct")))
	}
	env, err := cel.NewEnv(options...)
	if err != nil {
		panic(err) // no text of a document is among the options
	}
	environments.Store(key, env)
	return env
}

// located returns the first of the errors of a text. Others often follow from it.
func located(all []*cel.Error, text string, variables []string) *kinds.ExpressionError {
	first := slices.MinFunc(all, func(a, b *cel.Error) int {
		return cmp.Or(cmp.Compare(a.Location.Line(), b.Location.Line()),
			cmp.Compare(a.Location.Column(), b.Location.Column()))
	})
	if first.Location.Line() < 1 { // the text is too long, or nested too deeply
		return &kinds.ExpressionError{Detail: fmt.Sprintf("Flux cannot compile the expression: %s; write a shorter one",
			firstLine(first.Message))}
	}
	lines := strings.Split(strings.TrimRight(text, " \r\n"), "\n")
	line := min(first.Location.Line(), len(lines)) // an end that is missing is said to be behind the last line break
	behind := []rune(lines[line-1])
	column := min(max(first.Location.Column(), 0), len(behind))
	if line < first.Location.Line() {
		column = len(behind)
	}
	behind = behind[column:]
	place := fmt.Sprintf("column %d", column+1)
	if len(lines) > 1 {
		place = fmt.Sprintf("line %d, %s", line, place)
	}
	message, correct := firstLine(first.Message), "correct it"
	switch isCall := len(behind) > 0 && behind[0] == '('; {
	case strings.HasPrefix(message, "undeclared reference to ") && len(variables) > 0 && !isCall:
		correct = "begin with " + names.Or(variables)
	case strings.HasPrefix(message, "token recognition error at: '="):
		correct = "write == to compare"
	}
	return &kinds.ExpressionError{Line: line, Column: column + 1,
		Detail: fmt.Sprintf("Flux cannot compile the expression: %s at %s; %s", message, place, correct)}
}

// firstLine shortens a message of CEL, which may list all tokens that could follow.
func firstLine(message string) string {
	message, _, _ = strings.Cut(message, "\n")
	message, _, _ = strings.Cut(message, " expecting ")
	message, _, _ = strings.Cut(message, " (in container '')")
	return strings.TrimPrefix(message, "Syntax error: ")
}
