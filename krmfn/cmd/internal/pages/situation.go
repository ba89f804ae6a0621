package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// expected returns the message of the rule that its test expects: of the lines in texts of the test's file that end in the code, the
// first one that holds r.Like.
func (r rule) expected(root string) (string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, filepath.FromSlash(r.Test)), nil, 0)
	if err != nil {
		return "", fmt.Errorf("%s: %w", r.value, err)
	}
	for _, text := range texts(file) {
		for line := range strings.Lines(text) {
			line = strings.TrimSpace(line)
			if strings.HasSuffix(line, "["+r.value+"]") && strings.Contains(line, r.Like) {
				return line, nil
			}
		}
	}
	return "", fmt.Errorf("%s: no test in %s expects a message that ends in [%s] and holds %q; name another one in rules.yaml", r.value, r.Test, r.value, r.Like)
}

// texts returns the string literals of a file, those with + between them as one.
func texts(file *ast.File) (all []string) {
	var inside []ast.Expr // operands of a sum that was read as a whole
	ast.Inspect(file, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok || slices.Contains(inside, e) {
			return true
		}
		text, parts := sum(e)
		inside = append(inside, parts...)
		if text != "" {
			all = append(all, text)
		}
		return true
	})
	return all
}

// sum returns the text of a literal or of a sum of literals, and the operands.
func sum(e ast.Expr) (text string, operands []ast.Expr) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, _ = strconv.Unquote(e.Value) // numbers have none
	case *ast.BinaryExpr:
		left, below := sum(e.X)
		right, more := sum(e.Y)
		text, operands = left+right, append(append(below, more...), e.X, e.Y)
	}
	return text, operands
}
