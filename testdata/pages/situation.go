package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// expected returns the message of the rule that its test expects: of the lines in texts of the test's file, or in a
// golden, that end in the code, the first one that holds r.Like.
func (r rule) expected(root string) (string, error) {
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(r.Test)))
	all := []string{string(data)}
	if err == nil && strings.HasSuffix(r.Test, ".go") {
		var file *ast.File
		if file, err = parser.ParseFile(token.NewFileSet(), r.Test, data, 0); err == nil {
			all = texts(file)
		}
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", r.value, err)
	}
	for _, text := range all {
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if strings.HasSuffix(line, "["+r.value+"]") && strings.Contains(line, r.Like) {
				return strings.TrimLeft(line, ";: "), nil // a part of a line, in some tests
			}
		}
	}
	return "", fmt.Errorf("%s: no test in %s expects a message that ends in [%s] and holds %q; name another one in "+
		"rules.yaml", r.value, r.Test, r.value, r.Like)
}

// texts returns the string constants of a file: literals, and sums of them and of names for them. Where a sum holds
// something else, the text has "…".
func texts(file *ast.File) (all []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		text, ok := constant(e)
		if ok {
			all = append(all, text)
		}
		return !ok // the parts of a sum are no texts of their own
	})
	return all
}

// constant returns the text of an expression; false when it has none.
func constant(e ast.Expr) (text string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		left, ok := constant(e.X)
		right, too := constant(e.Y)
		return orDots(left) + orDots(right), (ok || too) && e.Op == token.ADD
	case *ast.Ident:
		return named(e)
	}
	return "", false
}

func orDots(text string) string { return cmp.Or(text, "…") }

// named returns the text with a name in the file.
func named(name *ast.Ident) (text string, ok bool) {
	if name.Obj == nil || name.Obj.Kind != ast.Con {
		return "", false
	}
	spec, ok := name.Obj.Decl.(*ast.ValueSpec)
	if !ok || len(spec.Values) != 1 {
		return "", false
	}
	return constant(spec.Values[0])
}
