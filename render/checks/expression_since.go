package checks

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/parser"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

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

// called returns the name of a function with the name that it is called on: json.encode is a member until it is
// compiled.
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
