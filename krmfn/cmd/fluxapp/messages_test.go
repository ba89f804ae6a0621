package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// ofRepository matches the name of a file that the repository has and an installed fluxapp does not.
var ofRepository = regexp.MustCompile(`\b[A-Z]+\.md\b|\b(examples|testdata)/[\w-]+`)

var address = regexp.MustCompile(`https?://\S+`)

// TestMessagesWithoutRepository holds that neither a message nor a help text nor the explanation of a rule or a field
// leads to a file of the repository, unless by its address.
func TestMessagesWithoutRepository(test *testing.T) {
	test.Parallel()
	t := inFolder(test)
	for _, code := range schema.RuleCodes() {
		text := address.ReplaceAllString(good(t, "explain", string(code)), "")
		assert.Check(t, !ofRepository.MatchString(text), "%s: %s", code, ofRepository.FindString(text))
	}
	texts := 0
	for _, folder := range []string{"schema", "render", "krmfn"} {
		assert.NilError(t, filepath.WalkDir(filepath.Join(root, folder), func(name string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case d.IsDir() && (d.Name() == "app" || d.Name() == "yamltest" || d.Name() == "testdata"):
				return fs.SkipDir // modules of their own, and what is for tests
			case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
				texts += assertTexts(t, name)
			}
			return nil
		}))
	}
	assert.Assert(t, texts > 5000, "%d", texts)
}

// assertTexts looks at the string constants of a file of Go, except the names of packages and types, and returns their
// number.
func assertTexts(t testFolder, name string) (texts int) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	assert.NilError(t, err)
	isPage := map[string]bool{ // of which addresses are made
		"schema/RULES.md": true, "schema/REFERENCE.md": true, "schema/LANGUAGE.md": true,
	}
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			_, imports := n.(*ast.ImportSpec)
			return !imports
		}
		text, err := strconv.Unquote(literal.Value)
		assert.NilError(t, err)
		texts++
		isType := strings.HasPrefix(strings.TrimPrefix(text, "[]"), "github.com/fluxapp-dev/fluxapp/schema/internal/")
		text = address.ReplaceAllString(text, "")
		assert.Check(t, isType || isPage[text] || !ofRepository.MatchString(text), "%s: %q", name, text)
		return true
	})
	return texts
}
