package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// code is a constant that names a rule.
type code struct {
	value   string // FA507
	name    string // NoEffect
	meaning string // its comment
}

// codeFolders are where the constants are.
var codeFolders = []string{"schema/finding/codes", "schema/internal/check", "render/internal/*",
	"krmfn/internal/folder", "krmfn/internal/output", "krmfn/internal/userlist", "krmfn", "krmfn/cmd/fluxapp"}

var codeValue = regexp.MustCompile(`^FA\d{3}$`)

// codes returns all rules, in the order of their codes. A code without a comment, or with two names, is an error.
func codes(root string) (all []code, err error) {
	for _, folder := range codeFolders {
		names, err := filepath.Glob(filepath.Join(root, folder, "*.go"))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			all = append(all, codesIn(file)...)
		}
	}
	slices.SortFunc(all, func(a, b code) int { return cmp.Compare(a.value, b.value) })
	for i, c := range all {
		if i > 0 && c.value == all[i-1].value {
			return nil, fmt.Errorf("%s is the code of two rules, %s and %s", c.value, all[i-1].name, c.name)
		}
		if c.meaning == "" {
			return nil, fmt.Errorf("Code%s (%s) has no comment; write what the rule means, behind the name and a colon", c.name,
				c.value)
		}
	}
	return all, nil
}

// codesIn returns the rules that a file names.
func codesIn(file *ast.File) (found []code) {
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || !strings.HasPrefix(file.Name.Name+spec.Names[0].Name, "codes") &&
			!strings.HasPrefix(spec.Names[0].Name, "Code") {
			return true
		}
		if literal, ok := spec.Values[0].(*ast.BasicLit); ok {
			if value, err := strconv.Unquote(literal.Value); err == nil && codeValue.MatchString(value) {
				name := strings.TrimPrefix(spec.Names[0].Name, "Code")
				found = append(found, code{value, name, meaning(spec)})
			}
		}
		return true
	})
	return found
}

// meaning returns the comment of a constant as a sentence of its own.
func meaning(spec *ast.ValueSpec) string {
	text := strings.Join(strings.Fields(spec.Doc.Text()), " ")
	_, text, found := strings.Cut(text, ": ")
	if !found || strings.HasPrefix(text, "fluxapp ") {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
