package checks

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/ext"
	"github.com/google/cel-go/parser"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// CompileExpression returns what keeps a Flux from using the text of a field as an expression; nil if nothing does. It
// does as NewExpression of fluxcd/pkg/runtime/cel, with a program at the end: some expressions cannot be planned. The
// newest library of CEL decides what is wrong; the controller of the kind may have an older one in this Flux, which
// does not know all of it yet.
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

// escaped is what the table has for names in backticks. All other rows are functions.
const escaped = "`"

// tooNew returns what the controller of a Flux does not know of an expression that the newest library takes; nil if it
// knows all. The module testdata/expressions makes the table since, from the library in each controller's go.mod.
func tooNew(program string, flux kinds.FluxVersion, text string, parsed *cel.Ast) *kinds.ExpressionError {
	for _, name := range slices.Sorted(maps.Keys(since)) {
		minor, reads := since[name][program]
		if reads && (minor == 0 || !flux.Has(minor)) && uses(parsed, text, name) {
			return &kinds.ExpressionError{Detail: unknown(program, flux, name, minor), TooNew: true}
		}
	}
	return nil
}

func unknown(program string, flux kinds.FluxVersion, name string, minor int) string {
	correct := "write the expression without it"
	if name == escaped {
		name, correct = "names in "+escaped, "write x['a/b'] for x.`a/b` ('a/b' in x for has)"
	}
	if minor == 0 {
		return fmt.Sprintf("%s does not know %s, also not in Flux %s; %s", program, name, kinds.FluxVersion(0), correct)
	}
	return fmt.Sprintf("%s of Flux %s does not know %s (new in %s); %s, or render for a newer Flux", program, flux, name,
		kinds.FluxVersion(minor), correct)
}

// uses reports whether an expression has names in backticks, or calls a function.
func uses(parsed *cel.Ast, text, name string) bool {
	if name == escaped {
		if !strings.Contains(text, escaped) { // which may be in a string
			return false
		}
		_, wrong := withoutEscapes().Parse(common.NewTextSource(text))
		return len(wrong.GetErrors()) > 0
	}
	found := false
	ast.PreOrderVisit(parsed.NativeRep().Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		found = found || e.Kind() == ast.CallKind && called(e.AsCall()) == name
	}))
	return found
}

// called returns the name of a function with the name that it is called on: json.encode is a member at first.
func called(c ast.CallExpr) string {
	if c.IsMemberFunction() && c.Target().Kind() == ast.IdentKind {
		return strings.TrimPrefix(c.Target().AsIdent(), ".") + "." + c.FunctionName()
	}
	return c.FunctionName()
}

// withoutEscapes is the parser of a library that takes no names in backticks. It needs no macros: they are calls then.
var withoutEscapes = sync.OnceValue(func() *parser.Parser {
	p, err := parser.NewParser(parser.EnableOptionalSyntax(true), parser.EnableIdentEscapeSyntax(false))
	if err != nil {
		panic(err) // no text of a document is among the options
	}
	return p
})
