package resource

import (
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/kustomize/kyaml/kio/kioutil"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func TestSame(t *testing.T) {
	const text = "kind: X\nmetadata:\n  name: a\n  annotations: {own: x, internal.config.kubernetes.io/path: a.yaml}\n" +
		"spec:\n  list: [1, {b: c}]\n  annotations: {y: z}\n"
	for other, want := range map[string]bool{
		text: true,
		"kind: \"X\" # comment\nmetadata:\n  name: 'a'\n  annotations:\n    config.kubernetes.io/index: '1'\n" +
			"    kustomize.config.k8s.io/id: x\n    internal.config.kubernetes.io/prefixes: x-\n    own: x\nspec:\n  list:\n" +
			"  - 1\n  - b: c\n  annotations: {y: z}\n": true,
		"kind: X\nmetadata:\n  name: a\n  annotations: {own: y}\nspec:\n  list: [1, {b: c}]\n" +
			"  annotations: {y: z}\n": false,
		"kind: X\nmetadata:\n  name: b\n  annotations: {own: x}\nspec:\n  list: [1, {b: c}]\n" +
			"  annotations: {y: z}\n": false,
		"kind: X\nmetadata:\n  name: a\n  annotations: {own: x, more: x}\nspec:\n  list: [1, {b: c}]\n" +
			"  annotations: {y: z}\n": false,
		"kind: X\nmetadata:\n  name: a\n  annotations: {own: x}\nspec:\n  list: ['1', {b: c}]\n" +
			"  annotations: {y: z}\n": false,
		"kind: X\nmetadata:\n  name: a\n  annotations: {own: x}\nspec:\n  list: [1, {b: d}]\n" +
			"  annotations: {y: z}\n": false,
		"kind: X\nmetadata:\n  name: a\n  annotations: {own: x}\nspec:\n  list: [1, {d: c}]\n" +
			"  annotations: {y: z}\n": false,
		"kind: X\nmetadata:\n  name: a\n  annotations: {own: x}\nspec:\n  list: [1]\n" +
			"  annotations: {y: z}\n": false,
		"kind: X\nmetadata:\n  name: a\n  annotations: {own: x}\nspec:\n  list: [1, {b: c}]\n" +
			"  annotations: {y: internal.config.kubernetes.io/path}\n": false,
		"kind: X\nmetadata:\n  name: a\n  annotations: {own: x}\nspec:\n" +
			"  list: [1, {b: c}]\n": false,
		"kind: X\nmetadata:\n  name: &n a\n  annotations: {own: x}\nspec:\n  list: [1, {b: c}]\n" +
			"  annotations: {y: *n}\n": false,
	} {
		assert.Equal(t, Same(parse(t, text), parse(t, other)), want, other)
		assert.Equal(t, Same(parse(t, other), parse(t, text)), want, other)
	}
}

// TestSameWithoutNulls checks that a null of a rendered object is no difference where it is not printed, and one
// where it is.
func TestSameWithoutNulls(t *testing.T) {
	read, rendered := parse(t, "kind: X\nspec: {}\n"), parse(t, "kind: X\nspec: {a: null}\nstatus: null\n")
	assert.Assert(t, Same(read, rendered))
	assert.Assert(t, !Same(rendered, read), "a null that was read is a value")
	kept := tree.NewBuilder().Verbatim(rendered)
	assert.Assert(t, !Same(read, kept))
	assert.Assert(t, Same(rendered, kept))
}

func parse(t *testing.T, text string) tree.Node {
	t.Helper()
	trees, _ := tree.Parse("", []byte(text))
	assert.Equal(t, len(trees), 1)
	return trees[0].Root()
}

// TestNames holds that the annotations of kyaml are called as kyaml calls them.
func TestNames(t *testing.T) {
	for ours, theirs := range map[string]string{Path: kioutil.PathAnnotation, Index: kioutil.IndexAnnotation,
		SeqIndent: kioutil.SeqIndentAnnotation, ID: kioutil.IdAnnotation, Legacy[Path]: kioutil.LegacyPathAnnotation,
		Legacy[Index]: kioutil.LegacyIndexAnnotation, Legacy[ID]: kioutil.LegacyIdAnnotation} {
		assert.Equal(t, ours, theirs)
	}
}
