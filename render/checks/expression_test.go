package checks_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks"
	"github.com/fluxapp-dev/fluxapp/render/internal/emit"
	"github.com/fluxapp-dev/fluxapp/render/internal/rules"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// field returns how a field of a kind is compiled.
func field(t testing.TB, k *kinds.Kind, name string) kinds.Expression {
	for _, e := range k.Expressions {
		if strings.HasSuffix(e.At.String(), name) {
			return e
		}
	}
	t.Fatalf("a %s has no expression %s", k.Name, name)
	return kinds.Expression{}
}

// TestMessages compares what is said of wrong expressions, with the place in their texts. The module
// testdata/conformance compares which are wrong with Flux's own code.
func TestMessages(t *testing.T) {
	ready, current := field(t, kinds.HelmRelease, "readyExpr"), field(t, kinds.HelmRelease, "current")
	status := field(t, kinds.Provider, "commitStatusExpr")
	for _, c := range []struct {
		field      kinds.Expression
		text, want string
	}{
		{ready, "dep.status.ready == true", ""},
		{ready, "dep.status.ready", "0:0 the expression is of type dyn, and Flux takes a bool; compare it, for example " +
			"EXPRESSION == true"},
		{status, "event.message", "0:0 the expression is of type dyn, and Flux takes a string; convert it, as " +
			"string(EXPRESSION)"},
		{status, "string(event.message)", ""},
		{ready, "x == 1", "1:1 Flux cannot compile the expression: undeclared reference to 'x' at column 1; begin with " +
			"self or dep"},
		{current, "x == 1", ""},
		{current, "x = 1", "1:3 Flux cannot compile the expression: token recognition error at: '= ' at column 3; write " +
			"== to compare"},
		{ready, "same(dep) == true", "1:5 Flux cannot compile the expression: undeclared reference to 'same' at column " +
			"5; correct it"},
		{ready, "dep ==\n", "1:7 Flux cannot compile the expression: mismatched input '<EOF>' at column 7; correct it"},
		{ready, "dep\n  == (true\n", "2:11 Flux cannot compile the expression: missing ')' at '<EOF>' at line 2, column " +
			"11; correct it"},
		{ready, "'é' == 'ü' + x", "1:14 Flux cannot compile the expression: undeclared reference to 'x' at column 14; " +
			"begin with self or dep"},
		{ready, "'a'.matches('[')", "0:0 Flux cannot run the expression: error parsing regexp: missing closing ]: `[`; " +
			"correct it"},
		{current, strings.Repeat("(", 1000), "0:0 Flux cannot compile the expression: expression recursion limit " +
			"exceeded: 250; write a shorter one"},
		{current, strings.Repeat("a", 200_000), "0:0 Flux cannot compile the expression: expression code point size " +
			"exceeds limit: size: 200000, limit 100000; write a shorter one"},
	} {
		got := ""
		if wrong := checks.CompileExpression(kinds.HelmRelease, c.field, 0, c.text); wrong != nil {
			got = fmt.Sprintf("%d:%d %s", wrong.Line, wrong.Column, wrong.Detail)
		}
		assert.Check(t, got == c.want, "%.40q: %s", c.text, got)
	}
}

// TestGolden renders the cases of expressions as TestGolden of package render does all others.
func TestGolden(t *testing.T) {
	inputs, err := filepath.Glob("../../testdata/cases/expressions/*/in.yaml")
	assert.NilError(t, err)
	assert.Assert(t, len(inputs) > 3)
	for _, file := range inputs {
		dir, err := filepath.Abs(filepath.Dir(file))
		assert.NilError(t, err)
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			opts := render.Options{Expressions: checks.CompileExpression, Ignore: []finding.Code{emit.CodeUnsetVariable}}
			if text, err := os.ReadFile(filepath.Join(dir, "options.yaml")); err == nil {
				assert.NilError(t, yaml.UnmarshalStrict(text, &opts))
			}
			result, err := render.Render(schema.Parse("in.yaml", text), opts)
			wrong := strings.HasPrefix(filepath.Base(dir), "err-")
			assert.Equal(t, err != nil, wrong, "%v", err)
			if wrong {
				golden.Assert(t, err.Error()+"\n", filepath.Join(dir, "err.txt"))
				return
			}
			var out strings.Builder
			assert.NilError(t, result.WriteYAML(&out))
			golden.Assert(t, out.String(), filepath.Join(dir, "out.yaml"))
			assert.Equal(t, len(result.Findings), 0, "%s", result.Findings)
		})
	}
}

// TestConcurrent compiles in many goroutines, of which only one makes what the others use.
func TestConcurrent(t *testing.T) {
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for _, k := range []*kinds.Kind{kinds.Kustomization, kinds.Provider} {
				for _, e := range k.Expressions {
					assert.Check(t, checks.CompileExpression(k, e, 0, "1 +") != nil)
				}
			}
		})
	}
	group.Wait()
}

// TestChecks expects the same objects with and without the check, and of the result which it was.
func TestChecks(t *testing.T) {
	const text = `
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: web}}
  config:
    kustomization:
    - {destination: {targetNamespace: web}, path: ., interval: 1m, prune: true,
       dependsOn: [{name: a, readyExpr: "TEXT"}]}
`
	with := render.Options{Expressions: checks.CompileExpression}
	results := map[string]render.Result{}
	for _, expr := range []string{"true", "1 +"} {
		for name, opts := range map[string]render.Options{"without": {}, "with": with} {
			docs := schema.Parse("in.yaml", []byte(strings.Replace(text, "TEXT", expr, 1)))
			results[name+" "+expr], _ = render.Render(docs, opts)
		}
	}
	yaml := func(name string) string {
		var b strings.Builder
		assert.NilError(t, results[name].WriteYAML(&b))
		return b.String()
	}
	assert.Equal(t, yaml("with true"), yaml("without true"))
	assert.Equal(t, yaml("without 1 +"), strings.Replace(yaml("with true"), `readyExpr: "true"`, "readyExpr: 1 +", 1))
	assert.Equal(t, results["with 1 +"].Findings[0].Code, rules.CodeExpression)
	assert.DeepEqual(t, results["with 1 +"].Checks, []render.Check{render.CheckExpressions})
	assert.DeepEqual(t, results["with true"].Checks, []render.Check{render.CheckExpressions})
	assert.Equal(t, len(results["without true"].Checks), 0)
}

// FuzzCompile expects no panic, and a place inside the text.
func FuzzCompile(f *testing.F) {
	for _, text := range []string{"dep.a == 1", "a\n+", "'é", "has(", "[1, 'a']", "a ? b : ", "\r\n=", "a.?b[?'c']"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, k := range []*kinds.Kind{kinds.Kustomization, kinds.Provider} {
			for _, e := range k.Expressions[:1] {
				if wrong := checks.CompileExpression(k, e, 0, text); wrong != nil && wrong.Line > 0 {
					lines := strings.Split(text, "\n")
					assert.Assert(t, wrong.Line <= len(lines))
					assert.Assert(t, 0 < wrong.Column && wrong.Column <= len([]rune(lines[wrong.Line-1]))+1, "%+v", wrong)
				}
			}
		}
	})
}
