package krmfn

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestNoPanic looks for calls that end the process: panic, and functions called Must… that do so, except those that
// compile a regular expression. A finding of the function is a result, also when it is fluxapp's own mistake.
func TestNoPanic(t *testing.T) {
	calls := 0
	assert.NilError(t, fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (name == "cmd" || d.Name() == "testdata"):
			return fs.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		assert.NilError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				calls++
				called := types.ExprString(call.Fun)
				must := called == "panic" ||
					strings.Contains(called, ".Must") && !strings.HasPrefix(called+"(", "regexp.MustCompile(")
				assert.Check(t, !must, "%s calls %s", name, called)
			}
			return true
		})
		return nil
	}))
	assert.Assert(t, calls > 500, "%d", calls)
}
