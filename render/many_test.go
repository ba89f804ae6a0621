package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/delivery"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

const maxRemarks = 10_000 // of one rule, in package finding

// manyWarned returns an application of so many entries, each with two warnings: about its interval, and about a text
// of it.
func manyWarned(name string, entries int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "apiVersion: fluxapp.dev/v1alpha1\nkind: FluxApplication\n"+
		"metadata: {name: %s, namespace: apps}\nspec:\n"+
		"  source: {sourceRef: {kind: GitRepository, name: %[1]s}}\n  config:\n    kustomization:\n", name)
	for i := range entries {
		fmt.Fprintf(&b, "    - {destination: {kubeConfig: {secretRef: {name: %s-%d}}}, path: ./x, prune: yes}\n", name, i)
	}
	return b.String()
}

// TestManyWarnings checks that, of many warnings of one rule, the first ones in the order of the files are kept,
// whatever the order of the documents is, and that a run counts the others.
func TestManyWarnings(t *testing.T) {
	if testing.Short() {
		t.Skip("renders 14,000 objects several times")
	}
	const of = 7000
	a, b := schema.Parse("a.yaml", []byte(manyWarned("a", of))), schema.Parse("b.yaml", []byte(manyWarned("b", of)))
	run := func(opts render.Options) (render.Result, []string) {
		opts.Ignore = append(opts.Ignore, delivery.CodeManyObjects) // which so many objects are told by
		result, err := render.Render(slices.Concat(a, b), opts)
		other, again := render.Render(slices.Concat(b, a), opts)
		assert.Assert(t, fmt.Sprint(err) == fmt.Sprint(again))
		assert.Assert(t, result.Findings.String() == other.Findings.String())
		return result, strings.Split(result.Findings.String(), "\n")
	}
	result, lines := run(render.Options{})
	assert.Equal(t, len(result.Objects), 2*of)
	assert.DeepEqual(t, lines[:2], []string{
		"info: FA501 is found 14000 times, and only the first 10000 are reported, in the order of the files; correct what " +
			"they have in common, or ignore the rule [FA919]",
		"info: FA504 is found 14000 times, and only the first 10000 are reported, in the order of the files; correct what " +
			"they have in common, or ignore the rule [FA919]",
	})
	assert.Equal(t, len(lines), 2+2*maxRemarks)
	assert.Assert(t, strings.HasPrefix(lines[len(lines)-1], fmt.Sprintf("b.yaml:%d:", 7+maxRemarks-of)),
		lines[len(lines)-1])

	result, _ = run(render.Options{Strict: true})
	assert.Equal(t, len(result.Objects), 0)
	assert.Equal(t, len(result.Findings.Only(finding.SeverityError)), 2*maxRemarks)

	result, lines = run(render.Options{Strict: true, Ignore: []finding.Code{codes.Filled, codes.YAML11}})
	assert.DeepEqual(t, lines, []string{""})
	assert.DeepEqual(t, result.Ignored, map[finding.Code]int{codes.Filled: 2 * of, codes.YAML11: 2 * of,
		delivery.CodeManyObjects: 1})

	// errors behind what is not kept
	b = schema.Parse("b.yaml", []byte(strings.ReplaceAll(manyWarned("b", of), "path", "paht")))
	result, _ = run(render.Options{})
	assert.Equal(t, len(result.Findings.Only(finding.SeverityError)), of)
}
