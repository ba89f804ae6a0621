package krmfn

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
)

// A text that kyaml cannot read, or cannot annotate, is an error.
func TestAnnotatedFails(t *testing.T) {
	for _, text := range []string{"", "a: [", "a: \"\\q\"", "metadata: [a]", "- a", "metadata: {annotations: [a]}"} {
		_, err := annotated([]byte(text), map[string]string{resource.Path: "a.yaml"})
		assert.Assert(t, err != nil, "%q", text)
	}
	_, problem := previousOutput{}.listOutput("a/b/kustomization.yaml", "a", folderlist.After{Text: []byte("a: [")}, nil)
	assert.Assert(t, strings.Contains(problem.Message, "yaml: line 1"), problem)
	r := unreadable("Kustomization apps/web", errors.New("yaml: line 1"))
	assert.Equal(t, r.String(), "the Kustomization apps/web was rendered, and kyaml cannot read it: yaml: line 1; render with fluxapp render [FA001]")
	assert.Assert(t, Results{*r}.Failed())
}

// TestNoPanic looks for calls that end the process: panic, and functions called Must… that do so, but for those that compile a
// regular expression. A finding of the function is a result, also when it is fluxapp's own mistake.
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
				must := called == "panic" || strings.Contains(called, ".Must") && called != "regexp.MustCompile"
				assert.Check(t, !must, "%s calls %s", name, called)
			}
			return true
		})
		return nil
	}))
	assert.Assert(t, calls > 500, "%d", calls)
}
